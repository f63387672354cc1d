import type { Metadata } from 'next'

import { NotFoundPage } from '@/components/layout/not-found-page'

/** Every path that leads nowhere, with the shop around it. */
export const dynamic = 'force-static'
export function generateStaticParams() {
  return []
}
export const metadata: Metadata = { title: '404 Page Not Found', robots: { index: false } }

const MissingPage = () => <NotFoundPage />

export default MissingPage
