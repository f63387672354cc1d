import type { Payload } from 'payload'

import { decideOnVerification } from '@/modules/checkout/rules/card-verification'
import { countDeclinesInAnHour, manyDeclines } from '@/modules/shop/queries/declined-payments'
import { getSettings, type SettingsView } from '@/modules/shop/queries/get-settings'
import type { Order } from '@/payload-types'
import { AppError } from '@/platform/errors'
import { isCardMethod, type PaymentMethod } from '@/platform/payment-methods'
import type { PaymentProvider, PaymentState } from '@/providers/interfaces'

import { cardsPaused, hasManyDeclines, methodUnavailableMessage } from './choose-payment-method'

export type CardCheck = {
  payload: Payload
  payments: PaymentProvider
  /**
   * Whether a card may be charged that wasn't counted when its payment was opened, because the payment was opened for
   * another way to pay. If absent, the card may be charged while the shop has few declined payments.
   */
  mayTryCard?: () => Promise<boolean>
  /** Nobody waits for the result, so an email says if nothing was paid. */
  isUnattended?: boolean
  /** The payment window closed without an approval, so PayPal is asked first whether there is one. */
  isWindowClosed?: boolean
}

/** What the buyer and what staff read. */
type Obstacle = { error: AppError; message: string; reason?: string }

/** Ways to pay whose windows and sheets take no typed card, so only a script can have entered one. */
const neverTyped: readonly PaymentMethod[] = ['venmo', 'apple_pay', 'google_pay']

const uncheckedMessage =
  'We couldn’t check this card with your bank. Nothing was charged. Please try again, or use PayPal.'

/** Card testing: what PayPal says about the payment counts, not the way to pay that the order was opened for. */
async function findCardLimit(
  { payload, mayTryCard }: CardCheck,
  { id, paymentMethod }: Order,
  { isTypedCard }: PaymentState,
  settings: SettingsView,
): Promise<Obstacle | null> {
  const offered: readonly PaymentMethod[] = settings.paymentMethods
  const isCard = isCardMethod(paymentMethod)
  if (!isCard && !isTypedCard) return null
  if (isCard && !offered.includes(paymentMethod))
    return {
      error: new AppError('payment_unavailable', methodUnavailableMessage),
      message: 'Cards are turned off in Settings, so this one wasn’t charged',
    }
  if (neverTyped.includes(paymentMethod))
    return {
      error: new AppError('payment_declined', uncheckedMessage),
      message: 'Someone entered a card for another kind of payment, so it wasn’t charged',
    }
  const isQuiet = async () => (await countDeclinesInAnHour(payload)) < manyDeclines
  const isPaused =
    (await hasManyDeclines(payload, id)) || (!isCard && !(await (mayTryCard ?? isQuiet)()))
  return isPaused
    ? {
        error: cardsPaused(),
        message: 'Too many payments were declined, so this card wasn’t charged',
      }
    : null
}

/**
 * Asks PayPal what pays before anything is charged, and what the bank said about a card. The owner's wish to have every
 * card verified is about numbers typed on the shop's page: PayPal's own forms ask banks as PayPal decides, and a card on
 * a phone is unlocked by its owner.
 * @returns null if it may be charged
 * @throws ProviderError if PayPal cannot be reached
 */
export async function findCardObstacle(args: CardCheck, order: Order): Promise<Obstacle | null> {
  if (!order.paypalOrderId) return null
  const state = await args.payments.getOrder(order.paypalOrderId)
  // Nothing to decide: the payment is gone, or was captured by an earlier try whose response was lost.
  if (!state || state.captures.length > 0) return null
  const settings = await getSettings(args.payload)
  const limit = await findCardLimit(args, order, state, settings)
  if (limit) return limit
  const decision = decideOnVerification(
    state.verification,
    settings.verifyEveryCard && order.paymentMethod === 'card_fields',
  )
  if (decision === 'capture') return null
  const {
    enrollment = null,
    authentication = null,
    liabilityShift = null,
  } = state.verification ?? {}
  return {
    error: new AppError(
      'payment_declined',
      decision === 'stop'
        ? 'Your bank couldn’t verify this card. Nothing was charged. Please use another card or PayPal.'
        : uncheckedMessage,
    ),
    message: 'The bank didn’t verify this card, so it wasn’t charged',
    reason: `3-D Secure: ${[enrollment, authentication, liabilityShift].map((part) => part ?? '–').join(' ')}`,
  }
}
