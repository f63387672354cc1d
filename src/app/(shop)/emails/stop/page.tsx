import type { Metadata } from 'next'
import { connection } from 'next/server'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
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
    <h1 className="text-d1">Requests canceled</h1>
    <p className="max-w-[40rem] text-lead text-ink-soft">
      We canceled every email this address asked for. You’ll still get emails about your orders.
    </p>
    <p>
      <a href="/" className="link">
        Visit the shop
      </a>
    </p>
  </>
)

const Unknown = ({ contactEmail }: { contactEmail: string }) => (
  <>
    <h1 className="text-d1">We can’t read this link</h1>
    <p className="max-w-[40rem] text-lead text-ink-soft">
      Part of it may be missing. Please open it from the email again, or email{' '}
      <EmailLink email={contactEmail} /> and we’ll cancel your requests.
    </p>
  </>
)

const Ask = ({ token }: { token: string }) => (
  <>
    <h1 className="text-d1">Cancel your requests?</h1>
    <p className="max-w-[40rem] text-lead text-ink-soft">
      We’ll cancel every email this address asked for and hasn’t received yet: restock emails,
      carts, and review reminders.
    </p>
    <form method="post" action={`/api/emails/stop?token=${encodeURIComponent(token)}`}>
      <Button type="submit" size="lg">
        Cancel all requests
      </Button>
    </form>
  </>
)

/** Opening the page changes nothing, because mail programs open links by themselves; the button does. */
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
