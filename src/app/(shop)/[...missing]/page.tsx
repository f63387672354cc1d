import type { Metadata } from 'next'
import { NotFoundHere } from '../../../components/layout/not-found-here'
import { NotFoundPage } from '../../../components/layout/not-found-page'

/** Every path that leads nowhere, with the shop around it. */
export const dynamic = 'force-static'
export const generateStaticParams = () => []
export const metadata: Metadata = { title: '404 Page Not Found', robots: { index: false } }

const MissingPage = () => <NotFoundHere><NotFoundPage /></NotFoundHere>

export default MissingPage
