import { declineReason, describeDecline } from '@/platform/payment-methods'

describe('why a payment was declined, for staff', () => {
  it.each([
    ['5400', 'Expired card (5400)'],
    ['9520', 'Lost or stolen card (9520)'],
    ['INSTRUMENT_DECLINED', 'The customer’s bank or card refused it (INSTRUMENT_DECLINED)'],
  ])('is said in words, with the code (%s)', (code, text) => {
    expect(describeDecline(code)).toBe(text)
  })

  it('stays as it is if it’s another reason, or a code that nobody documented', () => {
    for (const text of ['9999', 'Too small', '', 'PENDING_REVIEW', '5400 CARD_EXPIRED'])
      expect(describeDecline(text)).toBe(text)
    expect(declineReason('PAYEE_ACCOUNT_RESTRICTED')).toBeUndefined()
  })
})
