import type { Metadata } from 'next'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { ScriptsNeeded } from '@/components/no-script-note'
import { Scene } from '@/components/scene'
import { env } from '@/platform/env'

import { GiftCardForm } from './gift-card-form'

export const metadata: Metadata = {
  title: 'Gift cards',
  description: 'Give a Dayfern gift card. We email it on the day you choose. It never expires.',
  alternates: { canonical: '/gift-cards' },
}

const GiftCardsPage = async () => {
  const { giftCards, contactEmail } = await getCachedSettings()
  return (
    <div className="wrap grid gap-10 pt-8 pb-[var(--sec)] lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:items-start lg:gap-22 lg:pt-14">
      <div>
        <h1 className="text-d1">Gift cards</h1>
        {giftCards.isForSale ? (
          <>
            <p className="mt-4 mb-8 max-w-[34rem] text-lead text-ink-soft">
              Let someone choose for themselves. We email the card on the day you pick, and it never
              expires.
            </p>
            <ScriptsNeeded email={contactEmail} />
            <GiftCardForm settings={giftCards} timeZone={env.SHOP_TIME_ZONE} />
          </>
        ) : (
          <p className="mt-4 max-w-[34rem] text-lead text-ink-soft">
            We aren’t selling gift cards right now. If you have one, you can still use it at
            checkout.
          </p>
        )}
        <p className="mt-8 text-small text-ink-soft">
          Have a gift card?{' '}
          <a href="/gift-cards/balance" className="link text-ink">
            Check its balance
          </a>
        </p>
      </div>
      <div className="aspect-4/5 max-h-[38rem] w-full overflow-hidden rounded-sheet max-lg:hidden">
        <Scene
          place="meadow"
          sizes="(min-width: 64rem) 85rem, 1px"
          className="size-full object-cover"
        />
      </div>
    </div>
  )
}

export default GiftCardsPage
