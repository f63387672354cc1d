import { randomInt } from 'node:crypto'

import { giftCardCodeLength, giftCardLetters } from '@/modules/gift-cards/rules'
import { signText } from '@/platform/encryption'

const withDashes = (letters: readonly (string | undefined)[]): string =>
  letters.join('').replaceAll(/(.{4})(?!$)/g, '$1-')

const letterAt = (position: number): string | undefined => giftCardLetters[position]

/** Returns a new code, as 'ABCD-EFGH-JKMN-PQRS'. */
export function createGiftCardCode(): string {
  return withDashes(
    Array.from({ length: giftCardCodeLength }, () => letterAt(randomInt(giftCardLetters.length))),
  )
}

/**
 * Returns the code of a card that is sent by email. It follows from a seed and PAYLOAD_SECRET, so the email can be
 * sent on its day, or again, although the code isn't stored.
 * @param seed unique; stored with the delivery
 */
export function deriveGiftCardCode(seed: string): string {
  const bytes = Buffer.from(signText(`gift card code ${seed}`), 'hex')
  return withDashes(
    [...bytes.subarray(0, giftCardCodeLength)].map((byte) =>
      letterAt(byte % giftCardLetters.length),
    ),
  )
}

/** What is stored of a normalized code. Keyed, so that a stolen database can't be searched for codes. */
export function hashGiftCardCode(code: string): string {
  return signText(`gift card ${code}`)
}
