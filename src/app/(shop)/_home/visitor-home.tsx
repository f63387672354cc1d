import {
  getCachedFeaturedProducts,
  getCachedLatestContent,
  getCachedSettings,
} from '@/app/(shop)/cached-queries'
import { FeaturedProducts } from '@/components/home/featured-products'
import { NewsletterSection } from '@/components/home/newsletter-section'

import { AboutSection } from './about-section'
import { Hero } from './hero'
import { LatestContentSection } from './latest-content-section'
import { MotifsSection } from './motifs-section'
import { OrganizationData } from './organization-data'

const featuredShown = 5
const contentShown = 3

export async function VisitorHome() {
  const [{ tagline, contactEmail, social }, featured, articles] = await Promise.all([
    getCachedSettings(),
    getCachedFeaturedProducts(featuredShown),
    getCachedLatestContent(contentShown),
  ])
  return (
    <>
      <Hero tagline={tagline} />
      <FeaturedProducts products={featured} />
      <MotifsSection />
      <AboutSection />
      <LatestContentSection articles={articles} />
      <NewsletterSection />
      <OrganizationData tagline={tagline} contactEmail={contactEmail} social={social} />
    </>
  )
}
