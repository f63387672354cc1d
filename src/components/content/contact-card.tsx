import { ButtonLink } from '@/ui/button'

/** How to write to a person. */
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
    <section
      aria-labelledby="reach-us"
      className="grid content-start gap-4 rounded-sheet bg-moss p-[clamp(1.5rem,3vw,2.4rem)]"
    >
      <h2 id="reach-us" className="text-h3">
        Write to a person
      </h2>
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
    </section>
  )
}
