import { TextLink } from '@/admin/form/button'
import { type Column, DataTable } from '@/admin/list/data-table'
import { ListPages } from '@/admin/list/list-panel'
import { Panel } from '@/admin/shell/panel'
import type { VariantMargin } from '@/modules/fulfillment/queries/printful-products'
import { formatPerMille } from '@/modules/fulfillment/rules/margin'
import { formatMoney } from '@/platform/money'

const number = (
  head: string,
  value: (variant: VariantMargin) => string,
): Column<VariantMargin> => ({
  head,
  kind: 'number',
  cell: (variant) => (
    <>
      <span className="df-margins__word">{head} </span>
      {value(variant)}
    </>
  ),
})
const columns: Column<VariantMargin>[] = [
  {
    head: 'Piece',
    cell: ({ productId, name, what }) => (
      <>
        <TextLink href={`/admin/products/${productId}`}>{name}</TextLink>{' '}
        <span className="df-soft">{what}</span>
      </>
    ),
  },
  number('Price', ({ priceCents }) => formatMoney(priceCents)),
  number('Costs us', ({ costCents }) => formatMoney(costCents)),
  number('Leaves', ({ profitCents }) => formatMoney(profitCents)),
  number('Margin', ({ perMille }) => formatPerMille(perMille)),
]

type Props = {
  variants: VariantMargin[]
  total: number
  unknownCost: number
  page: number
  limit: number
  href: (page: number) => string
}

/** The profit of each variant, the lowest first. */
export function MarginsPanel({ variants, total, unknownCost, page, limit, href }: Props) {
  return (
    <Panel title="Margins by piece">
      {total === 0 ? (
        <p className="df-panel__text">
          The costs of the pieces come with the next synchronization.
        </p>
      ) : (
        <>
          <DataTable
            className="df-margins"
            rows={variants}
            rowKey={({ productId, what }) => `${productId} ${what}`}
            columns={columns}
          />
          <p className="df-panel__text df-soft">
            Price less what the printer charges and PayPal’s usual fee, for one piece alone, without
            its way.{unknownCost > 0 ? ` Of ${unknownCost} pieces the cost is not known.` : ''}
          </p>
          {total > limit ? (
            <ListPages
              list={{ page, pages: Math.ceil(total / limit), total }}
              limit={limit}
              href={href}
            />
          ) : null}
        </>
      )}
    </Panel>
  )
}
