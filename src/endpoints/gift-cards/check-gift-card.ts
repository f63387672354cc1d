import { consumeGiftCardLimit } from '@/endpoints/checkout/payment-limits'
import { endpoint } from '@/endpoints/endpoint'
import { findGiftCard } from '@/modules/gift-cards/queries'
import { giftCardRefusal } from '@/modules/gift-cards/rules'
import { checkedGiftCardResponse, checkGiftCardSchema } from '@/modules/gift-cards/schemas'
import { AppError } from '@/platform/errors'
import { toDecimal } from '@/platform/money'

export const giftCardCheckEndpoint = endpoint({
  method: 'post',
  path: '/api/gift-cards/check',
  summary: 'Check the balance of a gift card',
  body: checkGiftCardSchema,
  response: checkedGiftCardResponse,
  handle: async (req, { body: { code } }) => {
    await consumeGiftCardLimit(req)
    const card = await findGiftCard(req.payload, code)
    if (!card) throw new AppError('invalid', giftCardRefusal, { fields: { code: giftCardRefusal } })
    return { lastFour: card.lastFour, balance: toDecimal(card.balanceCents) }
  },
})
