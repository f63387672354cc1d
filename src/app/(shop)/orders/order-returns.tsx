import { LongDate } from '@/components/content/long-date'
import { Section } from '@/components/layout/section'
import { itemName } from '@/modules/checkout/rules/cart'
import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import type { CustomerReturn } from '@/modules/returns/queries/customer-returns'
import { returnPhotoPath, type ReturnStatus, wishSentence } from '@/modules/returns/rules'
import { splitLinks } from '@/platform/email/text-links'
import { env } from '@/platform/env'

const statusTexts = {
  requested: 'We’ll review it and email you.',
  approved: 'Approved.',
  received: 'We received your items and are taking care of the rest.',
  refunded: 'Refunded.',
  exchanged: 'Exchanged. We’ve emailed you about the new order.',
  closed: 'Closed. There’s nothing you need to do.',
  declined: 'Declined.',
} satisfies Record<ReturnStatus, string>

/** While the message from staff is still useful. */
const showsMessage: readonly ReturnStatus[] = ['approved', 'declined', 'closed']

type OrderView = Pick<CustomerOrderView, 'orderNumber' | 'items'>
type Props = { order: OrderView; orderKey: string | undefined; returns: CustomerReturn[] }

/** The returned items, with what was ordered. */
const itemsOf = ({ items }: OrderView, lines: CustomerReturn['lines']) =>
  lines.flatMap((line) => {
    const item = items.find(({ id }) => id === line.itemId)
    return item ? { ...item, ...line } : []
  })

const Photos = ({ order, orderKey, photos }: Omit<Props, 'returns'> & { photos: string[] }) => (
  <ul aria-label="Your photos" className="mt-3 flex flex-wrap gap-3">
    {photos.map((id, index) => (
      <li key={id}>
        <a
          href={returnPhotoPath(order.orderNumber, id, { key: orderKey })}
          target="_blank"
          rel="noreferrer"
        >
          <img
            src={returnPhotoPath(order.orderNumber, id, { key: orderKey, size: 'small' })}
            alt={`${index + 1} of ${photos.length}`}
            className="size-24 rounded-cut bg-sunken object-cover"
          />
        </a>
      </li>
    ))}
  </ul>
)

/** The status of the buyer's returns, with the answers of staff. */
export function OrderReturns({ order, orderKey, returns }: Props) {
  return (
    <Section
      id="returns"
      title={returns.length > 1 ? 'Your returns' : 'Your return'}
      className="print:hidden"
    >
      <ul className="mt-3 grid gap-5">
        {returns.map(({ id, status, message, wish, lines, photos, createdAt }) => (
          <li key={id}>
            <p>
              {itemsOf(order, lines)
                .map((item) => `${item.quantity} × ${itemName(item)}`)
                .join(', ')}
            </p>
            <p className="text-ink-soft">
              Requested on <LongDate date={createdAt} timeZone={env.SHOP_TIME_ZONE} />.{' '}
              {wishSentence(wish, itemsOf(order, lines))} {statusTexts[status]}
            </p>
            {message && showsMessage.includes(status) ? (
              <p className="mt-2 whitespace-pre-line">
                {splitLinks(message).map(({ text, href }, index) =>
                  href ? (
                    <a key={index} href={href} rel="noreferrer" className="link break-all">
                      {text}
                    </a>
                  ) : (
                    text
                  ),
                )}
              </p>
            ) : null}
            {photos.length > 0 ? <Photos {...{ order, orderKey, photos }} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}
