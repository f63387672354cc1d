import { GiftCardLines } from '@/components/cart/gift-card-lines'
import type { CartGiftCard } from '@/components/cart/gift-card-store'
import { CheckoutTotals } from '@/components/checkout/checkout-totals'
import type { AppliedDiscount } from '@/components/checkout/use-cart-quote'
import { LineItems, type LineItemView } from '@/components/order/line-items'
import type { OrderTotals } from '@/modules/checkout/rules/pricing'
import { formatMoney } from '@/platform/money'
import { Icon } from '@/ui/icon'

export type SummaryProps = {
  lines: readonly LineItemView[]
  giftCards: readonly CartGiftCard[]
  totals: OrderTotals
  discounts: readonly AppliedDiscount[]
  noTaxText: string | undefined
}

export function MobileSummary({ lines, giftCards, ...sums }: SummaryProps) {
  const { totalCents, giftCardCents = 0 } = sums.totals
  return (
    <details className="group mt-5 rounded-block bg-surface shadow-rest lg:hidden">
      <summary className="flex min-h-14 items-center justify-between gap-x-4 px-5 font-semibold">
        <span className="inline-flex items-center gap-2">
          Your order{' '}
          <Icon
            name="down"
            className="size-4.5 transition-transform duration-200 group-open:rotate-180"
          />
        </span>
        <span className="nums">{formatMoney(totalCents - giftCardCents)}</span>
      </summary>
      <div className="grid gap-4.5 px-5 pt-1 pb-5">
        <LineItems lines={lines} />
        <GiftCardLines cards={giftCards} />
        <CheckoutTotals {...sums} />
      </div>
    </details>
  )
}
