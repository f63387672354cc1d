import type { Metadata } from 'next'
import { ReflectionNotFoundPage } from '../../../../components/content/content-not-found-page'

export const metadata: Metadata = { title: 'Reflection Not Found', robots: { index: false } }

const ReflectionNotFound = () => <ReflectionNotFoundPage />

export default ReflectionNotFound
