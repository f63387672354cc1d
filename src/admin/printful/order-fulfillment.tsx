import { formatShortDate } from '@/admin/shell/format-dates'
import type { PrintOrderView } from '@/modules/fulfillment/queries/print-queue'
import { formatPerMille } from '@/modules/fulfillment/rules/margin'
import { formatMoney } from '@/platform/money'

import { FulfillmentActions } from './fulfillment-actions'

/** Where printing of one order stands: at Printful or not, why it waits, its parcels, and what it leaves. */
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
        <div>
          <dt>At Printful</dt>
          <dd>{order.printfulOrderId ?? 'Not sent yet'}</dd>
        </div>
        {order.parcels.map((parcel) => (
          <div key={parcel.id}>
            <dt>{parcel.isReshipment ? 'Replacement' : 'Parcel'}</dt>
            <dd>
              {parcel.trackingUrl ? (
                <a
                  className="df-plain-link"
                  href={parcel.trackingUrl}
                  rel="noreferrer noopener"
                  target="_blank"
                >
                  {parcel.carrier} {parcel.trackingNumber}
                </a>
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
            <div>
              <dt>Costs us</dt>
              <dd>{formatMoney(order.costCents)}</dd>
            </div>
            {order.feeCents > 0 ? (
              <div>
                <dt>PayPal fee</dt>
                <dd>{formatMoney(order.feeCents)}</dd>
              </div>
            ) : null}
            <div>
              <dt>{order.profitCents >= 0 ? 'Profit' : 'Loss'}</dt>
              <dd>
                {formatMoney(Math.abs(order.profitCents))}
                {order.margin === null ? '' : `, a margin of ${formatPerMille(order.margin)}`}
              </dd>
            </div>
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
