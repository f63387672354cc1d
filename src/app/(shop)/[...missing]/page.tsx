import type { Metadata } from 'next'
import { NotFoundStatus } from '@/components/layout/not-found-status'
import { NotFoundPage } from '@/components/layout/not-found-page'

/** Every path that leads nowhere, with the shop around it. */
export const dynamic = 'force-static'
export const generateStaticParams = () => []
export const metadata: Metadata = { title: '404 Page Not Found', robots: { index: false } }

const MissingPage = () => (
  <NotFoundStatus>
    <NotFoundPage />
  </NotFoundStatus>
)

export default MissingPage
