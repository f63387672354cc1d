import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { getTextPage, textPageMetadata } from '@/app/(shop)/text-page'
import { ContactCard } from '@/components/content/contact-card'
import { FaqList } from '@/components/content/faq-list'
import { PageHeader } from '@/components/content/page-header'
import { RichText } from '@/components/content/rich-text'
import { Section } from '@/components/layout/section'
import { ScriptsNeeded } from '@/components/no-script-note'

import { ContactForm } from './contact-form'

export const dynamic = 'force-static'
export const generateMetadata = textPageMetadata('contact', 'Contact')

const questionsShown = 4

const ContactPage = async () => {
  const { contactEmail, postalAddress } = await getCachedSettings()
  const [{ title, lead, body }, { questions }] = await Promise.all([
    getTextPage('contact'),
    getTextPage('support'),
  ])
  return (
    <div className="wrap pb-(--sec)">
      <PageHeader title={title} lead={lead} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-22">
        <div className="grid gap-12">
          <ScriptsNeeded email={contactEmail} className="" />
          <ContactForm />
          <div className="reading">
            <RichText document={body} />
          </div>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
          <ContactCard contactEmail={contactEmail} postalAddress={postalAddress} quiet />
          <Section id="questions" title="Common questions" heading="mb-3 text-h3">
            <FaqList questions={questions.slice(0, questionsShown)} />
            <p className="mt-4">
              <a href="/support" className="link">
                All questions
              </a>
            </p>
          </Section>
        </div>
      </div>
    </div>
  )
}

export default ContactPage
