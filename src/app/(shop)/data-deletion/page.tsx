import { ReadingSections } from '../../../components/content/reading-sections'
import { TextHead } from '../../../components/content/text-head'
import { textPage, textPageMetadata } from '../text-page'

export const dynamic = 'force-static'
export const generateMetadata = textPageMetadata('data-deletion', 'Data deletion')

const DataDeletionPage = async () => {
  const { title, lead, body } = await textPage('data-deletion')
  return (
    <div className="wrap pb-(--sec)" data-reading>
      <TextHead title={title} lead={lead} />
      <ReadingSections body={body} />
    </div>
  )
}

export default DataDeletionPage
