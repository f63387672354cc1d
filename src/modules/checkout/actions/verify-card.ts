import type { Payload } from 'payload'

import { decideOnVerification } from '@/modules/checkout/rules/card-verification'
import { getSettings } from '@/modules/shop/queries/get-settings'
import type { Order } from '@/payload-types'
import type { PaymentMethod } from '@/platform/payment-methods'
import type { PaymentProvider } from '@/providers/interfaces'

type Args = { payload: Payload; payments: PaymentProvider }

/** Ways to pay whose card a bank may verify before the capture. */
const verifiable: readonly PaymentMethod[] = ['card_fields', 'google_pay']

/**
 * Asks PayPal what the bank said about a card that was entered on the shop's page or comes from Google Pay, before
 * anything is charged. The owner's wish to have every card verified is about typed numbers: a card on a phone is
 * unlocked by its owner, and no bank is asked then.
 * @returns null if it may be charged; otherwise what the buyer and what staff read
 * @throws ProviderError if PayPal cannot be reached
 */
export async function findCardObstacle(
  { payload, payments }: Args,
  order: Order,
): Promise<{ message: string; reason: string } | null> {
  if (!verifiable.includes(order.paymentMethod) || !order.paypalOrderId) return null
  const state = await payments.getOrder(order.paypalOrderId)
  // Nothing to decide: it is gone, or captured by an earlier try whose answer was lost.
  if (!state || state.captures.length > 0) return null
  const { verifyEveryCard } = await getSettings(payload)
  const decision = decideOnVerification(
    state.verification,
    verifyEveryCard && order.paymentMethod === 'card_fields',
  )
  if (decision === 'capture') return null
  const {
    enrollment = null,
    authentication = null,
    liabilityShift = null,
  } = state.verification ?? {}
  return {
    message:
      decision === 'stop'
        ? 'Your bank couldn’t verify this card. Nothing was charged. Please use another card or PayPal.'
        : 'We couldn’t check this card with your bank. Nothing was charged. Please try again, or use PayPal.',
    reason: `3-D Secure: ${[enrollment, authentication, liabilityShift].map((part) => part ?? '–').join(' ')}`,
  }
}
