'use client'
import { useEffect, useRef, useState } from 'react'

import { CheckoutTotals } from '@/components/checkout/checkout-totals'
import { useCartQuote, useStoredCode } from '@/components/checkout/use-cart-quote'
import { LineItemThumbnail } from '@/components/order/line-item-thumbnail'
import { formatVariant } from '@/components/product/add-to-cart'
import { type CartLine, cartSubtotalCents, matchesCartLine } from '@/modules/checkout/rules/cart'
import { addGiftCards } from '@/modules/checkout/rules/gift-card-totals'
import { sumGiftCards } from '@/modules/gift-cards/rules'
import { type Cents, centsFromDollars, formatMoney } from '@/platform/money'
import { ButtonLink, iconButtonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { Modal } from '@/ui/modal'

import { cartDrawerStore } from './cart-drawer-store'
import { cartStore } from './cart-store'
import type { CheckedLine } from './check-cart'
import { GiftCardLines, giftCardTitle } from './gift-card-lines'
import { type CartGiftCard, giftCardStore, useGiftCards } from './gift-card-store'
import { useCart } from './use-cart'

type Removed = { name: string; restore: () => void }

const removeLine = (line: CartLine, at: number): Removed => {
  cartStore.remove(line)
  return { name: line.name, restore: () => cartStore.restore([{ line, at }]) }
}

const removeGiftCard = (card: CartGiftCard, cards: readonly CartGiftCard[]): Removed => {
  giftCardStore.remove([card.id])
  const at = cards.indexOf(card)
  return { name: giftCardTitle(card), restore: () => giftCardStore.restore(card, at) }
}

/** The shop's current price once it has responded. The stored price stays in the cart, whose page shows both. */
const linePrice = (line: CartLine, checked: CheckedLine | undefined): string =>
  checked?.status === 'gone'
    ? 'No longer available'
    : checked?.status === 'unavailable'
      ? 'Sold out'
      : formatMoney((checked?.unitCents ?? centsFromDollars(line.price)) * line.quantity)

type LineProps = { line: CartLine; checked: CheckedLine | undefined; onRemove: () => void }

const Line = ({ line, checked, onRemove }: LineProps) => {
  const variant = formatVariant(line)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 border-t border-line py-3">
      <LineItemThumbnail src={line.image} className="w-14" />
      <div className="min-w-0">
        <p className="leading-snug font-semibold">{line.name}</p>
        <p className="text-small text-ink-soft">
          {[variant, `Qty ${line.quantity}`].filter(Boolean).join(' · ')}
        </p>
        <p className="nums text-small">{linePrice(line, checked)}</p>
      </div>
      <button
        type="button"
        className={iconButtonClass()}
        aria-label={`Remove ${[line.name, variant].filter(Boolean).join(', ')}`}
        onClick={onRemove}
      >
        <Icon name="trash" />
      </button>
    </li>
  )
}

const UndoRemoval = ({ removed, onUndo }: { removed: Removed; onUndo: () => void }) => {
  const button = useRef<HTMLButtonElement>(null)
  // The pressed button is gone, so the focus moves to the way back.
  useEffect(() => button.current?.focus(), [removed])
  return (
    <p className="flex items-baseline justify-between gap-4 rounded-block bg-moss px-4 py-2.5 text-small">
      <span role="status">{removed.name} removed.</span>
      <button ref={button} type="button" className="link cursor-pointer py-1" onClick={onUndo}>
        Undo
      </button>
    </p>
  )
}

/** The totals of the checkout before tax; only the subtotal until the shop responds. */
const DrawerTotals = ({
  items,
  giftCardCents,
  onLines,
}: {
  items: readonly CartLine[]
  giftCardCents: Cents
  onLines: (lines: readonly CheckedLine[]) => void
}) => {
  const code = useStoredCode(true)
  const { quote } = useCartQuote({ items, place: null, code, onLines }, items.length > 0)
  return quote?.totals ? (
    <CheckoutTotals
      totals={addGiftCards(quote.totals, giftCardCents)}
      discounts={quote.discounts}
      noTaxText="At checkout"
    />
  ) : (
    <p className="nums flex justify-between border-t border-line pt-4 font-semibold">
      <span>Subtotal</span>
      <span>{formatMoney(cartSubtotalCents(items) + giftCardCents)}</span>
    </p>
  )
}

/** The cart beside the page, opened from the toast after adding. Opens when it is rendered. */
export function CartDrawer() {
  const { cart } = useCart()
  const giftCards = useGiftCards()
  const dialog = useRef<HTMLDialogElement>(null)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const [checked, setChecked] = useState<readonly CheckedLine[]>([])
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <Modal ref={dialog} title="Your cart" shape="drawer" onClose={cartDrawerStore.close}>
      <div className="mt-4 grid gap-4">
        {removed ? (
          <UndoRemoval
            removed={removed}
            onUndo={() => {
              removed.restore()
              setRemoved(null)
              dialog.current?.querySelector('button')?.focus()
            }}
          />
        ) : null}
        {cart.items.length === 0 && giftCards.length === 0 ? (
          <p className="text-ink-soft">Your cart is empty.</p>
        ) : (
          <>
            <ul aria-label="Items in your cart" className="empty:hidden">
              {cart.items.map((line, at) => (
                <Line
                  key={`${line.productId}/${line.size}/${line.color}`}
                  line={line}
                  checked={checked.find((checkedLine) => matchesCartLine(line, checkedLine))}
                  onRemove={() => setRemoved(removeLine(line, at))}
                />
              ))}
            </ul>
            <GiftCardLines
              cards={giftCards}
              onRemove={(card) => setRemoved(removeGiftCard(card, giftCards))}
            />
            <DrawerTotals
              items={cart.items}
              giftCardCents={sumGiftCards(giftCards)}
              onLines={setChecked}
            />
            <div className="grid gap-2.5">
              <ButtonLink href="/checkout">Checkout</ButtonLink>
              <ButtonLink href="/cart" variant="line">
                View cart
              </ButtonLink>
            </div>
          </>
        )}
      </div>
    </Modal>
  )
}
