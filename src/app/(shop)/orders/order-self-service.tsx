import type { Payload } from 'payload'

import { getCachedSettings } from '@/app/(shop)/cached-queries'
import { Section } from '@/components/layout/section'
import { EmailLink } from '@/components/no-script-note'
import { OrderChanges } from '@/components/order/order-changes'
import { OrderGiftCards } from '@/components/order/order-gift-cards'
import { ReturnRequest } from '@/components/order/return-request'
import { getReviewEmailChoice } from '@/modules/one-time-emails/queries'
import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import { listAvailableVariants, listSwapOptions } from '@/modules/orders/queries/swap-options'
import { listCustomerReturns } from '@/modules/returns/queries/customer-returns'
import { listReturnable } from '@/modules/returns/queries/returnable-items'
import type { PromiseTexts } from '@/modules/shop/rules/promises'
import { formatDay } from '@/platform/calendar-days'
import { env } from '@/platform/env'

import { OrderReturns } from './order-returns'
import { ReviewEmailChoice } from './review-email-choice'

type Props = {
  payload: Payload
  order: CustomerOrderView
  /** From the link of the order; undefined for the signed-in customer. */
  orderKey: string | undefined
  promises: PromiseTexts
}

/** Change or cancel it before printing, return items once they may have arrived. */
async function OrderChangesOrReturn({ payload, order, orderKey, promises }: Props) {
  const { changes } = order
  const { contactEmail, giftCards } = await getCachedSettings()
  if (changes.address || changes.cancel)
    return (
      <OrderChanges
        order={order}
        swaps={changes.items ? await listSwapOptions(payload, order) : []}
        orderKey={orderKey}
        contactEmail={contactEmail}
      />
    )
  const returnable = await listReturnable(payload, order)
  if (!returnable) return null
  if (returnable.start)
    return (
      <Section id="return-items" title="Something not right?" className="print:hidden">
        <p className="mt-3">
          You can return or exchange items here starting {formatDay(returnable.start)}, or once your
          order is delivered. If something’s wrong before then, email{' '}
          <EmailLink
            email={contactEmail}
            href={`mailto:${contactEmail}?subject=Order%20${order.orderNumber}`}
          />
          .
        </p>
      </Section>
    )
  const available = await listAvailableVariants(payload, order)
  const { returns, quality } = promises
  return (
    <ReturnRequest
      order={order}
      returnable={returnable.items}
      reasons={returnable.reasons}
      available={available}
      orderKey={orderKey}
      promises={{ returns, quality }}
      offersStoreCredit={giftCards.offersStoreCredit}
    />
  )
}

/** What a buyer can do with an order on their own. */
export async function OrderSelfService(props: Props) {
  const { payload, order, orderKey } = props
  const [reviewEmail, returns] = await Promise.all([
    getReviewEmailChoice(payload, order.orderNumber),
    listCustomerReturns(payload, order.orderNumber),
  ])
  return (
    <>
      {order.giftCards.length > 0 ? (
        <OrderGiftCards
          cards={order.giftCards}
          target={{ orderNumber: order.orderNumber, orderKey }}
          timeZone={env.SHOP_TIME_ZONE}
        />
      ) : null}
      <OrderChangesOrReturn {...props} />
      {returns.length > 0 ? <OrderReturns {...{ order, orderKey, returns }} /> : null}
      {reviewEmail ? (
        <ReviewEmailChoice
          orderNumber={order.orderNumber}
          orderKey={orderKey}
          initial={reviewEmail.wanted}
          days={reviewEmail.days}
        />
      ) : null}
    </>
  )
}
