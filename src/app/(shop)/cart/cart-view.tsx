'use client'
import { type RefObject, useRef } from 'react'

import { cartStore } from '@/components/cart/cart-store'
import { EmptyCart } from '@/components/cart/empty-cart'
import { GiftCardLines, giftCardTitle } from '@/components/cart/gift-card-lines'
import { type CartGiftCard, giftCardStore, useGiftCards } from '@/components/cart/gift-card-store'
import { useCart } from '@/components/cart/use-cart'
import type { OrderPromisesProps } from '@/components/checkout/order-promises'
import { RecentlyViewed } from '@/components/product/recently-viewed'
import {
  cartLimits,
  type CartLine,
  cartSubtotalCents,
  remainingCartUnits,
} from '@/modules/checkout/rules/cart'
import { addGiftCards } from '@/modules/checkout/rules/gift-card-totals'
import { sumGiftCards } from '@/modules/gift-cards/rules'
import { formatMoney } from '@/platform/money'
import { showToast } from '@/ui/toast'

import { CartLineItem } from './cart-line-item'
import { CartSkeleton } from './cart-skeleton'
import { CartSummary } from './cart-summary'
import { ClearCartButton } from './clear-cart-button'
import { EmailCart } from './email-cart'
import { type ShippingRules, useCartTotals } from './use-cart-totals'
import { type LineIssue, lineKey, useCartValidation } from './use-cart-validation'

/** Why this cart can't be ordered; empty if it can. */
const blockedBy = (items: readonly CartLine[], someGone: boolean, count: number): string => {
  if (someGone) return 'Please remove the unavailable items to check out.'
  if (count > cartLimits.units)
    return `Orders are limited to ${cartLimits.units} items, and you have ${count}. Please remove some to check out.`
  if (cartSubtotalCents(items) > cartLimits.totalCents)
    return `Orders are limited to ${formatMoney(cartLimits.totalCents)}. Please remove something to check out.`
  return ''
}

type LinesProps = {
  list: RefObject<HTMLUListElement | null>
  issues: Record<string, LineIssue>
  finalSale: ReadonlySet<string>
  onRemove: (line: CartLine) => void
}

const CartLines = ({ list, issues, finalSale, onRemove }: LinesProps) => {
  const { cart, count } = useCart()
  return (
    <div>
      <ul ref={list} tabIndex={-1} aria-label="Items in your cart" className="outline-none">
        {cart.items.map((line) => (
          <CartLineItem
            key={lineKey(line)}
            line={line}
            note={issues[lineKey(line)]}
            isFinalSale={finalSale.has(lineKey(line))}
            room={remainingCartUnits(cart.items)}
            onQuantity={(quantity) => cartStore.setQuantity(line, quantity)}
            onRemove={() => onRemove(line)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-4">
        <a className="link" href="/products">
          Keep shopping
        </a>
        <ClearCartButton
          count={count}
          onClear={() => {
            const removed = cart.items.map((line, at) => ({ line, at }))
            cartStore.clear()
            showToast({ title: 'Cart cleared', undo: () => cartStore.restore(removed) })
            document.getElementById('main')?.focus()
          }}
        />
      </div>
    </div>
  )
}

const CartGiftCards = ({ cards }: { cards: readonly CartGiftCard[] }) => {
  const remove = (card: CartGiftCard): void => {
    const at = cards.indexOf(card)
    giftCardStore.remove([card.id])
    showToast({
      title: 'Removed from cart',
      text: `${giftCardTitle(card)}.`,
      undo: () => giftCardStore.restore(card, at),
    })
    document.getElementById('main')?.focus()
  }
  return (
    <section className="grid gap-4 border-t border-line py-6">
      <h2 className="text-h3">Gift cards</h2>
      <GiftCardLines cards={cards} onRemove={remove} />
    </section>
  )
}

const listIssues = (
  items: readonly CartLine[],
  issues: Record<string, LineIssue>,
): readonly string[] =>
  items.flatMap((line) =>
    issues[lineKey(line)] ? [`${line.name}: ${issues[lineKey(line)]?.text}`] : [],
  )

/**
 * What this visitor viewed, without what is in the cart. Here, because product pages don’t load the
 * cart’s rules.
 */
export function RecentlyViewedInCart() {
  const { cart, ready } = useCart()
  return ready ? <RecentlyViewed others={cart.items.map(({ productId }) => productId)} /> : null
}

type Props = {
  shipping: ShippingRules
  promises: OrderPromisesProps
  /** Whether the cart can be sent by email. */
  canEmail: boolean
  hasExpressCheckout: boolean
}

export function CartView({ shipping, promises, canEmail, hasExpressCheckout }: Props) {
  const { cart, count, ready } = useCart()
  const giftCards = useGiftCards()
  const { notes: issues, finalSale, onLines } = useCartValidation()
  const isGone = (line: CartLine): boolean => issues[lineKey(line)]?.isGone ?? false
  const sold = cart.items.filter((line) => !isGone(line))
  const totals = useCartTotals({ items: cart.items, sold }, shipping, { ready, onLines })
  const list = useRef<HTMLUListElement>(null)

  const remove = (line: CartLine): void => {
    const at = cart.items.indexOf(line)
    cartStore.remove(line)
    showToast({
      title: 'Removed from cart',
      text: `${line.name}.`,
      undo: () => cartStore.restore([{ line, at }]),
    })
    const next = cart.items.length > 1 ? list.current : document.getElementById('main')
    next?.focus()
  }
  const changed = listIssues(cart.items, issues)
  const title = <h1 className="pt-[clamp(1.4rem,3vw,3rem)] pb-6.5 text-d1">Your cart</h1>

  if (!ready)
    return (
      <>
        {title}
        <CartSkeleton />
      </>
    )
  if (cart.items.length === 0 && giftCards.length === 0) return <EmptyCart />
  return (
    <>
      {title}
      <p role="status" className="sr-only">
        {changed.length > 0 ? `Your cart has changed. ${changed.join(' ')}` : ''}
      </p>
      <div className="grid gap-9.5 pb-(--sec) lg:grid-cols-[minmax(0,7.4fr)_minmax(0,4.6fr)] lg:items-start lg:gap-20">
        <div className="grid min-w-0 gap-4">
          {cart.items.length > 0 ? (
            <CartLines {...{ list, issues, finalSale }} onRemove={remove} />
          ) : null}
          {giftCards.length > 0 ? <CartGiftCards cards={giftCards} /> : null}
          {canEmail && cart.items.length > 0 ? <EmailCart items={cart.items} /> : null}
        </div>
        <CartSummary
          {...totals}
          totals={addGiftCards(totals.totals, sumGiftCards(giftCards))}
          freeShippingFromCents={shipping.freeShippingFromCents}
          promises={promises}
          hasExpressCheckout={hasExpressCheckout}
          isEstimate={shipping.shippingSource !== 'flat'}
          blocked={blockedBy(cart.items, cart.items.some(isGone), count)}
        />
      </div>
    </>
  )
}
