import type { Metadata } from 'next'

import { VisitorHome } from './_home/visitor-home'
import { pageMetadata, shopDescription } from './page-metadata'

export const dynamic = 'force-static'
const title = 'Dayfern · One Day at a Time'
export const metadata: Metadata = {
  ...pageMetadata({ title, description: shopDescription, path: '/' }),
  title: { absolute: title },
}

const HomePage = () => <VisitorHome />

export default HomePage
