import { Time } from '@/admin/shell/time'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import type { PaymentView } from '@/modules/orders/queries/order-history'
import { formatMoney } from '@/platform/money'
import { describeReason, paymentMethodLabels } from '@/platform/payment-methods'
import { Badge, type BadgeTone } from '@/ui/badge'

const kinds = {
  capture: 'Payment',
  refund: 'Refund',
  manual: 'Manual payment',
  'gift-card': 'Payment',
  'gift-card-sale': 'Gift cards sold, owed until spent',
  'gift-card-cancel': 'Gift cards canceled by a refund',
} satisfies Record<PaymentView['kind'], string>
const states = {
  completed: ['good', 'Completed'],
  pending: ['warn', 'Pending'],
  declined: ['bad', 'Declined'],
  failed: ['bad', 'Failed'],
} satisfies Record<PaymentView['status'], [BadgeTone, string]>

/** The payment state when the ledger is empty. */
const stateMessages = {
  none: 'No payment yet.',
  created: 'The customer opened PayPal but hasn’t finished paying.',
  capturing: 'The payment is being processed.',
  pending: 'PayPal is holding the payment for review.',
  declined: 'The last attempt was declined. The customer wasn’t charged.',
  completed: 'Paid, but no payment record was found.',
  mismatch: 'The PayPal amount doesn’t match the order total. Compare them in PayPal.',
} satisfies Record<AdminOrder['paymentState'], string>

/** 'PayPal', or 'Venmo through PayPal'. */
const providerLabel = ({ provider, method }: PaymentView): string =>
  provider === 'gift-card'
    ? 'Gift card'
    : provider === 'store-credit'
      ? 'Store credit'
      : provider === 'manual'
        ? 'Manual'
        : method && method !== 'paypal'
          ? `${paymentMethodLabels[method]} through PayPal`
          : 'PayPal'

const Entry = ({ payment }: { payment: PaymentView }) => {
  const [tone, label] = states[payment.status]
  return (
    <li className="df-entry">
      <div>
        <p>
          <b>{kinds[payment.kind]}</b> <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="df-entry__meta">
          {providerLabel(payment)} · <span className="df-code">{payment.providerId}</span>
        </p>
        <p className="df-entry__meta">
          <Time at={payment.createdAt} />
        </p>
        {payment.kind === 'refund' &&
        payment.provider === 'paypal' &&
        payment.status === 'pending' ? (
          <p className="df-entry__meta">PayPal hasn’t confirmed it yet. We’ll keep checking.</p>
        ) : null}
        {payment.reason ? <p className="df-entry__meta">{describeReason(payment.reason)}</p> : null}
      </div>
      <p className="df-entry__sum">
        {payment.kind === 'refund' || payment.kind === 'gift-card-sale' ? '−' : ''}
        {formatMoney(payment.amountCents)}
      </p>
    </li>
  )
}

export function OrderPayments({
  payments,
  order: { paymentState: state, totalCents },
}: {
  payments: PaymentView[]
  order: Pick<AdminOrder, 'paymentState' | 'totalCents'>
}) {
  const isFree = state === 'completed' && totalCents === 0
  return (
    <>
      {payments.length > 0 ? (
        <ul className="df-entries">
          {payments.map((payment) => (
            <Entry key={payment.id} payment={payment} />
          ))}
        </ul>
      ) : null}
      {payments.length === 0 || state === 'mismatch' ? (
        <p className="df-panel__text">
          {isFree ? 'This order is free, so there’s no payment.' : stateMessages[state]}
        </p>
      ) : null}
    </>
  )
}
