import { TextLink } from '@/admin/form/button'
import { LazyFulfillmentActions } from '@/admin/lazy-components'
import { ListPages } from '@/admin/list/list-panel'
import { Tabs } from '@/admin/list/tabs'
import { formatShortDate } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import type { PrintOrderView, PrintQueueStage } from '@/modules/fulfillment/queries/print-queue'
import { formatPerMille } from '@/modules/fulfillment/rules/margin'
import type { OpenClaim } from '@/modules/returns/queries/open-claims'
import { isClaimEnding, returnReasonLabels } from '@/modules/returns/rules'
import { formatMoney } from '@/platform/money'
import { pluralize } from '@/platform/pluralize'
import { Badge } from '@/ui/badge'

import { FulfillmentBadge } from './fulfillment-badge'
import { GraceHint } from './grace-hint'

/** The cost is known once there is a draft. */
function FulfillmentProfit({
  order: { costCents, profitCents, margin },
}: {
  order: Pick<PrintOrderView, 'costCents' | 'profitCents' | 'margin'>
}) {
  return costCents === null || profitCents === null ? null : (
    <p className="df-entry__meta df-tabular">
      Cost {formatMoney(costCents)} · {profitCents >= 0 ? 'leaves' : 'loses'}{' '}
      {formatMoney(Math.abs(profitCents))}
      {margin === null ? '' : ` (${formatPerMille(margin)})`}
    </p>
  )
}

const boardColumnLabels = {
  waiting: 'Paid, not sent',
  draft: 'Draft',
  'on-hold': 'On hold',
  failed: 'Failed',
  'in-production': 'In production',
  shipped: 'Shipped',
  returned: 'Returned',
} satisfies Record<PrintQueueStage, string>

const emptyTexts = {
  waiting: 'All paid orders have been sent to Printful.',
  draft: 'No drafts to confirm.',
  'on-hold': 'No orders on hold.',
  failed: 'No failed orders.',
  'in-production': 'No orders in production.',
  shipped: 'No orders shipped in the last 30 days.',
  returned: 'No returns.',
} satisfies Record<PrintQueueStage, string>

const advice: Partial<Record<PrintQueueStage, string>> = {
  'on-hold':
    'See the reason next to each order. Resolve Printful holds in the Printful dashboard; continue other orders here.',
  failed:
    'Usually an address, print file, or billing problem. Fix it on Printful, then try again here.',
  returned: 'Package returned. Ask the customer for a different address, or refund the order.',
}

const Entry = ({ order, mayChange }: { order: PrintOrderView; mayChange: boolean }) => (
  <li className="df-entry df-entry--wrap">
    <div>
      <p>
        <TextLink href={`/admin/orders/${order.id}`}>{order.orderNumber}</TextLink> {order.buyer}
      </p>
      <p className="df-entry__meta">
        Placed {formatShortDate(order.createdAt)}
        {order.since ? `, here since ${formatShortDate(order.since)}` : ''}
        {order.daysLeft !== null ? ` · ${pluralize(order.daysLeft, 'day')} left` : ''}
        {order.shipments.length > 0
          ? ` · ${order.shipments.map(({ carrier, trackingNumber }) => [carrier, trackingNumber].filter(Boolean).join(' ')).join(', ')}`
          : ''}
      </p>
      {order.note ? <p>{order.note}</p> : null}
      <FulfillmentProfit order={order} />
      {mayChange ? <GraceHint until={order.graceUntil} /> : null}
    </div>
    <div className="df-print-ways">
      <FulfillmentBadge fulfillment={order.fulfillment} />
      {mayChange ? <LazyFulfillmentActions order={order} isShort /> : null}
    </div>
  </li>
)

/** Faulty items that Printful should pay for, while it takes a claim. */
function OpenClaims({ claims }: { claims: readonly OpenClaim[] }) {
  return claims.length === 0 ? null : (
    <Panel id="claims" title="Claims to file">
      <p className="df-panel__text df-soft">
        Printful takes claims for 30 days after delivery. File them in the Printful dashboard, then
        mark the return.
      </p>
      <ul className="df-entries">
        {claims.map(({ returnId, orderNumber, reason, claimBy, isEstimate }) => (
          <li key={returnId} className="df-entry df-entry--wrap">
            <div>
              <p>
                <TextLink href={`/admin/returns?status=all&search=${orderNumber}`}>
                  Return for {orderNumber}
                </TextLink>
                {` · ${returnReasonLabels[reason]}`}
              </p>
              <p className="df-entry__meta">
                {claimBy
                  ? `File by ${formatShortDate(claimBy)}${isEstimate ? ' (estimated from the shipping date)' : ''}`
                  : 'No deadline yet: the shipping date isn’t known'}
              </p>
            </div>
            {isClaimEnding(claimBy, new Date()) ? <Badge tone="warn">Due soon</Badge> : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type Props = {
  claims: readonly OpenClaim[]
  lane: PrintQueueStage
  counts: Record<PrintQueueStage, number>
  orders: PrintOrderView[]
  page: number
  limit: number
  href: (lane: PrintQueueStage, page?: number) => string
  mayChange: boolean
}

export function FulfillmentBoard({ claims, ...board }: Props) {
  return (
    <>
      <OpenClaims claims={claims} />
      <OrderBoard {...board} />
    </>
  )
}

function OrderBoard({ lane, counts, orders, page, limit, href, mayChange }: Omit<Props, 'claims'>) {
  return (
    <Panel title="Printful orders">
      <Tabs
        label="Order status"
        current={lane}
        tabs={(Object.keys(boardColumnLabels) as PrintQueueStage[]).map((value) => ({
          value,
          label: boardColumnLabels[value],
          href: href(value),
          count: counts[value],
        }))}
      />
      {advice[lane] && orders.length > 0 ? (
        <p className="df-panel__text df-soft">{advice[lane]}</p>
      ) : null}
      {orders.length > 0 ? (
        <ul className="df-entries">
          {orders.map((order) => (
            <Entry key={order.id} order={order} mayChange={mayChange} />
          ))}
        </ul>
      ) : (
        <p className="df-panel__text">{emptyTexts[lane]}</p>
      )}
      {counts[lane] > limit ? (
        <ListPages
          list={{ page, pages: Math.ceil(counts[lane] / limit), total: counts[lane] }}
          limit={limit}
          href={(to) => href(lane, to)}
          label="Pages of orders"
        />
      ) : null}
    </Panel>
  )
}
