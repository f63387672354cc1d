import type { Metadata } from 'next'
import { notFound } from 'next/navigation'

/** Every path that leads nowhere, with the shop around it and a true 404. */
export const dynamic = 'force-static'
export const generateStaticParams = () => []
export const metadata: Metadata = { title: '404 Page Not Found', robots: { index: false } }

const MissingPage = () => notFound()

export default MissingPage
