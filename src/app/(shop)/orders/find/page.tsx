import type { Metadata } from 'next'
import { connection } from 'next/server'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { ScriptsNeeded } from '@/components/no-script-note'
import { Scene } from '@/components/scene'

import { FindOrderForm } from './find-order-form'

export const metadata: Metadata = { title: 'Find your order', robots: { index: false } }

const FindOrderPage = async () => {
  // Pages under /orders have their own nonce (src/proxy.ts).
  await connection()
  const { contactEmail } = await getCachedSettings()
  return (
    <div className="wrap grid gap-10 pt-8 pb-[var(--sec)] lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:items-center lg:gap-22 lg:pt-14">
      <div>
        <h1 className="text-d1">Find your order</h1>
        <p className="mt-4 mb-8 max-w-[34rem] text-lead text-ink-soft">
          Enter your order number and email, and we’ll send you a link to your order.
        </p>
        <ScriptsNeeded email={contactEmail} />
        <FindOrderForm />
        <p className="mt-8 text-small text-ink-soft">
          Don’t have your order number? Email{' '}
          <a href={`mailto:${contactEmail}`} className="link text-ink">
            {contactEmail}
          </a>
          .
        </p>
      </div>
      <div className="aspect-4/5 max-h-[38rem] w-full overflow-hidden rounded-sheet max-lg:hidden">
        <Scene
          place="stillwater"
          sizes="(min-width: 64rem) 40vw, 1px"
          className="size-full object-cover"
        />
      </div>
    </div>
  )
}

export default FindOrderPage
