import type { Metadata } from 'next'
import { connection } from 'next/server'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { LinkMessage, UnreadableLink } from '@/components/link-message'
import { EmailLink } from '@/components/no-script-note'
import { Button } from '@/ui/button'

/** Reached by a personal link. */
export const metadata: Metadata = {
  title: 'Cancel requested emails',
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'no-referrer',
}

type Props = { searchParams: Promise<{ token?: string | string[]; is?: string | string[] }> }

const Done = () => (
  <>
    <LinkMessage title="Requests canceled">
      We canceled every email requested for this address. You’ll still get emails about your orders.
    </LinkMessage>
    <p>
      <a href="/" className="link">
        Visit the shop
      </a>
    </p>
  </>
)

const Unknown = ({ contactEmail }: { contactEmail: string }) => (
  <UnreadableLink>
    email <EmailLink email={contactEmail} /> and we’ll cancel your requests.
  </UnreadableLink>
)

const Ask = ({ token }: { token: string }) => (
  <>
    <LinkMessage title="Cancel your requests?">
      We’ll cancel every email requested for this address that we haven’t sent yet: restock emails,
      carts, and review reminders.
    </LinkMessage>
    <form method="post" action={`/api/emails/stop?token=${encodeURIComponent(token)}`}>
      <Button type="submit" size="lg">
        Cancel all requests
      </Button>
    </form>
  </>
)

/** Opening the page changes nothing, because email apps open links on their own; the button does. */
const StopPage = async ({ searchParams }: Props) => {
  await connection()
  const { token, is } = await searchParams
  return (
    <div className="wrap grid justify-items-start gap-6 pt-[clamp(1.4rem,3vw,3rem)] pb-(--sec)">
      {is === 'done' ? (
        <Done />
      ) : typeof token === 'string' && /^[\w.-]{20,1000}$/.test(token) ? (
        <Ask token={token} />
      ) : (
        <Unknown contactEmail={(await getCachedSettings()).contactEmail} />
      )}
    </div>
  )
}

export default StopPage
