import { Section } from '@/components/layout/section'
import { ButtonLink } from '@/ui/button'

export function ContactCard({
  contactEmail,
  postalAddress,
  quiet = false,
}: {
  contactEmail: string
  postalAddress?: string
  /** Beside a form, whose button is the one solid one. */
  quiet?: boolean
}) {
  return (
    <Section
      id="reach-us"
      title="Contact us"
      className="grid content-start gap-4 rounded-sheet bg-moss p-[clamp(1.5rem,3vw,2.4rem)]"
    >
      <p>
        <a href={`mailto:${contactEmail}`} className="link wrap-anywhere">
          {contactEmail}
        </a>
      </p>
      {postalAddress ? <p>Dayfern, {postalAddress}</p> : null}
      <p className="text-ink-soft">We reply within 2 business days, Monday through Friday.</p>
      <p>
        <ButtonLink variant={quiet ? 'line' : 'solid'} href={`mailto:${contactEmail}`}>
          Send an email
        </ButtonLink>
      </p>
    </Section>
  )
}
