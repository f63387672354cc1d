import { decideOnVerification, declineMessage } from '@/modules/checkout/rules/card-verification'

const decide = (text: string) => {
  const [enrollment, authentication, liabilityShift] = text
    .split(' ')
    .map((letter) => (letter === '-' ? null : letter))
  return decideOnVerification(
    {
      enrollment: enrollment ?? null,
      authentication: authentication ?? null,
      liabilityShift: liabilityShift ?? null,
    },
    false,
  )
}

// Enrollment status, authentication status, and liability shift, as documented by PayPal.
it.each([
  ['Y Y POSSIBLE', 'capture'],
  ['Y Y YES', 'capture'],
  ['Y A POSSIBLE', 'capture'],
  ['Y N NO', 'stop'],
  ['Y R NO', 'stop'],
  ['Y U UNKNOWN', 'retry'],
  ['Y U NO', 'retry'],
  ['Y C UNKNOWN', 'retry'],
  ['Y - NO', 'retry'],
  ['N - NO', 'capture'],
  ['U - NO', 'capture'],
  ['U - UNKNOWN', 'retry'],
  ['B - NO', 'capture'],
  ['- - UNKNOWN', 'retry'],
])('verification result %s leads to %s', (text, decision) => {
  expect(decide(text)).toBe(decision)
})

it('an undocumented combination is never captured', () => {
  const letters = ['Y', 'N', 'U', 'B', '-', 'X']
  const known = new Set([
    'Y Y POSSIBLE',
    'Y Y YES',
    'Y A POSSIBLE',
    'Y A YES',
    'N - NO',
    'U - NO',
    'B - NO',
  ])
  for (const enrollment of letters)
    for (const authentication of ['Y', 'N', 'R', 'A', 'U', 'C', 'D', 'I', '-', 'X'])
      for (const shift of ['POSSIBLE', 'YES', 'NO', 'UNKNOWN', '-', 'X']) {
        const text = `${enrollment} ${authentication} ${shift}`
        expect([text, decide(text) === 'capture']).toEqual([text, known.has(text)])
      }
})

it('a card without a verification result is captured unless the shop requires verification', () => {
  expect(decideOnVerification(null, false)).toBe('capture')
  expect(decideOnVerification(null, true)).toBe('retry')
})

it('decline messages name fixable problems, and are the same for stolen cards as for other declines', () => {
  expect(declineMessage('5400')).toContain('Check the card’s expiration date')
  expect(declineMessage('00N7')).toContain('security code')
  for (const reason of ['9500', '9520', '5120', '0500', null])
    expect(declineMessage(reason)).toBe(
      'Your payment was declined. Nothing was charged. Try again, or use another card or PayPal.',
    )
})
