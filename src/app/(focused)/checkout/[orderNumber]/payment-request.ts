import type { OrderRequest } from '@/app/(focused)/checkout/order-request'
import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import { type Cents, toDecimal } from '@/platform/money'

/**
 * The order as the checkout would place it. It exists already, so only its gift card counts, and for the card form its
 * address. The address that an order is moved to isn't a card's billing address.
 */
export function toPaymentRequest(
  {
    email,
    shippingAddress: { firstName, lastName, ...address },
    priceDifference,
  }: Pick<CustomerOrderView, 'email' | 'shippingAddress' | 'priceDifference'>,
  dueCents: Cents,
  giftCard: { code: string; cents: Cents } | null,
): OrderRequest {
  return {
    amount: toDecimal(dueCents),
    currency: 'USD',
    intent: 'CAPTURE',
    items: [],
    customer: {
      email,
      phone: undefined,
      newsletterSubscribe: false,
      firstName,
      lastName,
      // An order of gift cards alone has none.
      ...(address.address1 &&
        priceDifference?.item !== null && {
          ...address,
          address2: address.address2 ?? undefined,
          countryCode: 'US',
        }),
    },
    billing: null,
    ...(giftCard && { giftCard: { code: giftCard.code, amount: toDecimal(giftCard.cents) } }),
  }
}
