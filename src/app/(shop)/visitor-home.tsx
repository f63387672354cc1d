import { AboutTheShop } from '../../components/home/about-the-shop'
import { Featured } from '../../components/home/featured'
import { Hero } from '../../components/home/hero'
import { Letter } from '../../components/home/letter'
import { Prints } from '../../components/home/prints'
import { Reads } from '../../components/home/reads'
import { Story } from '../../components/home/story'
import { readFeatured, readLatestContent, readSettings } from './reads'

const featuredShown = 5
const contentShown = 3

/** The front page of everybody who is not signed in. */
export const VisitorHome = async () => {
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
