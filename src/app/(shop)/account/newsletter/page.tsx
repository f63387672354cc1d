import type { Metadata } from 'next'

import { requireCurrentUser } from '@/app/(shop)/current-user'
import { getSubscription } from '@/modules/newsletter/queries/get-subscription'
import { ButtonLink } from '@/ui/button'

import { NewsletterToggle } from './newsletter-toggle'

export const metadata: Metadata = { title: 'Letters' }

const LettersPage = async () => {
  const { payload, user } = await requireCurrentUser('/account/newsletter')
  const email = user.email?.toLowerCase()
  return (
    <div className="grid gap-6">
      <h1 className="text-d2">Letters</h1>
      {email ? (
        <NewsletterToggle email={email} initial={await getSubscription(payload, email)} />
      ) : (
        <section className="grid max-w-[40rem] justify-items-start gap-4 rounded-sheet bg-moss p-[clamp(1.5rem,3vw,2.4rem)]">
          <p>
            {user.pendingEmail
              ? 'The letter needs an address that you have confirmed. Please open the link in the mail we sent you.'
              : 'The letter comes by mail, and your account has no email address. That’s fine. If you’d like the letter, add one first.'}
          </p>
          <ButtonLink href="/account/security" variant="line">
            {user.pendingEmail ? 'Your email address' : 'Add an email address'}
          </ButtonLink>
        </section>
      )}
      <p className="max-w-[40rem] text-small text-ink-soft">
        Mails about your orders and your account are sent either way. They have neutral subjects and
        never any advertising.
      </p>
    </div>
  )
}

export default LettersPage
