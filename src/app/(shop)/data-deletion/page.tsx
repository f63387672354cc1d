import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { getTextPage, textPageMetadata } from '@/app/(shop)/text-page'
import { PageHeader } from '@/components/content/page-header'
import { RichText } from '@/components/content/rich-text'
import { TableOfContents } from '@/components/content/table-of-contents'
import { TextOpening, TextSection } from '@/components/content/text-section'
import { Section } from '@/components/layout/section'
import { ScriptsNeeded } from '@/components/no-script-note'
import { type RichTextSection, splitIntoSections } from '@/modules/content/rules/rich-text'
import { ButtonLink } from '@/ui/button'

import { DefinitionTable } from './definition-table'
import { DeletionRequestForm } from './deletion-request-form'

export const dynamic = 'force-static'
export const generateMetadata = textPageMetadata('data-deletion', 'Data deletion')

const form = { id: 'ask-here', title: 'Request deletion without an account' }

const Notice = ({ section: { id, title, document } }: { section: RichTextSection }) => (
  <Section
    id={id}
    title={title}
    heading="mb-2 text-h3"
    className="rounded-sheet bg-sun-soft p-[clamp(1.3rem,3vw,2rem)] text-ink [&_a]:underline [&_a]:underline-offset-4"
  >
    <RichText document={document} />
  </Section>
)

const DataList = ({ section: { id, title, document } }: { section: RichTextSection }) => (
  <Section id={id} title={title} heading="mb-4 text-h3" className="plain-lists">
    <RichText document={document} />
  </Section>
)

const Timeline = ({ section: { id, title, document } }: { section: RichTextSection }) => (
  <section aria-labelledby={id}>
    <div className="reading mb-4">
      <h2 id={id}>{title}</h2>
    </div>
    <DefinitionTable document={document} caption={title} />
  </section>
)

const RequestSection = ({ contactEmail, mailto }: { contactEmail: string; mailto: string }) => (
  <Section
    id={form.id}
    title={form.title}
    heading="mb-2 text-h3"
    className="rounded-sheet bg-surface p-[clamp(1.3rem,3vw,2.2rem)] shadow-rest"
  >
    <p className="mb-6 text-ink-soft">
      This form does the same thing as the email, and you’ll get the link right away. If you have an
      account, it’s faster on{' '}
      <a href="/account/privacy" className="link text-ink">
        your data page
      </a>
      .
    </p>
    <ScriptsNeeded email={contactEmail} href={mailto} />
    <DeletionRequestForm />
  </Section>
)

/** The sections by their order: notice, deleted, kept, steps, timeline, then anything else staff have written. */
const DataDeletionPage = async () => {
  const [{ title, lead, body }, { contactEmail }] = await Promise.all([
    getTextPage('data-deletion'),
    getCachedSettings(),
  ])
  const { before, sections } = splitIntoSections(body)
  const [notice, deleted, retained, steps, timeline, ...rest] = sections
  const mailto = `mailto:${contactEmail}?subject=${encodeURIComponent('Data Deletion Request')}`
  return (
    <div className="wrap pb-(--sec)">
      <PageHeader title={title} lead={lead} />
      <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)] lg:items-start lg:gap-16">
        <TableOfContents sections={[...sections.slice(0, 5), form, ...rest]} />
        <div className="grid gap-14">
          <div className="grid max-w-[40.5rem] gap-14 empty:hidden">
            <TextOpening document={before} />
            {notice ? <Notice section={notice} /> : null}
          </div>
          <div className="grid gap-10 md:grid-cols-2 md:gap-8">
            {deleted ? <DataList section={deleted} /> : null}
            {retained ? <DataList section={retained} /> : null}
          </div>
          <div className="grid max-w-[40.5rem] gap-14">
            {steps ? (
              <div className="grid gap-7">
                <TextSection section={steps} />
                <p>
                  <ButtonLink variant="line" href={mailto}>
                    Send email
                  </ButtonLink>
                </p>
              </div>
            ) : null}
            {timeline ? <Timeline section={timeline} /> : null}
            <RequestSection contactEmail={contactEmail} mailto={mailto} />
            {rest.map((section) => (
              <TextSection key={section.id} section={section} />
            ))}
            <p className="flex flex-wrap items-center gap-x-7 gap-y-4">
              <ButtonLink href={mailto}>Contact the privacy team</ButtonLink>
              <a href="/privacy-policy" className="link">
                Privacy policy
              </a>
            </p>
          </div>
        </div>
      </div>
    </div>
  )
}

export default DataDeletionPage
