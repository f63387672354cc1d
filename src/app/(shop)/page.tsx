import type { Metadata } from 'next'

import { VisitorHome } from './_home/visitor-home'
import { pageMetadata } from './page-metadata'

export const dynamic = 'force-static'
const title = 'Dayfern · One Day at a Time'
const description =
  'Tees, layers and bags with prints cut from the natural world. Healing through nature, style and authentic expression.'
export const metadata: Metadata = {
  ...pageMetadata({ title, description, path: '/' }),
  title: { absolute: title },
}

const HomePage = () => <VisitorHome />

export default HomePage
