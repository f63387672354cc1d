import { ContactForm } from '../../../components/contact/contact-form'
import { Questions } from '../../../components/content/questions'
import { ReachUs } from '../../../components/content/reach-us'
import { RichText } from '../../../components/content/rich-text'
import { TextHead } from '../../../components/content/text-head'
import { readSettings } from '../reads'
import { textPage, textPageMetadata } from '../text-page'

export const dynamic = 'force-static'
export const generateMetadata = textPageMetadata('contact', 'Contact')

const questionsShown = 4

const ContactPage = async () => {
  const { contactEmail, postalAddress } = await readSettings()
  const [{ title, lead, body }, { questions }] = await Promise.all([textPage('contact'), textPage('support')])
  return (
    <div className="wrap pb-(--sec)">
      <TextHead title={title} lead={lead} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-22">
        <div className="grid gap-12">
          <noscript><p className="rounded-block bg-sun-soft p-4">The form needs JavaScript. Without it, write to <a className="underline" href={`mailto:${contactEmail}`}>{contactEmail}</a>.</p></noscript>
          <ContactForm />
          <div className="reading"><RichText document={body} /></div>
        </div>
        <div className="grid gap-9">
          <ReachUs contactEmail={contactEmail} postalAddress={postalAddress} quiet />
          <section aria-labelledby="questions">
            <h2 id="questions" className="mb-3 text-h3">Most asked</h2>
            <Questions questions={questions.slice(0, questionsShown)} />
            <p className="mt-4"><a href="/support" className="link">All questions</a></p>
          </section>
        </div>
      </div>
    </div>
  )
}

export default ContactPage
