import { TextLink } from '@/admin/form/button'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import { contentStatusLabels } from '@/modules/content/rules/content'
import type { RecentContent as RecentDocument } from '@/modules/shop/queries/to-do'
import { Badge, type BadgeTone } from '@/ui/badge'

const tones = { draft: 'plain', scheduled: 'sun', published: 'good' } satisfies Record<
  RecentDocument['status'],
  BadgeTone
>

export function RecentContent({ documents }: { documents: RecentDocument[] }) {
  return (
    <Panel
      title="Recently edited"
      aside={
        <TextLink look="strong" href="/admin/content">
          All content
        </TextLink>
      }
    >
      {documents.length === 0 ? (
        <p className="df-panel__text">No content yet.</p>
      ) : (
        <ul className="df-entries">
          {documents.map((document) => (
            <li key={document.id} className="df-entry">
              <div>
                <p>
                  <TextLink href={`/admin/content/${document.id}`}>{document.title}</TextLink>
                </p>
                <p className="df-entry__meta">
                  <Time at={document.updatedAt} as="short" />
                </p>
              </div>
              <Badge tone={tones[document.status]}>{contentStatusLabels[document.status]}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
