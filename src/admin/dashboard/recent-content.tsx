import { Link } from '@payloadcms/ui'

import { Badge, type BadgeTone } from '@/admin/list/badge'
import { formatShortDate } from '@/admin/shell/format-dates'
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
        <Link className="df-link" href="/admin/content" prefetch={false}>
          All content
        </Link>
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
                  <Link
                    className="df-quiet-link"
                    href={`/admin/content?edit=${piece.id}`}
                    prefetch={false}
                  >
                    {piece.title}
                  </Link>
                </p>
                <p className="df-entry__meta">
                  <time dateTime={piece.updatedAt}>{formatShortDate(piece.updatedAt)}</time>
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
