import config from '@payload-config'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { getPayload } from 'payload'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { ReorderButton } from '@/components/cart/reorder-button'
import { ScriptsNeeded } from '@/components/no-script-note'
import { LineItemThumbnail } from '@/components/order/line-item-thumbnail'
import { formatVariant } from '@/components/product/add-to-cart'
import { priceCart, type PricedCartLine } from '@/modules/checkout/queries'
import { parseCartToken } from '@/modules/one-time-emails/links'
import { formatMoney } from '@/platform/money'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

/** Reached by a link from an email. */
export const metadata: Metadata = {
  title: 'Your saved cart',
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'no-referrer',
}

type Props = { searchParams: Promise<{ items?: string | string[] }> }

const reasons = {
  expired: {
    title: 'This link has expired',
    text: 'Cart links work for 30 days. Your cart is still on the device you emailed it from, unless you’ve emptied it.',
  },
  unreadable: {
    title: 'We can’t read this link',
    text: 'Part of it may be missing. Please open it from the email again.',
  },
  gone: { title: 'These items are gone', text: 'Nothing in this cart is available anymore.' },
} as const

const Unavailable = ({ reason }: { reason: keyof typeof reasons }) => (
  <EmptyState
    emblem="stone-by-stone"
    title={reasons[reason].title}
    level="h1"
    action={<ButtonLink href="/products">Shop all</ButtonLink>}
  >
    <p>{reasons[reason].text}</p>
  </EmptyState>
)

const Line = ({ line }: { line: PricedCartLine }) => (
  <li className="flex items-center gap-4 border-t border-line py-4">
    <LineItemThumbnail src={line.image ? `${line.image}-320.webp` : null} className="w-16" />
    <div className="min-w-0 flex-1">
      <p className="font-semibold wrap-anywhere">{line.name}</p>
      <p className="text-small text-ink-soft">
        {[formatVariant(line), `Quantity: ${line.quantity}`].filter(Boolean).join(' · ')}
      </p>
    </div>
    <p className="nums text-right text-small">
      {line.status === 'ok' && line.unitCents !== null
        ? formatMoney(line.unitCents * line.quantity)
        : 'Sold out'}
    </p>
  </li>
)

/** Opening the page changes nothing, because email apps open links on their own; the button does. */
const SavedCartPage = async ({ searchParams }: Props) => {
  await connection()
  const { items } = await searchParams
  const lines = typeof items === 'string' ? parseCartToken(items, new Date()) : null
  if (lines === null) return <Unavailable reason="unreadable" />
  if (lines === 'expired') return <Unavailable reason="expired" />
  const priced = (await priceCart(await getPayload({ config }), lines)).filter(
    ({ status }) => status !== 'gone',
  )
  if (priced.length === 0) return <Unavailable reason="gone" />
  const { contactEmail } = await getCachedSettings()
  return (
    <div className="wrap grid max-w-[44rem] justify-items-stretch gap-6 pt-[clamp(1.4rem,3vw,3rem)] pb-(--sec)">
      <h1 className="text-d1">Your saved cart</h1>
      <p className="text-lead text-ink-soft">
        These are today’s prices. Adding these items won’t replace what’s in your cart on this
        device.
      </p>
      <ul aria-label="Items in your saved cart">
        {priced.map((line) => (
          <Line key={`${line.productId} ${line.color} ${line.size}`} line={line} />
        ))}
      </ul>
      <ScriptsNeeded what="Your cart" email={contactEmail} />
      <div className="flex flex-wrap items-center gap-4 noscript:hidden">
        <ReorderButton
          label="Add to cart"
          lines={priced.map(({ productId, name, image, size, color, quantity }) => ({
            productId,
            name,
            image: image ? `${image}-320.webp` : null,
            size,
            color,
            quantity,
          }))}
        />
      </div>
    </div>
  )
}

export default SavedCartPage
