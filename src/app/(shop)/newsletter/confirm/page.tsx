import type { Metadata } from 'next'
import { connection } from 'next/server'

import { ResubscribeForm } from '@/app/(shop)/newsletter/resubscribe-form'
import { LinkMessage, UnreadableLink } from '@/components/link-message'
import { undeliverableMessage } from '@/modules/newsletter/rules/subscription'
import { Button, ButtonLink } from '@/ui/button'
import { Emblem } from '@/ui/emblem'

export const metadata: Metadata = { title: 'Confirm your subscription' }

type Props = { searchParams: Promise<{ token?: string | string[]; is?: string | string[] }> }

const Done = () => (
  <>
    <Emblem name="unfurl" />
    <LinkMessage title="You’re subscribed">
      We’ll email you at most once a week. You can unsubscribe with one click in any email.
    </LinkMessage>
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
    <LinkMessage title="This link has expired">
      Confirmation links expire after 7 days, and only the latest one works. If you’d still like the
      newsletter, subscribe again.
    </LinkMessage>
    <ResubscribeForm title="Send me a new link" />
  </>
)

const Bounced = () => (
  <>
    <LinkMessage title="We can’t email that address">{undeliverableMessage}</LinkMessage>
    <ResubscribeForm title="Use another address" />
  </>
)

const Incomplete = () => (
  <>
    <UnreadableLink>subscribe here.</UnreadableLink>
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
      <LinkMessage title="Confirm your subscription">
        Our latest reflections, at most once a week. Unsubscribe anytime.
      </LinkMessage>
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
