import { TextLink } from '@/admin/form/button'
import { Time } from '@/admin/shell/facts'

import { Badge, type BadgeTone } from '@/admin/list/badge'
import { Panel } from '@/admin/shell/panel'
import { contentStatusLabels } from '@/modules/content/rules/content'
import type { RecentContent as Piece } from '@/modules/shop/queries/to-do'

const tones = { draft: 'plain', scheduled: 'sun', published: 'good' } satisfies Record<
  Piece['status'],
  BadgeTone
>

export function RecentContent({ pieces }: { pieces: Piece[] }) {
  return (
    <Panel
      title="Worked on last"
      aside={
        <TextLink look="strong" href="/admin/content">
          All content
        </TextLink>
      }
    >
      {pieces.length === 0 ? (
        <p className="df-panel__text">Nothing has been written yet.</p>
      ) : (
        <ul className="df-entries">
          {pieces.map((piece) => (
            <li key={piece.id} className="df-entry">
              <div>
                <p>
                  <TextLink href={`/admin/content?edit=${piece.id}`}>{piece.title}</TextLink>
                </p>
                <p className="df-entry__meta">
                  <Time at={piece.updatedAt} as="short" />
                </p>
              </div>
              <Badge tone={tones[piece.status]}>{contentStatusLabels[piece.status]}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
