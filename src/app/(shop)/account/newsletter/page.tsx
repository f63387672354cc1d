import type { Metadata } from 'next'

import { requireCurrentUser } from '@/app/(shop)/current-user'
import { getSubscription } from '@/modules/newsletter/queries/get-subscription'
import { ButtonLink } from '@/ui/button'

import { NewsletterToggle } from './newsletter-toggle'

export const metadata: Metadata = { title: 'Newsletter' }

const NewsletterPage = async () => {
  const { payload, user } = await requireCurrentUser('/account/newsletter')
  const email = user.email?.toLowerCase()
  return (
    <div className="grid gap-6">
      <h1 className="text-d2">Newsletter</h1>
      {email ? (
        <NewsletterToggle email={email} initial={await getSubscription(payload, email)} />
      ) : (
        <section className="grid max-w-[40rem] justify-items-start gap-4 rounded-sheet bg-moss p-[clamp(1.5rem,3vw,2.4rem)]">
          <p>
            {user.pendingEmail
              ? 'The newsletter needs a confirmed email address. Open the link in the email we sent you.'
              : 'Your account has no email address, and that’s fine. If you’d like the newsletter, add one first.'}
          </p>
          <ButtonLink href="/account/security" variant="line">
            {user.pendingEmail ? 'Your email address' : 'Add an email address'}
          </ButtonLink>
        </section>
      )}
      <p className="max-w-[40rem] text-small text-ink-soft">
        You’ll still get emails about your orders and your account. Their subject lines are neutral,
        and they never contain ads. If you change your account’s email address, the newsletter moves
        with you.
      </p>
    </div>
  )
}

export default NewsletterPage
