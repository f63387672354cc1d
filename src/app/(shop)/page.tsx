import type { Metadata } from 'next'
import { Featured } from '../../components/home/featured'
import { Hero } from '../../components/home/hero'
import { Letter } from '../../components/home/letter'
import { Prints } from '../../components/home/prints'
import { Reads } from '../../components/home/reads'
import { Story } from '../../components/home/story'
import { readFeatured, readLatestContent, readSettings } from './reads'

export const dynamic = 'force-static'
export const metadata: Metadata = { alternates: { canonical: '/' } }

const featuredShown = 5
const contentShown = 3

const HomePage = async () => {
  const [{ tagline }, featured, pieces] = await Promise.all([readSettings(), readFeatured(featuredShown), readLatestContent(contentShown)])
  return (
    <>
      <Hero tagline={tagline} />
      <Featured products={featured} />
      <Prints />
      <Story />
      <Reads pieces={pieces} />
      <Letter />
    </>
  )
}

export default HomePage
