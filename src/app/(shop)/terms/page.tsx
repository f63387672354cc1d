import type { Metadata } from 'next'
import { Blocks } from '../../../components/content/blocks'
import { TextHead } from '../../../components/content/text-head'
import { pageText } from '../page-text'
import { readSettings } from '../reads'

export const dynamic = 'force-static'
export const metadata: Metadata = {
  title: 'Terms of Service',
  description: 'The agreement between you and Dayfern when you use this site or buy from it.',
  alternates: { canonical: '/terms' },
}

const TermsPage = async () => {
  const { contactEmail } = await readSettings()
  const { title, lead, body } = pageText('terms', contactEmail)
  return (
    <div className="wrap pb-(--sec)" data-reading>
      <TextHead title={title} lead={lead} />
      <div className="reading"><Blocks blocks={body} /></div>
    </div>
  )
}

export default TermsPage
