import { RichText } from '../../../components/content/rich-text'
import { Questions } from '../../../components/content/questions'
import { ReachUs } from '../../../components/content/reach-us'
import { TextHead } from '../../../components/content/text-head'
import { readSettings } from '../reads'
import { textPage, textPageMetadata } from '../text-page'

export const dynamic = 'force-static'
export const generateMetadata = textPageMetadata('support', 'Support')

const SupportPage = async () => {
  const { contactEmail } = await readSettings()
  const { title, lead, body, questions } = await textPage('support')
  return (
    <div className="wrap pb-(--sec)">
      <TextHead title={title} lead={lead} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-22">
        <section aria-labelledby="questions">
          <h2 id="questions" className="mb-5 text-h2">Most asked</h2>
          <Questions questions={questions} />
        </section>
        <div className="grid gap-9">
          <ReachUs contactEmail={contactEmail} />
          <div className="grid gap-4 text-ink-soft [&_a]:underline [&_a]:underline-offset-4"><RichText document={body} /></div>
        </div>
      </div>
    </div>
  )
}

export default SupportPage
