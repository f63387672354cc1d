import type { Metadata } from 'next'
import { ContentNotFoundPage } from '../../../../components/content/content-not-found-page'

export const metadata: Metadata = { title: 'Content Not Found', robots: { index: false } }

const ContentNotFound = () => <ContentNotFoundPage />

export default ContentNotFound
