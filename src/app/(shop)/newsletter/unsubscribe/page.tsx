import type { Metadata } from 'next'
import { connection } from 'next/server'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { ResubscribeForm } from '@/app/(shop)/newsletter/resubscribe-form'
import { LinkMessage, UnreadableLink } from '@/components/link-message'
import { EmailLink } from '@/components/no-script-note'
import { Button } from '@/ui/button'

export const metadata: Metadata = { title: 'Unsubscribe' }

type Props = {
  searchParams: Promise<{ s?: string | string[]; key?: string | string[]; is?: string | string[] }>
}

const Done = () => (
  <>
    <LinkMessage title="Unsubscribed">
      You’re unsubscribed. You’ll still get emails about your orders. Take care.
    </LinkMessage>
    <ResubscribeForm title="Changed your mind?" />
  </>
)

const Unknown = ({ contactEmail }: { contactEmail: string }) => (
  <UnreadableLink>
    email <EmailLink email={contactEmail} href={`mailto:${contactEmail}?subject=Unsubscribe`} />{' '}
    from the address that gets the newsletter, and we’ll take you off the list.
  </UnreadableLink>
)

/** Opening the page changes nothing, because email apps open links on their own; the button does. */
const UnsubscribePage = async ({ searchParams }: Props) => {
  await connection()
  const { s, key, is } = await searchParams
  if (is === 'done') return <Done />
  if (
    typeof s !== 'string' ||
    typeof key !== 'string' ||
    !/^\d{1,9}$/.test(s) ||
    !/^[a-f0-9]{32}$/.test(key)
  )
    return <Unknown contactEmail={(await getCachedSettings()).contactEmail} />
  return (
    <>
      <LinkMessage title="Unsubscribe?">
        We’ll stop sending the newsletter to this address. You can come back anytime.
      </LinkMessage>
      <form method="post" action={`/api/newsletter/unsubscribe?s=${s}&key=${key}`}>
        <Button type="submit" size="lg">
          Unsubscribe
        </Button>
      </form>
      <p>
        <a href="/" className="link">
          Stay subscribed
        </a>
      </p>
    </>
  )
}

export default UnsubscribePage
