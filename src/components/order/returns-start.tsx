import { Section } from '@/components/layout/section'
import { EmailLink } from '@/components/no-script-note'
import { formatDay } from '@/platform/calendar-days'

/** Says when an order that is on its way can be returned, and what to do about anything else. */
export function ReturnsStart({
  day,
  orderNumber,
  contactEmail,
}: {
  day: string
  orderNumber: string
  contactEmail: string
}) {
  return (
    <Section id="return-items" title="Something not right?" className="print:hidden">
      <p className="mt-3">
        You can return or exchange items here starting <time dateTime={day}>{formatDay(day)}</time>,
        or once your order is delivered. If something’s wrong before then, email{' '}
        <EmailLink
          email={contactEmail}
          href={`mailto:${contactEmail}?subject=Order%20${orderNumber}`}
        />
        .
      </p>
    </Section>
  )
}
