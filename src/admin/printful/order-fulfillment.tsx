import { TextLink } from '@/admin/form/button'
import { Fact } from '@/admin/shell/fact'
import { formatShortDate } from '@/admin/shell/format-dates'
import type { PrintOrderView } from '@/modules/fulfillment/queries/print-queue'
import { formatPerMille } from '@/modules/fulfillment/rules/margin'
import { formatMoney } from '@/platform/money'

import { FulfillmentActions } from './fulfillment-actions'

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
            {order.daysLeft !== null ? ` ${order.daysLeft} days left.` : ''}
          </span>
        </p>
      ) : null}
      <dl className="df-facts">
        <Fact name="At Printful">{order.printfulOrderId ?? 'Not sent yet'}</Fact>
        {order.parcels.map((parcel) => (
          <div key={parcel.id}>
            <dt>{parcel.isReshipment ? 'Replacement' : 'Parcel'}</dt>
            <dd>
              {parcel.trackingUrl ? (
                <TextLink look="plain" href={parcel.trackingUrl} newTab rel="noreferrer noopener">
                  {parcel.carrier} {parcel.trackingNumber}
                </TextLink>
              ) : (
                `${parcel.carrier ?? 'Sent'} ${parcel.trackingNumber ?? ''}`
              )}
              {parcel.shippedAt ? `, ${formatShortDate(parcel.shippedAt)}` : ''}
              {parcel.isReturned
                ? `; came back${parcel.returnedBecause ? `: ${parcel.returnedBecause}` : ''}`
                : ''}
            </dd>
          </div>
        ))}
        {order.costCents === null || order.profitCents === null ? null : (
          <>
            <Fact name="Costs us">{formatMoney(order.costCents)}</Fact>
            {order.feeCents > 0 ? (
              <Fact name="PayPal fee">{formatMoney(order.feeCents)}</Fact>
            ) : null}
            <Fact name={order.profitCents >= 0 ? 'Profit' : 'Loss'}>
              {formatMoney(Math.abs(order.profitCents))}
              {order.margin === null ? '' : `, a margin of ${formatPerMille(order.margin)}`}
            </Fact>
          </>
        )}
      </dl>
      {mayChange && isConnected ? (
        <div className="df-panel__form">
          <FulfillmentActions order={order} />
        </div>
      ) : null}
      {mayChange && !isConnected && order.fulfillment === 'none' ? (
        <p className="df-panel__text df-soft">
          Printful is not connected, so it cannot be sent from here.
        </p>
      ) : null}
    </>
  )
}
