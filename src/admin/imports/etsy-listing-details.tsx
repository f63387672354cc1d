import Link from 'next/link'

import { pluralize } from '@/admin/shell/pluralize'
import type { SyncRowView } from '@/modules/integrations/queries/sync-runs'

const listed = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

export function EtsyListingDetails({ row: { details } }: { row: SyncRowView }) {
  if (!details) return null
  const { price, pictures, productId } = details
  const [sizes, colors, changes] = [
    listed(details.sizes),
    listed(details.colors),
    listed(details.changes),
  ]
  const facts = [
    typeof price === 'string' ? price : '',
    sizes.length > 0 ? `sizes ${sizes.join(', ')}` : '',
    colors.length > 0 ? `colors ${colors.join(', ')}` : '',
    typeof pictures === 'number' ? pluralize(pictures, 'picture') : '',
  ].filter(Boolean)
  return (
    <>
      {changes.length > 0 ? (
        <p className="df-entry__meta">Changed at Etsy: {changes.join(', ')}</p>
      ) : facts.length > 0 ? (
        <p className="df-entry__meta">{facts.join(' · ')}</p>
      ) : null}
      {typeof productId === 'number' ? (
        <p>
          <Link className="df-quiet-link" href={`/admin/products/${productId}`} prefetch={false}>
            Open the product
          </Link>
        </p>
      ) : null}
    </>
  )
}
