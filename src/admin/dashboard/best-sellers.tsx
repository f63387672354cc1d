import { Link } from '@payloadcms/ui'
import type { BestSeller } from '../../queries/admin-stats'
import { Panel } from '../parts/panel'
import { HowCounted } from '../parts/stat-card'
import { Thumb } from '../parts/thumb'

export const BestSellers = ({ products }: { products: BestSeller[] }) => (
  <Panel title="Worn most this month">
    {products.length === 0 ? <p className="df-panel__text">Nothing was bought in the last 30 days.</p> : (
      <ul className="df-entries">
        {products.map(({ productId, name, baseName, sold }) => (
          <li key={productId} className="df-entry">
            <div className="df-with-thumb">
              <Thumb baseName={baseName} />
              <div><p><Link className="df-quiet-link" href={`/admin/products/${productId}`} prefetch={false}>{name}</Link></p><p className="df-entry__meta">{sold} sold</p></div>
            </div>
          </li>
        ))}
      </ul>
    )}
    <HowCounted>Pieces in paid orders of the last 30 days; one that was ordered twice counts two.</HowCounted>
  </Panel>
)
