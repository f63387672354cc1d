import Link from 'next/link'

import { pluralize } from '@/admin/shell/pluralize'
import type { SyncRowView } from '@/modules/integrations/queries/sync-runs'

export function ImportedPostDetails({ row: { details } }: { row: SyncRowView }) {
  if (!details) return null
  const { pictures, contentId } = details
  const tags = Array.isArray(details.tags)
    ? details.tags.filter((tag) => typeof tag === 'string')
    : []
  const facts = [
    typeof pictures === 'number' ? pluralize(pictures, 'picture') : '',
    tags.length > 0 ? `tags ${tags.join(', ')}` : '',
  ].filter(Boolean)
  return (
    <>
      {facts.length > 0 ? <p className="df-entry__meta">{facts.join(' · ')}</p> : null}
      {typeof contentId === 'number' ? (
        <p>
          <Link
            className="df-quiet-link"
            href={`/admin/content?edit=${contentId}`}
            prefetch={false}
          >
            Open the piece
          </Link>
        </p>
      ) : null}
    </>
  )
}
