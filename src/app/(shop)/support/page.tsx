import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { getTextPage, textPageMetadata } from '@/app/(shop)/text-page'
import { ContactCard } from '@/components/content/contact-card'
import { FaqList } from '@/components/content/faq-list'
import { PageHeader } from '@/components/content/page-header'
import { RichText } from '@/components/content/rich-text'
import { Section } from '@/components/layout/section'

export const dynamic = 'force-static'
export const generateMetadata = textPageMetadata('support', 'Support')

const SupportPage = async () => {
  const { contactEmail } = await getCachedSettings()
  const { title, lead, body, questions } = await getTextPage('support')
  return (
    <div className="wrap pb-(--sec)">
      <PageHeader title={title} lead={lead} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-22">
        <Section id="questions" title="Common questions" heading="mb-5 text-h2">
          <FaqList questions={questions} />
        </Section>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
          <ContactCard contactEmail={contactEmail} />
          <div className="grid gap-4 text-ink-soft [&_a]:underline [&_a]:underline-offset-4">
            <RichText document={body} />
          </div>
        </div>
      </div>
    </div>
  )
}

export default SupportPage
