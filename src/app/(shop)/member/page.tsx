import type { Metadata } from 'next'
import { DayCounter } from '../../../components/home/day-counter'
import { Featured } from '../../../components/home/featured'
import { Kept } from '../../../components/home/kept'
import { Letter } from '../../../components/home/letter'
import { MemberHero } from '../../../components/home/member-hero'
import { ReflectionOfTheDay } from '../../../components/home/reflection-of-the-day'
import { LatestOrder } from '../../../components/order/latest-order'
import { ProductCard } from '../../../components/product/product-card'
import { env } from '../../../env'
import { getLatestOrder } from '../../../queries/get-buyer-order'
import { listSavedContent } from '../../../queries/saved-items'
import { getTodaysReflection } from '../../../queries/todays-reflection'
import { readFeatured } from '../reads'
import { signedIn } from '../signed-in'
import { VisitorHome } from '../visitor-home'

/** Shown at `/` to whoever is signed in (src/proxy.ts); nobody else comes here. */
export const metadata: Metadata = { title: { absolute: 'Dayfern · One Day at a Time' }, robots: { index: false }, alternates: { canonical: '/' } }

const featuredShown = 5
const keptShown = 3
const besideShown = 2

const MemberPage = async () => {
  const { payload, user } = await signedIn()
  // The session has ended, or its person was switched off: the page that everybody sees.
  if (!user) return <VisitorHome />
  const [order, reflection, kept, featured] = await Promise.all([
    getLatestOrder(payload, user.id), getTodaysReflection(payload, env.SHOP_TIME_ZONE), listSavedContent(payload, user.id, keptShown), readFeatured(featuredShown),
  ])
  return (
    <>
      <MemberHero name={user.firstName || user.username} />
      <div className="wrap grid gap-x-20 gap-y-16 pt-[clamp(2.6rem,5vw,5rem)] lg:grid-cols-2">
        {order
          ? <LatestOrder order={order} timeZone={env.SHOP_TIME_ZONE} />
          : <section aria-labelledby="to-wear" className="grid content-start gap-4">
              <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
                <h2 id="to-wear" className="text-h3">For ordinary days</h2>
                <a href="/products" className="link">See everything</a>
              </div>
              <ul className="grid grid-cols-2 gap-x-4 lg:gap-x-6">
                {featured.slice(0, besideShown).map((product) => <li key={product.id}><ProductCard product={product} sizes="(min-width: 64rem) 18rem, calc(50vw - 1.75rem)" /></li>)}
              </ul>
            </section>}
        {reflection ? <ReflectionOfTheDay piece={reflection} /> : null}
      </div>
      {kept.length > 0 ? <Kept pieces={kept} /> : null}
      <DayCounter />
      <Featured products={order ? featured : featured.slice(besideShown)} />
      <Letter />
    </>
  )
}

export default MemberPage
