import { TextLink } from '@/admin/form/button'
import { MetricExplanation } from '@/admin/list/stat-card'
import { Thumbnail } from '@/admin/list/thumbnail'
import { Panel } from '@/admin/shell/panel'
import type { BestSeller } from '@/modules/shop/queries/sales-stats'

export function BestSellers({ products }: { products: BestSeller[] }) {
  return (
    <Panel title="Best sellers, last 30 days">
      {products.length === 0 ? (
        <p className="df-panel__text">No sales in the last 30 days.</p>
      ) : (
        <ul className="df-entries">
          {products.map(({ productId, name, baseName, sold }) => (
            <li key={productId} className="df-entry">
              <div className="df-with-thumb">
                <Thumbnail baseName={baseName} />
                <div>
                  <p>
                    <TextLink href={`/admin/products/${productId}`}>{name}</TextLink>
                  </p>
                  <p className="df-entry__meta">{sold} sold</p>
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
      <MetricExplanation>
        Items sold in paid orders over the last 30 days. An order for two of the same item counts as
        2.
      </MetricExplanation>
    </Panel>
  )
}
