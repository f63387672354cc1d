import type { Metadata } from 'next'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { EmailLink, NoScriptNote } from '@/components/no-script-note'

import { BalanceForm } from './balance-form'

export const metadata: Metadata = { title: 'Gift card balance', robots: { index: false } }

const GiftCardBalancePage = async () => {
  const { contactEmail } = await getCachedSettings()
  return (
    <div className="wrap pt-8 pb-[var(--sec)] lg:pt-14">
      <h1 className="text-d1">Gift card balance</h1>
      <p className="mt-4 mb-8 max-w-[34rem] text-lead text-ink-soft">
        Enter the code from the gift card’s email to see what’s left on it.
      </p>
      <NoScriptNote>
        This form needs JavaScript. You can also email <EmailLink email={contactEmail} />, and we’ll
        tell you the balance. Please don’t send us the whole code; the last 4 characters are enough.
      </NoScriptNote>
      <BalanceForm />
    </div>
  )
}

export default GiftCardBalancePage
