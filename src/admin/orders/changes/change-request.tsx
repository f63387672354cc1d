import { ConfirmAction } from '@/admin/form/actions'
import { TextLink } from '@/admin/form/button'
import { formatDateTime } from '@/admin/shell/format-dates'
import type { ChangeRequestView } from '@/modules/orders/queries/change-request'
import { formatMoney } from '@/platform/money'

const priceNow = ({ askedCents, costCents }: ChangeRequestView): string | null => {
  if (costCents === null) return 'This change isn’t possible anymore, so the customer can’t pay.'
  return costCents === askedCents
    ? null
    : `It now costs ${formatMoney(costCents)}. The customer sees both prices before paying.`
}

/** What the customer was asked to pay for, as long as it isn’t paid. */
export function ChangeRequest({
  orderId,
  request,
  mayChange,
}: {
  orderId: number
  request: ChangeRequestView
  mayChange: boolean
}) {
  const { change, askedCents, until, isBeingPaid } = request
  return (
    <div className="df-panel__form">
      <p className="df-note">
        {isBeingPaid
          ? `The customer is paying ${formatMoney(askedCents)} to change ${change}.`
          : `Waiting for the customer to pay ${formatMoney(askedCents)} to change ${change}, until ${formatDateTime(until)}. Printing is on hold.`}{' '}
        {priceNow(request)}{' '}
        <TextLink href={`/admin/orders/${request.orderId}`}>See the price difference</TextLink>
      </p>
      {mayChange && !isBeingPaid ? (
        <div className="df-row-actions">
          <ConfirmAction
            text="Withdraw"
            label="Withdraw the request"
            question="Withdraw this request?"
            verb="Withdraw request"
            request={{
              method: 'DELETE',
              path: `/api/admin/orders/${orderId}/change-request`,
              done: 'Request withdrawn',
              failed: 'Couldn’t withdraw the request',
            }}
          >
            <p>
              The customer can’t pay for this change anymore, and the order won’t change. They don’t
              get an email about it.
            </p>
          </ConfirmAction>
        </div>
      ) : null}
    </div>
  )
}
