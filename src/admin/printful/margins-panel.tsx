import { TextLink } from '@/admin/form/button'

import { Pagination } from '@/admin/list/pagination'
import { Panel } from '@/admin/shell/panel'
import type { VariantMargin } from '@/modules/fulfillment/queries/printful-products'
import { formatPerMille } from '@/modules/fulfillment/rules/margin'
import { formatMoney } from '@/platform/money'

type Props = {
  variants: VariantMargin[]
  total: number
  unknownCost: number
  page: number
  limit: number
  href: (page: number) => string
}

/** What each piece leaves, the least first: where a price is too low, it stands at the top. */
export function MarginsPanel({ variants, total, unknownCost, page, limit, href }: Props) {
  return (
    <Panel title="Margins by piece">
      {total === 0 ? (
        <p className="df-panel__text">
          The costs of the pieces come with the next synchronization.
        </p>
      ) : (
        <>
          <table className="df-table df-margins">
            <thead>
              <tr>
                <th scope="col">Piece</th>
                <th scope="col" className="df-number">
                  Price
                </th>
                <th scope="col" className="df-number">
                  Costs us
                </th>
                <th scope="col" className="df-number">
                  Leaves
                </th>
                <th scope="col" className="df-number">
                  Margin
                </th>
              </tr>
            </thead>
            <tbody>
              {variants.map((variant) => (
                <tr key={`${variant.productId} ${variant.what}`}>
                  <td>
                    <TextLink href={`/admin/products/${variant.productId}`}>
                      {variant.name}
                    </TextLink>{' '}
                    <span className="df-soft">{variant.what}</span>
                  </td>
                  <td className="df-number">
                    <span className="df-margins__word">Price </span>
                    {formatMoney(variant.priceCents)}
                  </td>
                  <td className="df-number">
                    <span className="df-margins__word">Costs us </span>
                    {formatMoney(variant.costCents)}
                  </td>
                  <td className="df-number">
                    <span className="df-margins__word">Leaves </span>
                    {formatMoney(variant.profitCents)}
                  </td>
                  <td className="df-number">
                    <span className="df-margins__word">Margin </span>
                    {formatPerMille(variant.perMille)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="df-panel__text df-soft">
            Price less what the printer charges and PayPal’s usual fee, for one piece alone, without
            its way.{unknownCost > 0 ? ` Of ${unknownCost} pieces the cost is not known.` : ''}
          </p>
          {total > limit ? (
            <Pagination
              page={page}
              pages={Math.ceil(total / limit)}
              limit={limit}
              total={total}
              href={href}
            />
          ) : null}
        </>
      )}
    </Panel>
  )
}
