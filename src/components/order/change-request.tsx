import { LongDate } from '@/components/content/long-date'
import { Section } from '@/components/layout/section'
import { EmailLink } from '@/components/no-script-note'
import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import { formatMoney, toDecimal } from '@/platform/money'

import { PayForChange } from './pay-for-change'
import type { ChangeTarget } from './use-order-change'

type Request = NonNullable<CustomerOrderView['changeRequest']>
type Props = {
  request: Request | null
  target: ChangeTarget
  timeZone: string
  contactEmail: string
}

const priceSentence = ({ askedCents }: Request, costCents: number): string =>
  costCents === askedCents
    ? `It costs ${formatMoney(costCents)} more.`
    : `It now costs ${formatMoney(costCents)} more. The price we gave you before was ${formatMoney(askedCents)}.`

/** A change that staff asked the buyer to pay for, at today’s price; nothing without one. */
export function ChangeRequest({ request, target, timeZone, contactEmail }: Props) {
  if (!request) return null
  const { change, costCents, until } = request
  return (
    <Section id="offered-change" title="A change to your order" className="grid gap-3 print:hidden">
      {costCents === null ? (
        <p>
          We offered to change {change}, but this change isn’t available anymore. Email{' '}
          <EmailLink
            email={contactEmail}
            href={`mailto:${contactEmail}?subject=Order%20${target.orderNumber}`}
          />{' '}
          and we’ll find another way.
        </p>
      ) : (
        <>
          <p>
            We can change {change}. {priceSentence(request, costCents)} You can pay until{' '}
            <LongDate date={until} timeZone={timeZone} />. We’ll hold printing until then. If you
            don’t pay, your order won’t change.
          </p>
          <PayForChange
            target={target}
            amount={toDecimal(costCents)}
            label={`Pay ${formatMoney(costCents)}`}
          />
        </>
      )}
    </Section>
  )
}
