import { declineReason, describeReason } from '@/platform/payment-methods'

/** What PayPal's API documents for a capture that is pending or ended. */
const incompleteReasons = [
  'BUYER_COMPLAINT',
  'CHARGEBACK',
  'ECHECK',
  'INTERNATIONAL_WITHDRAWAL',
  'OTHER',
  'PENDING_REVIEW',
  'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION',
  'REFUNDED',
  'TRANSACTION_APPROVED_AWAITING_FUNDING',
  'UNILATERAL',
  'VERIFICATION_REQUIRED',
  'DECLINED_BY_RISK_FRAUD_FILTERS',
]
/** PayPal's letters for what a bank answers to 3-D Secure; "–" if it answered nothing. */
const authentications = ['Y', 'N', 'R', 'A', 'U', 'C', 'D', 'I', '–']

describe('why a payment or refund didn’t go through, for staff', () => {
  it.each([
    ['5400', 'Expired card (5400)'],
    ['9520', 'Lost or stolen card (9520)'],
    ['INSTRUMENT_DECLINED', 'The customer’s bank or card refused it (INSTRUMENT_DECLINED)'],
    ['PENDING_REVIEW', 'PayPal is reviewing the payment (PENDING_REVIEW)'],
    [
      'REFUND_FAILED_INSUFFICIENT_FUNDS',
      'Not enough money in your PayPal account (REFUND_FAILED_INSUFFICIENT_FUNDS)',
    ],
    ['3-D Secure: Y N NO', 'The customer didn’t pass the bank’s check (3-D Secure: Y N NO)'],
    ['3-D Secure: U – UNKNOWN', 'The bank didn’t finish its check (3-D Secure: U – UNKNOWN)'],
  ])('is said in words, with the code (%s)', (code, text) => {
    expect(describeReason(code)).toBe(text)
  })

  it.each([...incompleteReasons, ...authentications.map((letter) => `3-D Secure: Y ${letter} NO`)])(
    'has words for every code that PayPal documents (%s)',
    (code) => {
      const text = describeReason(code)
      expect(text).toMatch(/^[A-Z][a-z]/)
      expect(text.endsWith(` (${code})`)).toBe(true)
    },
  )

  it('stays as it is if it’s another reason, or a code that nobody documented', () => {
    for (const text of ['9999', 'Too small', '', '3-D Secure: Y Q NO', '5400 CARD_EXPIRED'])
      expect(describeReason(text)).toBe(text)
  })

  it('of a payment that PayPal holds, or that the shop’s account caused, is no decline', () => {
    for (const code of ['PENDING_REVIEW', 'OTHER', 'PAYEE_ACCOUNT_RESTRICTED'])
      expect(declineReason(code)).toBeUndefined()
  })
})
