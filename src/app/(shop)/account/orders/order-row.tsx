import { LongDate } from '@/components/content/long-date'
import { LineItemThumbnail } from '@/components/order/line-item-thumbnail'
import { orderStatusLabel } from '@/components/order/order-status-label'
import type { CustomerOrderSummary } from '@/modules/orders/queries/list-customer-orders'
import { isPartlyRefunded, partlyRefundedLabel } from '@/modules/orders/rules/order-status'
import { formatMoney } from '@/platform/money'
import { pluralize } from '@/platform/pluralize'
import { Badge } from '@/ui/badge'

const shownPictures = 3

/** An order without items has only gift cards, or pays a price difference. */
const contentsOf = ({ quantity, isPriceDifference }: CustomerOrderSummary): string => {
  if (isPriceDifference) return 'Price difference'
  return quantity === 0 ? 'Gift cards' : pluralize(quantity, 'item')
}

export function OrderRow({ order, timeZone }: { order: CustomerOrderSummary; timeZone: string }) {
  const { orderNumber, createdAt, totalCents, items } = order
  const { label, tone } = orderStatusLabel(order)
  const more = items.length - shownPictures
  return (
    <article className="relative grid gap-x-7 gap-y-4 border-t border-line py-6 hover:border-ink sm:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="flex flex-wrap items-end gap-2" aria-hidden="true">
        {items.slice(0, shownPictures).map(({ image }, index) => (
          <LineItemThumbnail key={index} src={image} className="w-16" />
        ))}
        {more > 0 ? <span className="nums pb-1 text-small text-ink-mute">+{more}</span> : null}
      </div>
      <div className="grid content-start gap-1.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 className="font-sans text-body font-semibold">
            <a href={`/account/orders/${orderNumber}`} className="after:absolute after:inset-0">
              Order {orderNumber}
            </a>
          </h2>
          <span className="nums font-[550]">{formatMoney(totalCents)}</span>
        </div>
        <p className="text-ink-soft">{items.map(({ name }) => name).join(', ')}</p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-small text-ink-mute">
          <Badge tone={tone}>{label}</Badge>
          {isPartlyRefunded(order) ? <Badge tone="plain">{partlyRefundedLabel}</Badge> : null}
          <LongDate date={createdAt} timeZone={timeZone} />
          <span>{contentsOf(order)}</span>
        </p>
      </div>
    </article>
  )
}
