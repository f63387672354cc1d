import type { ReactNode } from 'react'

import { TextLink } from '@/admin/form/button'
import { Thumbnail } from '@/admin/list/thumbnail'
import { formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import type { PrintfulProducts } from '@/modules/fulfillment/queries/printful-products'
import { Badge } from '@/ui/badge'

export function ProductsPanel({ products, sync }: { products: PrintfulProducts; sync: ReactNode }) {
  return (
    <Panel title="Products from Printful" aside={sync}>
      {products.total === 0 ? (
        <p className="df-panel__text">None yet. Sync from Printful to bring them into the shop.</p>
      ) : (
        <>
          <ul className="df-entries">
            {products.first.map(({ id, name, isActive, baseName, syncedAt }) => (
              <li key={id} className="df-entry">
                <div className="df-print-product">
                  <Thumbnail baseName={baseName} size={44} />
                  <div>
                    <p>
                      <TextLink href={`/admin/products/${id}`}>{name}</TextLink>
                    </p>
                    {syncedAt ? (
                      <p className="df-entry__meta">Synced {formatDateTime(syncedAt)}</p>
                    ) : null}
                  </div>
                </div>
                <Badge tone={isActive ? 'good' : 'plain'}>{isActive ? 'In the shop' : 'Off'}</Badge>
              </li>
            ))}
          </ul>
          {products.total > products.first.length ? (
            <p className="df-panel__text">
              And {products.total - products.first.length} more products...
            </p>
          ) : null}
          {products.unavailable.length > 0 ? (
            <p className="df-panel__text df-soft">
              Unavailable:{' '}
              {products.unavailable.map(({ reason, count }) => `${count} ${reason}`).join(', ')}.
            </p>
          ) : null}
        </>
      )}
    </Panel>
  )
}
