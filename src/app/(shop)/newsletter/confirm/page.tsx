import type { Metadata } from 'next'
import { connection } from 'next/server'

import { ResubscribeForm } from '@/app/(shop)/newsletter/resubscribe-form'
import { Button, ButtonLink } from '@/ui/button'
import { Emblem } from '@/ui/emblem'

export const metadata: Metadata = { title: 'Confirm the letter' }

type Props = { searchParams: Promise<{ token?: string | string[]; is?: string | string[] }> }

const Done = () => (
  <>
    <Emblem name="unfurl" />
    <h1 className="text-d1">You’re on the list</h1>
    <p className="max-w-[40rem] text-lead text-ink-soft">
      The letter comes once a week. Each one has a link to leave with, and one click is enough.
    </p>
    <p className="flex flex-wrap items-center gap-x-7 gap-y-4">
      <ButtonLink href="/reflections">Something to read until then</ButtonLink>
      <a href="/products" className="link">
        Visit the shop
      </a>
    </p>
  </>
)

const Expired = () => (
  <>
    <h1 className="text-d1">This link has rested too long</h1>
    <p className="max-w-[40rem] text-lead text-ink-soft">
      It works for seven days, and only the newest one counts. Nothing has changed. If you’d still
      like the letter, ask once more.
    </p>
    <ResubscribeForm title="Send me a new link" />
  </>
)

/** Opening the page changes nothing, because mail programs open links by themselves; the button does. */
const ConfirmPage = async ({ searchParams }: Props) => {
  await connection()
  const { token, is } = await searchParams
  if (is === 'done') return <Done />
  if (typeof token !== 'string' || !/^\d+-[a-f0-9]+$/.test(token)) return <Expired />
  return (
    <>
      <h1 className="text-d1">Shall we send you the letter?</h1>
      <p className="max-w-[40rem] text-lead text-ink-soft">
        One reflection, one small practice, and first word of new prints. It comes once a week, and
        you can leave any time.
      </p>
      <form method="post" action={`/api/newsletter/confirm?token=${encodeURIComponent(token)}`}>
        <Button type="submit" size="lg">
          Yes, send me the letter
        </Button>
      </form>
      <p className="text-ink-soft">
        Not you, or not now? Close this page. Without the button no letter is sent.
      </p>
    </>
  )
}

export default ConfirmPage
