import { Section } from '@/components/layout/section'
import { ButtonLink } from '@/ui/button'

export function ContactCard({
  contactEmail,
  postalAddress,
  quiet = false,
}: {
  contactEmail: string
  postalAddress?: string
  /** Beside a form, whose button is the one solid one. */ quiet?: boolean
}) {
  return (
    <Section
      id="reach-us"
      title="Write to a person"
      className="grid content-start gap-4 rounded-sheet bg-moss p-[clamp(1.5rem,3vw,2.4rem)]"
    >
      <p>
        <a href={`mailto:${contactEmail}`} className="link break-words">
          {contactEmail}
        </a>
      </p>
      {postalAddress ? <p>Dayfern, {postalAddress}</p> : null}
      <p className="text-ink-soft">Answered Monday to Friday, within two business days.</p>
      <p>
        <ButtonLink variant={quiet ? 'line' : 'solid'} href={`mailto:${contactEmail}`}>
          Write an email
        </ButtonLink>
      </p>
    </Section>
  )
}
