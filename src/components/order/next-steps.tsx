import { Section } from '@/components/layout/section'
import type { OrderStatus } from '@/modules/orders/rules/order-status'
import { type PromiseTexts, shippedDelivery } from '@/modules/shop/rules/promises'

/** What happens next in each state; none for an order that is over. */
export function nextSteps(status: OrderStatus, promises: PromiseTexts): string[] {
  const { printing, delivery, cancel, returns } = promises
  const tracking = 'We’ll email you a tracking number when it ships.'
  return {
    pending: ['We’ll start once your payment clears.', printing, returns],
    paid: [printing, tracking, cancel, returns],
    processing: [tracking, delivery, returns],
    shipped: [shippedDelivery(delivery), 'Tracking can take a day to update.', returns],
    delivered: [returns],
    cancelled: [],
    refunded: [],
  }[status]
}

/**
 * `hasItems`: not gift cards alone, whose emails are listed elsewhere. `canCancel`: its buyer, right now. `unpaid`:
 * nothing happens until the buyer pays. `byLink`: anyone with the page's address can see it.
 */
export function NextSteps({
  status,
  hasItems,
  canCancel,
  unpaid,
  promises,
  contactEmail,
  byLink,
}: {
  status: OrderStatus
  hasItems: boolean
  canCancel: boolean
  unpaid: boolean
  promises: PromiseTexts
  contactEmail: string
  byLink: boolean
}) {
  const ahead =
    hasItems && !unpaid
      ? nextSteps(status, promises).filter((step) => canCancel || step !== promises.cancel)
      : []
  const isAhead = ahead.length > 0 && status !== 'delivered'
  return (
    <Section id="what-next" title={isAhead ? 'What happens next' : 'Questions?'}>
      {ahead.length > 0 ? (
        <ul className="mt-3 grid list-disc gap-1.5 pl-5 marker:text-sun">
          {ahead.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      ) : null}
      <p className="mt-4 text-ink-soft">
        Email{' '}
        <a href={`mailto:${contactEmail}`} className="link text-ink">
          {contactEmail}
        </a>
        . A real person reads every message.
        {byLink ? ' Anyone with the link to this page can see your order, so keep it private.' : ''}
      </p>
    </Section>
  )
}
