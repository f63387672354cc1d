import type { Metadata } from 'next'
import { Blocks } from '../../../components/content/blocks'
import { Questions } from '../../../components/content/questions'
import { ReachUs } from '../../../components/content/reach-us'
import { TextHead } from '../../../components/content/text-head'
import { pageText } from '../page-text'
import { readSettings } from '../reads'

export const dynamic = 'force-static'
export const metadata: Metadata = {
  title: 'Contact',
  description: 'A person reads every message and answers it, Monday to Friday, within two business days.',
  alternates: { canonical: '/contact' },
}

const questionsShown = 4

const ContactPage = async () => {
  const { contactEmail } = await readSettings()
  const { title, lead, body } = pageText('contact', contactEmail)
  const { questions = [] } = pageText('support', contactEmail)
  return (
    <div className="wrap pb-(--sec)">
      <TextHead title={title} lead={lead} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-22">
        <div className="reading"><Blocks blocks={body} /></div>
        <div className="grid gap-9">
          <ReachUs contactEmail={contactEmail} />
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
