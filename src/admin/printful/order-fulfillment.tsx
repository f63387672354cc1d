import { TextLink } from '@/admin/form/button'
import { LazyFulfillmentActions } from '@/admin/lazy-components'
import { Fact } from '@/admin/shell/fact'
import { formatShortDate } from '@/admin/shell/format-dates'
import type { PrintOrderView } from '@/modules/fulfillment/queries/print-queue'
import { formatPerMille } from '@/modules/fulfillment/rules/margin'
import { waitingToPrint } from '@/modules/orders/rules/order-headline'
import { formatMoney } from '@/platform/money'
import { pluralize } from '@/platform/pluralize'

import { GraceHint } from './grace-hint'

type Shipment = PrintOrderView['shipments'][number]

const TrackingLink = ({
  shipment: { carrier, trackingNumber, trackingUrl },
}: {
  shipment: Shipment
}) =>
  trackingUrl ? (
    <TextLink look="plain" href={trackingUrl} newTab rel="noreferrer noopener">
      {carrier} {trackingNumber}
    </TextLink>
  ) : (
    `${carrier ?? 'Sent'} ${trackingNumber ?? ''}`
  )

/** The cost is known once there is a draft. */
const Costs = ({
  order: { costCents, profitCents, feeCents, margin },
}: {
  order: PrintOrderView
}) =>
  costCents === null || profitCents === null ? null : (
    <>
      <Fact name="Cost">{formatMoney(costCents)}</Fact>
      {feeCents > 0 ? <Fact name="PayPal fee">{formatMoney(feeCents)}</Fact> : null}
      <Fact name={profitCents >= 0 ? 'Profit' : 'Loss'}>
        {formatMoney(Math.abs(profitCents))}
        {margin === null ? '' : `, a margin of ${formatPerMille(margin)}`}
      </Fact>
    </>
  )

export function OrderFulfillment({
  order,
  isConnected,
  mayChange,
}: {
  order: PrintOrderView
  isConnected: boolean
  mayChange: boolean
}) {
  return (
    <>
      {order.note ? (
        <p className="df-panel__text">
          <span className="df-note df-note--block">
            {order.note}
            {order.daysLeft !== null ? ` ${pluralize(order.daysLeft, 'day')} left.` : ''}
          </span>
        </p>
      ) : null}
      <dl className="df-facts">
        <Fact name="At Printful">{order.printfulOrderId ?? 'Not sent yet'}</Fact>
        {order.shipments.map((shipment) => (
          <Fact key={shipment.id} name={shipment.isReshipment ? 'Replacement' : 'Package'}>
            <TrackingLink shipment={shipment} />
            {shipment.shippedAt ? `, ${formatShortDate(shipment.shippedAt)}` : ''}
            {shipment.isReturned
              ? `; returned${shipment.returnedBecause ? `: ${shipment.returnedBecause}` : ''}`
              : ''}
          </Fact>
        ))}
        <Costs order={order} />
      </dl>
      {mayChange && isConnected ? (
        <div className="df-panel__form">
          <GraceHint until={order.graceUntil} />
          <LazyFulfillmentActions order={order} />
        </div>
      ) : null}
      {mayChange && !isConnected && order.fulfillment === 'none' ? (
        <p className="df-panel__text df-soft">
          Connect Printful to send this order. Until then, the customer’s order page says it’s{' '}
          {waitingToPrint}.
        </p>
      ) : null}
    </>
  )
}
