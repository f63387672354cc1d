import { randomInt } from 'node:crypto'

import { giftCardCodeLength, giftCardLetters } from '@/modules/gift-cards/rules'
import { signText } from '@/platform/encryption'

/** Returns a new code, as 'ABCD-EFGH-JKMN-PQRS'. */
export function createGiftCardCode(): string {
  return Array.from(
    { length: giftCardCodeLength },
    () => giftCardLetters[randomInt(giftCardLetters.length)],
  )
    .join('')
    .replaceAll(/(.{4})(?!$)/g, '$1-')
}

/** What is stored of a normalized code. Keyed, so that a stolen database can't be searched for codes. */
export function hashGiftCardCode(code: string): string {
  return signText(`gift card ${code}`)
}
