import { getTextPage, textPageMetadata } from '@/app/(shop)/text-page'
import { PageHeader } from '@/components/content/page-header'

import { SectionedText } from './sectioned-text'

export const dynamic = 'force-static'
export const generateMetadata = textPageMetadata('terms', 'Terms of Service')

const TermsPage = async () => {
  const { title, lead, body } = await getTextPage('terms')
  return (
    <div className="wrap pb-(--sec)" data-reading>
      <PageHeader title={title} lead={lead} />
      <SectionedText body={body} />
    </div>
  )
}

export default TermsPage
