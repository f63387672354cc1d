import type { Metadata } from 'next'
import { connection } from 'next/server'

import { ResubscribeForm } from '@/app/(shop)/newsletter/resubscribe-form'
import { undeliverableMessage } from '@/modules/newsletter/rules/subscription'
import { Button, ButtonLink } from '@/ui/button'
import { Emblem } from '@/ui/emblem'

export const metadata: Metadata = { title: 'Confirm your subscription' }

type Props = { searchParams: Promise<{ token?: string | string[]; is?: string | string[] }> }

const Done = () => (
  <>
    <Emblem name="unfurl" />
    <h1 className="text-d1">You’re subscribed</h1>
    <p className="max-w-[40rem] text-lead text-ink-soft">
      We’ll email you at most once a week. You can unsubscribe with one click in any email.
    </p>
    <p className="flex flex-wrap items-center gap-x-7 gap-y-4">
      <ButtonLink href="/reflections">Browse reflections</ButtonLink>
      <a href="/products" className="link">
        Visit the shop
      </a>
    </p>
  </>
)

const Expired = () => (
  <>
    <h1 className="text-d1">This link has expired</h1>
    <p className="max-w-[40rem] text-lead text-ink-soft">
      Confirmation links expire after 7 days, and only the latest one works. If you’d still like the
      newsletter, subscribe again.
    </p>
    <ResubscribeForm title="Send me a new link" />
  </>
)

const Bounced = () => (
  <>
    <h1 className="text-d1">We can’t email that address</h1>
    <p className="max-w-[40rem] text-lead text-ink-soft">{undeliverableMessage}</p>
    <ResubscribeForm title="Use another address" />
  </>
)

const Incomplete = () => (
  <>
    <h1 className="text-d1">We can’t read this link</h1>
    <p className="max-w-[40rem] text-lead text-ink-soft">
      Part of it may be missing. Please open it from the email again, or subscribe here.
    </p>
    <ResubscribeForm title="Send me a new link" />
  </>
)

/** Opening the page changes nothing, because email apps open links on their own; the button does. */
const ConfirmPage = async ({ searchParams }: Props) => {
  await connection()
  const { token, is } = await searchParams
  if (is === 'done') return <Done />
  if (is === 'bounced') return <Bounced />
  if (typeof is === 'string') return <Expired />
  if (typeof token !== 'string' || !/^\d+-[a-f0-9]+$/.test(token)) return <Incomplete />
  return (
    <>
      <h1 className="text-d1">Confirm your subscription</h1>
      <p className="max-w-[40rem] text-lead text-ink-soft">
        Our latest reflections, at most once a week. Unsubscribe anytime.
      </p>
      <form method="post" action={`/api/newsletter/confirm?token=${encodeURIComponent(token)}`}>
        <Button type="submit" size="lg">
          Subscribe
        </Button>
      </form>
      <p className="text-ink-soft">
        Changed your mind, or didn’t sign up? Close this page and we won’t email you.
      </p>
    </>
  )
}

export default ConfirmPage
