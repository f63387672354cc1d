const MOST = 280
const URL_WEIGHT = 23
const TOP_LEVEL = 'com|org|net|edu|gov|io|co|dev|app|shop|store|me|us|uk|de|zip|info|example'
// X wouldn't recognize a link to this computer; here it counts like the address of the public shop.
const LINK = new RegExp(
  `https?://(?:localhost|127\\.0\\.0\\.1)(?::\\d+)?(?:/[^\\s]*)?|https?://[\\w-]+(?:\\.[\\w-]+)*\\.[a-z]{2,}(?::\\d+)?(?:/[^\\s]*)?|(?<![@\\w.])(?:[\\w-]+\\.)+(?:${TOP_LEVEL})\\b(?:/[^\\s]*)?`,
  'giu',
)
const LIGHT: [number, number][] = [
  [0, 4_351],
  [8_192, 8_205],
  [8_208, 8_223],
  [8_242, 8_247],
]

export function linksIn(text: string): string[] {
  return text.match(LINK) ?? []
}

/** The text as X gives it back, with each link replaced by a short one, also those without a scheme. */
export function shortenLinks(text: string): string {
  let count = 0
  return text.replace(LINK, () => `https://t.co/short${(count += 1)}`)
}

/** As X weighs it: a link 23, an emoji 2, most alphabets 1, the rest 2. A good likeness of `twitter-text`, no more. */
export function weightOf(text: string): number {
  const plain = text.normalize('NFC').replace(LINK, '')
  const letters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(plain)].reduce(
    (sum, { segment }) => {
      if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(segment)) return sum + 2
      return (
        sum +
        [...segment].reduce(
          (weight, letter) => weight + (isLight(letter.codePointAt(0) ?? 0) ? 1 : 2),
          0,
        )
      )
    },
    0,
  )
  return letters + linksIn(text).length * URL_WEIGHT
}

export function fits(text: string): boolean {
  return weightOf(text) <= MOST
}

const isLight = (point: number) => LIGHT.some(([from, to]) => point >= from && point <= to)
