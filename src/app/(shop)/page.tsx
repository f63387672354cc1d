import type { Metadata } from 'next'
import { AboutTheShop } from '../../components/home/about-the-shop'
import { Featured } from '../../components/home/featured'
import { Hero } from '../../components/home/hero'
import { Letter } from '../../components/home/letter'
import { Prints } from '../../components/home/prints'
import { Reads } from '../../components/home/reads'
import { Story } from '../../components/home/story'
import { pageMetadata } from './page-metadata'
import { readFeatured, readLatestContent, readSettings } from './reads'

export const dynamic = 'force-static'
const title = 'Dayfern · One Day at a Time'
const description = 'Tees, layers and bags with prints cut from the natural world. Healing through nature, style and authentic expression.'
export const metadata: Metadata = { ...pageMetadata({ title, description, path: '/' }), title: { absolute: title } }

const featuredShown = 5
const contentShown = 3

const HomePage = async () => {
  const [{ tagline, contactEmail, social }, featured, pieces] = await Promise.all([readSettings(), readFeatured(featuredShown), readLatestContent(contentShown)])
  return (
    <>
      <Hero tagline={tagline} />
      <Featured products={featured} />
      <Prints />
      <Story />
      <Reads pieces={pieces} />
      <Letter />
      <AboutTheShop tagline={tagline} contactEmail={contactEmail} social={social} />
    </>
  )
}

export default HomePage
