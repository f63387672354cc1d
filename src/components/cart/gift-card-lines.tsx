import type { GiftCardInput } from '@/modules/gift-cards/rules'
import { formatDay } from '@/platform/calendar-days'
import { formatMoney } from '@/platform/money'
import { iconButtonClass } from '@/ui/button'
import { Emblem } from '@/ui/emblem'
import { Icon } from '@/ui/icon'

/** 'Gift card for Sam' */
export function giftCardTitle({ recipientName }: Pick<GiftCardInput, 'recipientName'>): string {
  return recipientName ? `Gift card for ${recipientName}` : 'Gift card'
}

export function GiftCardLines<
  Card extends Pick<
    GiftCardInput,
    'amountCents' | 'recipientName' | 'recipientEmail' | 'sendOn'
  > & { id: string | number },
>({ cards, onRemove }: { cards: readonly Card[]; onRemove?: (card: Card) => void }) {
  if (cards.length === 0) return null
  return (
    <ul aria-label="Gift cards" className="grid gap-4">
      {cards.map((card) => (
        <li key={card.id} className="line-item grid items-center gap-4">
          <span className="grid size-14 place-items-center rounded-cut bg-moss">
            <Emblem name="first-light" className="size-[64%]" />
          </span>
          <div className="min-w-0">
            <p className="leading-snug font-semibold">{giftCardTitle(card)}</p>
            <p className="text-small text-ink-soft">
              {card.sendOn ? `By email on ${formatDay(card.sendOn)}` : 'By email right away'} to{' '}
              {card.recipientEmail}
            </p>
          </div>
          <span className="flex items-center gap-1">
            <span className="nums">{formatMoney(card.amountCents)}</span>
            {onRemove ? (
              <button
                type="button"
                className={iconButtonClass()}
                aria-label={`Remove ${giftCardTitle(card)}`}
                onClick={() => onRemove(card)}
              >
                <Icon name="trash" />
              </button>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  )
}
