'use client'
import { Suspense } from 'react'

import { giftCardTitle } from '@/components/cart/gift-card-lines'
import { LongDate } from '@/components/content/long-date'
import { Section } from '@/components/layout/section'
import type { OrderGiftCard } from '@/modules/gift-cards/queries'
import { formatDay } from '@/platform/calendar-days'
import { formatMoney } from '@/platform/money'
import { lazyDialog } from '@/ui/lazy-dialog'

import type { RecipientFormProps } from './recipient-form'
import { useInPlaceForm } from './use-in-place-form'
import type { ChangeTarget } from './use-order-change'

const { Dialog: RecipientForm, isReady } = lazyDialog<RecipientFormProps>(() =>
  import('./recipient-form').then((loaded) => loaded.RecipientForm),
)

const Sending = ({ card, timeZone }: { card: OrderGiftCard; timeZone: string }) => {
  if (card.isHeldBack) return <>It won’t be sent.</>
  if (card.cardId === null) return <>We’ll email it once the order is paid.</>
  if (card.sentAt)
    return (
      <>
        Emailed {card.recipientEmail ? `to ${card.recipientEmail} ` : null}on{' '}
        <LongDate date={card.sentAt} timeZone={timeZone} />.
      </>
    )
  if (!card.isActive || card.balanceCents <= 0) return <>It won’t be sent.</>
  return card.sendOn ? (
    <>
      We’ll email it to {card.recipientEmail} on {formatDay(card.sendOn)}.
    </>
  ) : (
    <>We’re emailing it to {card.recipientEmail} now.</>
  )
}

/** The gift cards of an order: when each is or was sent, and where to, as long as that can be corrected. */
export function OrderGiftCards({
  cards,
  target,
  timeZone,
}: {
  cards: readonly OrderGiftCard[]
  target: ChangeTarget
  timeZone: string
}) {
  const { open: openId, opens, close } = useInPlaceForm<number>(isReady)
  return (
    <Section id="gift-cards" title="Gift cards" className="grid gap-4">
      <ul className="grid gap-5">
        {cards.map((card) => (
          <li key={card.id} className="grid gap-2">
            <p className="font-semibold">
              {card.origin === 'store-credit' ? 'Store credit' : <bdi>{giftCardTitle(card)}</bdi>},{' '}
              <span className="nums">{formatMoney(card.amountCents)}</span>
            </p>
            <p className="text-ink-soft" role="status">
              <Sending card={card} timeZone={timeZone} />
            </p>
            {openId === card.id ? (
              <Suspense>
                <RecipientForm card={card} target={target} onDone={close} />
              </Suspense>
            ) : null}
            {card.origin === 'purchase' && !card.sentAt && !card.isSending && !card.isHeldBack ? (
              <button
                type="button"
                hidden={openId === card.id}
                className="link min-h-11 justify-self-start text-small print:hidden"
                onClick={opens(card.id)}
              >
                Correct the email address
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}
