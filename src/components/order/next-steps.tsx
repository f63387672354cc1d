import { Section } from '@/components/layout/section'
import type { OrderStatus } from '@/modules/orders/rules/order-status'

const returns = 'If it isn’t right, send it back within 30 days.'
const steps: Partial<Record<OrderStatus, string[]>> = {
  pending: [
    'We print once the payment has arrived.',
    'Each piece is printed to order, which usually takes two to five working days.',
    returns,
  ],
  paid: [
    'Each piece is printed to order, which usually takes two to five working days.',
    'When the parcel leaves, we write to you with its tracking number.',
    returns,
  ],
  processing: ['When the parcel leaves, we write to you with its tracking number.', returns],
  shipped: [
    'The carrier’s page shows where the parcel is; it can take a day before it does.',
    returns,
  ],
  delivered: [returns],
}

/** `unpaid`: nothing happens next by itself. `byLink`: whoever has the page's address can see it. */
export function NextSteps({
  status,
  unpaid,
  contactEmail,
  byLink,
}: {
  status: OrderStatus
  unpaid: boolean
  contactEmail: string
  byLink: boolean
}) {
  const ahead = unpaid ? undefined : steps[status]
  return (
    <Section id="what-next" title={ahead ? 'What happens next' : 'Questions?'}>
      {ahead ? (
        <ul className="mt-3 grid list-disc gap-1.5 pl-5 marker:text-sun">
          {ahead.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      ) : null}
      <p className="mt-4 text-ink-soft">
        Write to{' '}
        <a href={`mailto:${contactEmail}`} className="link text-ink">
          {contactEmail}
        </a>
        . A person reads it.
        {byLink
          ? ' Whoever has the link to this page can see the order, so keep it to yourself.'
          : ''}
      </p>
    </Section>
  )
}
