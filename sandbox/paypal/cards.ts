/** What a bank answers to 3-D Secure, as an order shows it. */
export interface AuthenticationResult {
  liability_shift: string
  three_d_secure?: { enrollment_status?: string; authentication_status?: string }
}

export interface CardRecord {
  last_digits: string
  brand: 'VISA' | 'MASTERCARD' | 'AMEX'
  name?: string
  authentication_result?: AuthenticationResult
}

type Outcome = 'POSSIBLE Y Y' | 'POSSIBLE Y A' | 'NO Y N' | 'NO Y R' | 'NO Y U' | 'NO U -'

/** PayPal's test cards without 3-D Secure. */
const PLAIN = new Set(
  (
    '4012888888881881 4005519200000004 4012000033330026 4012000077777777 4217651111111119 4500600000000061 ' +
    '4772129056533503 4915805038587737 2223000048400011 371449635398431 376680816376961'
  ).split(' '),
)

/** PayPal's test cards with 3-D Secure: Visa and Mastercard of each case. */
const VERIFIED: Record<string, Outcome> = {
  4868719196829038: 'POSSIBLE Y Y',
  5329879707824603: 'POSSIBLE Y Y',
  4868719158130060: 'NO Y N',
  5329879769571910: 'NO Y N',
  4868719581920723: 'POSSIBLE Y A',
  5329879715396727: 'POSSIBLE Y A',
  4868719033482561: 'NO Y U',
  5329879705777613: 'NO Y U',
  4868719081564153: 'NO Y R',
  5319541865518409: 'NO Y R',
  4868719488651967: 'NO U -',
  5329879714462553: 'NO U -',
}

/** These show the buyer a dialog first. */
const CHALLENGED: Record<string, Outcome> = {
  4868719166101368: 'POSSIBLE Y Y',
  5329879735316929: 'POSSIBLE Y Y',
  4868719181895556: 'NO Y N',
  5329879768013724: 'NO Y N',
  4868719557718580: 'NO Y U',
  5329879734808405: 'NO Y U',
}

/** The name on a card that PayPal's sandbox declines, with the processor's answer. */
const DECLINED_NAMES: Record<string, string> = {
  'CCREJECT-REFUSED': '0500',
  'CCREJECT-SF': '9500',
  'CCREJECT-EC': '5400',
  'CCREJECT-IRC': '5180',
  'CCREJECT-IF': '5120',
  'CCREJECT-LS': '9520',
  'CCREJECT-IA': '1330',
  'CCREJECT-BANK_ERROR': '5100',
  'CCREJECT-CVV_F': '00N7',
}

export function declineOf(name: string | undefined): string | undefined {
  return name === undefined ? undefined : DECLINED_NAMES[name]
}

export function isChallenged(number: string): boolean {
  return number in CHALLENGED
}

/** The card as an order shows it; undefined for a number that is not one of PayPal's test cards. */
export function readCard(
  number: string,
  name: string | undefined,
  isAlwaysVerified: boolean,
): CardRecord | undefined {
  const outcome = VERIFIED[number] ?? CHALLENGED[number]
  if (!outcome && !PLAIN.has(number)) return undefined
  const result = outcome ?? (isAlwaysVerified ? 'POSSIBLE Y Y' : undefined)
  return {
    last_digits: number.slice(-4),
    brand: number.startsWith('4') ? 'VISA' : number.startsWith('3') ? 'AMEX' : 'MASTERCARD',
    ...(name && { name }),
    ...(result && { authentication_result: toResult(result) }),
  }
}

function toResult(outcome: Outcome): AuthenticationResult {
  const [liability_shift, enrollment_status, authentication_status] = outcome.split(' ')
  return {
    liability_shift: liability_shift ?? 'UNKNOWN',
    three_d_secure: {
      ...(enrollment_status && { enrollment_status }),
      ...(authentication_status && authentication_status !== '-' && { authentication_status }),
    },
  }
}
