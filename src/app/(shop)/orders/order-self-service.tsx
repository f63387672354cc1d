import type { Payload } from 'payload'

import { OrderChanges } from '@/components/order/order-changes'
import { ReturnRequest } from '@/components/order/return-request'
import {
  type CustomerOrderView,
  listSwapOptions,
} from '@/modules/orders/queries/get-customer-order'
import { listReturnable } from '@/modules/returns/queries'
import type { PromiseTexts } from '@/modules/shop/rules/promises'

/** What a buyer can do with an order on their own: change or cancel it before printing, return items after shipping. */
export async function OrderSelfService({
  payload,
  order,
  orderKey,
  promises,
}: {
  payload: Payload
  order: CustomerOrderView
  /** From the link of the order; undefined for the signed-in customer. */
  orderKey: string | undefined
  promises: PromiseTexts
}) {
  if (order.canChange)
    return (
      <OrderChanges
        order={order}
        swaps={await listSwapOptions(payload, order)}
        orderKey={orderKey}
      />
    )
  const returnable = await listReturnable(payload, order)
  if (returnable.length === 0) return null
  const { returns, quality } = promises
  return (
    <ReturnRequest
      order={order}
      returnable={returnable}
      orderKey={orderKey}
      promises={{ returns, quality }}
    />
  )
}
