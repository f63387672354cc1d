/** issue +, reserve −, release + (of a reservation), take 0 (makes a reservation final), refund +. */
export const giftCardEntryKinds = ['issue', 'reserve', 'release', 'take', 'refund'] as const
export type GiftCardEntryKind = (typeof giftCardEntryKinds)[number]

/** Crockford's base 32: no letters and digits that look alike. 32 to the power of 16 is 80 bits. */
export const giftCardLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const giftCardCodeLength = 16

/** 'abcd efgh…' and 'ABCD-EFGH…' are the same code; null for what can't be one. */
export function normalizeGiftCardCode(text: string): string | null {
  const code = text
    .replaceAll(/[\s-]+/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return code.length === giftCardCodeLength &&
    [...code].every((letter) => giftCardLetters.includes(letter))
    ? code
    : null
}

/** One answer for every code that pays nothing, so that guessing teaches nothing. */
export const giftCardRefusal =
  'This gift card can’t be used. Check the code, or email us if you think it should work.'
