import { ReadingSections } from '../../../components/content/reading-sections'
import { TextHead } from '../../../components/content/text-head'
import { textPage, textPageMetadata } from '../text-page'

export const dynamic = 'force-static'
export const generateMetadata = textPageMetadata('privacy-policy', 'Privacy policy')

const PrivacyPolicyPage = async () => {
  const { title, lead, body } = await textPage('privacy-policy')
  return (
    <div className="wrap pb-(--sec)" data-reading>
      <TextHead title={title} lead={lead} />
      <ReadingSections body={body} />
    </div>
  )
}

export default PrivacyPolicyPage
