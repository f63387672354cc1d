import { Time } from '@/admin/shell/facts'
import { Badge, type BadgeTone } from '@/admin/list/badge'
import { Thumbnail } from '@/admin/list/thumbnail'
import type { ContentRow } from '@/modules/content/queries/admin-content'
import {
  type ContentStatus,
  contentStatusLabels,
  contentTypeLabels,
} from '@/modules/content/rules/content'

import { ContentActions, EditContentLink } from './content-editor-provider'

const tones = { draft: 'plain', published: 'good', scheduled: 'info' } satisfies Record<
  ContentStatus,
  BadgeTone
>
const number = new Intl.NumberFormat('en-US')

const When = ({
  row: { status, publishedAt, scheduledFor, updatedAt, deletedAt },
}: {
  row: ContentRow
}) => {
  if (deletedAt)
    return (
      <>
        Deleted <Time at={deletedAt} as="date" />
      </>
    )
  if (status === 'scheduled' && scheduledFor)
    return (
      <>
        Will go live <Time at={scheduledFor} />
      </>
    )
  if (status === 'published' && publishedAt) return <Time at={publishedAt} as="date" />
  return (
    <>
      Changed <Time at={updatedAt} as="date" />
    </>
  )
}

/** A table with room; below lg each row is a card (content.css). */
export function ContentTable({ rows }: { rows: ContentRow[] }) {
  return (
    <table className="df-table df-content">
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col">Type</th>
          <th scope="col">Status</th>
          <th scope="col" className="df-number">
            Views
          </th>
          <th scope="col">Date</th>
          <th scope="col">
            <span className="df-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <div className="df-with-thumb">
                <Thumbnail baseName={row.baseName} />
                <EditContentLink id={row.id} title={row.title} isGone={row.deletedAt !== null} />
              </div>
            </td>
            <td>
              <Badge tone="way">{contentTypeLabels[row.contentType]}</Badge>
            </td>
            <td>
              {row.deletedAt ? (
                <Badge tone="bad">Deleted</Badge>
              ) : (
                <Badge tone={tones[row.status]}>{contentStatusLabels[row.status]}</Badge>
              )}
            </td>
            <td className="df-number">
              {number.format(row.viewCount)}
              <span className="df-card-only"> {row.viewCount === 1 ? 'view' : 'views'}</span>
            </td>
            <td className="df-soft">
              <When row={row} />
            </td>
            <td>
              <ContentActions
                id={row.id}
                title={row.title}
                slug={row.slug}
                isPublished={row.status === 'published'}
                isGone={row.deletedAt !== null}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
