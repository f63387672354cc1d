import type { Metadata } from 'next'

import { NotFoundPage } from '@/components/layout/not-found-page'

export const metadata: Metadata = { title: '404 Page Not Found', robots: { index: false } }

const ShopNotFound = () => <NotFoundPage />

export default ShopNotFound
