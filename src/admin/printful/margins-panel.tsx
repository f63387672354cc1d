import { TextLink } from '@/admin/form/button'
import { type Column, DataTable } from '@/admin/list/data-table'
import { ListPages } from '@/admin/list/list-panel'
import { Panel } from '@/admin/shell/panel'
import type { VariantMargin } from '@/modules/fulfillment/queries/printful-products'
import { formatPerMille } from '@/modules/fulfillment/rules/margin'
import { formatMoney } from '@/platform/money'
import { pluralize } from '@/platform/pluralize'

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
    head: 'Item',
    cell: ({ productId, name, what }) => (
      <>
        <TextLink href={`/admin/products/${productId}`}>{name}</TextLink>{' '}
        <span className="df-soft">{what}</span>
      </>
    ),
  },
  number('Price', ({ priceCents }) => formatMoney(priceCents)),
  number('Cost', ({ costCents }) => formatMoney(costCents)),
  number('Profit', ({ profitCents }) => formatMoney(profitCents)),
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

export function MarginsPanel({ variants, total, unknownCost, page, limit, href }: Props) {
  return (
    <Panel title="Margins by item">
      {total === 0 ? (
        <p className="df-panel__text">Costs will be added at the next sync.</p>
      ) : (
        <>
          <DataTable
            className="df-margins"
            rows={variants}
            rowKey={({ productId, what }) => `${productId} ${what}`}
            columns={columns}
          />
          <p className="df-panel__text df-soft">
            Price minus the Printful cost and standard PayPal fee for a single item, before
            shipping.{unknownCost > 0 ? ` Cost unknown for ${pluralize(unknownCost, 'item')}.` : ''}
          </p>
          {total > limit ? (
            <ListPages
              list={{ page, pages: Math.ceil(total / limit), total }}
              limit={limit}
              href={href}
              label="Pages of margins"
            />
          ) : null}
        </>
      )}
    </Panel>
  )
}
