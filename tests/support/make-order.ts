import { randomUUID } from 'node:crypto'

import { createOrderKey, hashOrderKey } from '@/modules/orders/order-access-key'
import type { Order } from '@/payload-types'

import { address } from './factories'
import { getTestPayload } from './payload'

let count = 0

/** Creates an order of one item for $40.55, pending by default; `captured` adds its payment to the ledger. */
export async function makeOrder(
  data: Partial<Order> = {},
  { captured = false } = {},
): Promise<Order> {
  const payload = await getTestPayload()
  const number = 5000 + (count += 1)
  const uuid = data.uuid ?? randomUUID()
  const order = await payload.create({
    collection: 'orders',
    data: {
      orderNumber: `DF-${number}`,
      uuid,
      checkoutId: randomUUID(),
      accessKeyHash: hashOrderKey(createOrderKey(uuid)),
      status: 'pending',
      version: 1,
      currency: 'USD',
      subtotalCents: 3200,
      discountCents: 0,
      shippingCents: 599,
      taxCents: 256,
      totalCents: 4055,
      email: 'wren@example.com',
      shippingAddress: address,
      billingSameAsShipping: true,
      billingAddress: address,
      isGift: false,
      shippingMethod: 'standard',
      items: [
        {
          name: 'Fern Tee',
          size: 'M',
          color: 'Pine',
          sku: 'FERN-PINE-M',
          unitPriceCents: 3200,
          quantity: 1,
        },
      ],
      paymentState: captured ? 'completed' : 'none',
      paymentMethod: 'paypal',
      paymentAttempt: 1,
      fulfillmentAttempt: 1,
      ...data,
    },
  })
  if (captured)
    await payload.create({
      collection: 'payments',
      data: {
        order: order.id,
        kind: 'capture',
        provider: 'paypal',
        providerId: `CAPTURE-${number}`,
        status: 'completed',
        amountCents: 4055,
        currency: 'USD',
      },
    })
  return order
}
