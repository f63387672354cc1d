import type { CardVerification } from '@/platform/payment-methods'

/** `stop`: the bank doesn't trust this card here. `retry`: the bank couldn't say; another try may work. */
type VerificationDecision = 'capture' | 'stop' | 'retry'

/**
 * PayPal's decision table: enrollment, authentication, liability shift. `YES` is an older name of `POSSIBLE`.
 * What isn't listed is not captured.
 */
const decisions: Record<string, VerificationDecision> = {
  'Y Y POSSIBLE': 'capture',
  'Y A POSSIBLE': 'capture',
  'Y N NO': 'stop',
  'Y R NO': 'stop',
  'N - NO': 'capture',
  'U - NO': 'capture',
  'B - NO': 'capture',
}

/**
 * Decides whether an approved card payment may be captured. The browser gets a result, too, but anyone can change that.
 * @param verification null if the bank wasn't asked
 * @param isRequired whether the shop has every card verified
 */
export function decideOnVerification(
  verification: CardVerification | null,
  isRequired: boolean,
): VerificationDecision {
  if (!verification) return isRequired ? 'retry' : 'capture'
  const shift = verification.liabilityShift === 'YES' ? 'POSSIBLE' : verification.liabilityShift
  const key = [verification.enrollment ?? '-', verification.authentication ?? '-', shift ?? '-']
  return decisions[key.join(' ')] ?? 'retry'
}

/** What a buyer can fix, by the processor's response. Suspected fraud sounds like any other decline. */
const corrections: Readonly<Partial<Record<string, string>>> = {
  '5110': 'Check the card’s security code',
  '00N7': 'Check the card’s security code',
  PCVV: 'Check the card’s security code',
  '5400': 'Check the card’s expiration date',
  '1330': 'Check the card number',
}

/** @param reason the response of the card's processor; codes may be missing */
export function declineMessage(reason: string | null): string {
  const advice = corrections[reason ?? ''] ?? 'Try again'
  return `Your payment was declined. Nothing was charged. ${advice}, or use another card or PayPal.`
}
