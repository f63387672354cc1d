import { type Column, DataTable } from '@/admin/list/data-table'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import type { ProductPrice } from '@/modules/catalog/queries/price-history'
import { formatMoney } from '@/platform/money'
import type { PagedRows } from '@/platform/paged-list'
import { pluralize } from '@/platform/pluralize'
import { Badge } from '@/ui/badge'

/** More are in the API. */
export const pricesShown = 50

const SalePrice = ({ price }: { price: ProductPrice }) =>
  price.salePriceCents === null || price.saleStartsAt === null ? (
    'None'
  ) : (
    <>
      {formatMoney(price.salePriceCents)} from <Time at={price.saleStartsAt} />
      {price.saleEndsAt ? (
        <>
          {' '}
          to <Time at={price.saleEndsAt} />
        </>
      ) : null}
    </>
  )

const columns: Column<ProductPrice>[] = [
  {
    head: 'Since',
    cell: ({ changedAt, isActive }) => (
      <>
        <Time at={changedAt} /> {isActive ? null : <Badge tone="plain">Inactive</Badge>}
      </>
    ),
  },
  {
    head: 'Base price',
    kind: 'number',
    card: 'Base price',
    cell: ({ basePriceCents }) =>
      basePriceCents === null ? 'No price' : formatMoney(basePriceCents),
  },
  {
    head: 'Sale price',
    kind: 'soft',
    card: 'Sale price',
    cell: (price) => <SalePrice price={price} />,
  },
]

/** What a product has cost, collapsed at the end of its form. Variants with a price of their own aren't part of it. */
export function PriceHistory({ prices: { rows, total } }: { prices: PagedRows<ProductPrice> }) {
  if (total === 0) return null
  return (
    <Panel>
      <details className="df-prices">
        <summary>Price history ({pluralize(total, 'price')})</summary>
        <DataTable className="df-discounts" rows={rows} columns={columns} />
        <p className="df-panel__text">
          {total > rows.length ? `Showing the newest ${rows.length}. ` : ''}
          Prices set for individual variants aren’t included.
        </p>
      </details>
    </Panel>
  )
}
