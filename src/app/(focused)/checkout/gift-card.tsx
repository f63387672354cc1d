'use client'
import { Suspense, useState } from 'react'

import { type Cents, formatMoney } from '@/platform/money'

import { focusFirst, RemoveButton } from './code-parts'
import { CodeForm, isReady } from './discount-code'
import type { GiftCardState } from './use-gift-card'

type Props = {
  card: GiftCardState
  paidCents: Cents
  dueCents?: Cents
  paysFor?: string
  disabled: boolean
}

/**
 * Lets the buyer pay with one gift card. It pays what it can; the rest is paid with PayPal. `dueCents` is that rest,
 * if no totals are shown nearby.
 */
export function GiftCard({ card, paidCents, dueCents, paysFor = 'this order', disabled }: Props) {
  const { entered, message, hasFailed, remove } = card
  const [isOpen, setIsOpen] = useState(false)
  if (entered)
    return (
      <p
        ref={isOpen ? focusFirst : undefined}
        role="status"
        className="flex flex-wrap items-center justify-between gap-x-4 text-small"
      >
        <span>
          Gift card ending in <b className="font-semibold">{entered.lastFour}</b>.{' '}
          {dueCents ? (
            <>
              It covers {formatMoney(paidCents)} of {paysFor}.{' '}
              <b className="font-semibold">{formatMoney(dueCents)} left to pay.</b>
            </>
          ) : (
            `${formatMoney(entered.balanceCents - paidCents)} left after ${paysFor}.`
          )}
        </span>
        <RemoveButton name="gift card" disabled={disabled} onClick={remove} />
      </p>
    )
  if (!isOpen && !message && !hasFailed)
    return (
      <button
        type="button"
        className="link min-h-11 justify-self-start text-small"
        disabled={disabled}
        onClick={() => void isReady().then(setIsOpen)}
      >
        Use a gift card
      </button>
    )
  return (
    <Suspense>
      <CodeForm
        label="Gift card code"
        name="giftCardCode"
        code={card}
        takesFocus={isOpen}
        disabled={disabled}
      />
    </Suspense>
  )
}
