import type { Metadata } from 'next'

import { VisitorHome } from '@/app/(shop)/_home/visitor-home'
import { getCachedFeaturedProducts } from '@/app/(shop)/cached-queries'
import { getCurrentUser, greetingName } from '@/app/(shop)/current-user'
import { FeaturedProducts } from '@/components/home/featured-products'
import { NewsletterSection } from '@/components/home/newsletter-section'
import { LatestOrder } from '@/components/order/latest-order'
import { ProductCard } from '@/components/product/product-card'
import { listSavedContent } from '@/modules/accounts/queries/saved-items'
import { getTodaysReflection } from '@/modules/content/queries/todays-reflection'
import { getLatestOrder } from '@/modules/orders/queries/get-customer-order'
import { env } from '@/platform/env'

import { DailyReflection } from './daily-reflection'
import { DayCounter } from './day-counter'
import { MemberHero } from './member-hero'
import { SavedContent } from './saved-content'

/** Shown at `/` to signed-in people only (src/proxy.ts). */
export const metadata: Metadata = {
  title: { absolute: 'Dayfern · One Day at a Time' },
  robots: { index: false },
  alternates: { canonical: '/' },
}

const featuredShown = 5
const savedShown = 3
const besideShown = 2

const MemberPage = async () => {
  const { payload, user } = await getCurrentUser()
  // The session has ended, or the user was disabled.
  if (!user) return <VisitorHome />
  const [order, reflection, saved, featured] = await Promise.all([
    getLatestOrder(payload, user.id),
    getTodaysReflection(payload, env.SHOP_TIME_ZONE),
    listSavedContent(payload, user.id, savedShown),
    getCachedFeaturedProducts(featuredShown),
  ])
  return (
    <>
      <MemberHero name={greetingName(user)} />
      <div className="wrap grid gap-x-20 gap-y-16 pt-[clamp(2.6rem,5vw,5rem)] lg:grid-cols-2">
        {order ? (
          <div className="grid content-start gap-10">
            <LatestOrder order={order} timeZone={env.SHOP_TIME_ZONE} />
            <DayCounter />
          </div>
        ) : (
          <section aria-labelledby="to-wear" className="grid content-start gap-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <h2 id="to-wear" className="text-h3">
                For everyday wear
              </h2>
              <a href="/products" className="link">
                See everything
              </a>
            </div>
            <ul className="grid grid-cols-2 gap-x-4 lg:gap-x-6">
              {featured.slice(0, besideShown).map((product) => (
                <li key={product.id}>
                  <ProductCard
                    product={product}
                    sizes="(min-width: 64rem) 18rem, calc(50vw - 1.75rem)"
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
        {reflection ? <DailyReflection content={reflection} /> : null}
      </div>
      {saved.length > 0 ? <SavedContent items={saved} /> : null}
      {order ? null : <DayCounter className="wrap pt-(--sec)" />}
      <FeaturedProducts products={order ? featured : featured.slice(besideShown)} />
      <NewsletterSection />
    </>
  )
}

export default MemberPage
