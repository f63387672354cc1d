import { contentPage } from '@/app/(shop)/content-page'

export const dynamic = 'force-static'
export function generateStaticParams() {
  return []
}

const { generateMetadata, Page } = contentPage('reflection')
export { generateMetadata }
export default Page
