import { garments } from '@/modules/catalog/rules/garments'

import { type SynonymRule, wordsOf } from './search-synonyms'

/** One thing a result must contain: the typed phrase, or one of its synonyms. */
export type SearchTerm = {
  typed: string[]
  /** The shopper may still be typing it. */
  isPrefix: boolean
  /** It stands for a kind of product, which a description may mention in passing: “good under a jacket.” */
  isGarment: boolean
  /** It names a color, which says nothing about the print: a green hoodie is not one with a fern on it. */
  isColor: boolean
  /** It says what a product may be, and no article is about: a garment or a color. */
  isOption: boolean
  synonyms: string[][]
}

/** Words that don't narrow a search; every meditation is guided. */
export const stopWords = new Set(
  'a af an and any are as at be but by can did do does for from guided has have i if in into is it its me my of on or our so some than that the their them then there these they this to was we what when where which who will with you your'.split(
    ' ',
  ),
)
/** Words around what someone looks for; they count only if there is nothing else. */
export const fillerWords = new Set(
  'about am anything color colored colors colour could cute does find get give good great how im just like look looking need nice people person please pretty really see show someone something take takes want wanted why would'.split(
    ' ',
  ),
)
/** Products are unisex, and the newest come first, so these must not narrow a search for them. */
const productStopWords = new Set(
  '100 adult adults affordable all apparel arrival arrivals best boyfriend boys brother buy cheap clothes clothing comfortable comfy dad daughter everything female fit friend friends gear girlfriend girls guys her him items ladies latest loose male man mans men mens merch mom new newest online oversized plus popular product products relaxed seller sellers shop sister size soft son stuff unisex woman womans women womens'.split(
    ' ',
  ),
)
/** Words that ask for what is on sale. */
const saleWords = new Set(
  'clearance code codes coupon coupons deal deals discount discounted discounts promo reduced sale sales'.split(
    ' ',
  ),
)
/** Words for colors as shoppers use them; the colors of this shop, such as Pine, are also what some prints show. */
const colorWords = new Set(
  'aqua beige black blue brown burgundy charcoal cream gold gray green grey indigo ivory khaki lavender lilac maroon mustard navy olive orange pink purple red rust sage tan teal terracotta turquoise violet white wine yellow'.split(
    ' ',
  ),
)
/** Correct words that look like a typo of one of the shop's words. */
const familiarWords = new Set(
  'bella book books caps card cards case chart contact credit dress grief hats higher jeans journal kids mugs order pants plus poster print refund return returns shorts socks sticker stickers store summer track wash winter wrap'.split(
    ' ',
  ),
)

const maxTerms = 8
const minPrefixLength = 2
const minSynonymPrefixLength = 4

/** Singular and plural of a phrase are the same key. */
const keyOf = (words: readonly string[]): string =>
  words.map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word)).join(' ')

type Synonyms = ReadonlyMap<string, string[][]>

const indexSynonyms = (rules: readonly SynonymRule[]): Synonyms => {
  const synonyms = new Map<string, string[][]>()
  for (const { from, to } of rules)
    for (const phrase of from) {
      const key = keyOf(phrase)
      // Stemming finds the plural of a word, but not of a phrase.
      const others = to.filter((other) => other.length > 1 || keyOf(other) !== key)
      synonyms.set(key, [...(synonyms.get(key) ?? []), ...others])
    }
  return synonyms
}

/**
 * Returns the synonyms of the shortest word that begins like this, so that “sweats” finds hoodies while typing.
 * Phrases don’t count: “moth” isn’t Mother’s Day.
 */
const synonymsOfPrefix = (word: string, synonyms: Synonyms): string[][] => {
  if (word.length < minSynonymPrefixLength) return []
  const [key] = [...synonyms.keys()]
    .filter((known) => known.startsWith(word) && !known.includes(' '))
    .toSorted((one, other) => one.length - other.length)
  return key ? [[key], ...(synonyms.get(key) ?? [])] : []
}

const plainTerm = {
  isPrefix: false,
  isGarment: false,
  isColor: false,
  isOption: false,
  synonyms: [],
}

const termAt = (
  words: readonly string[],
  start: number,
  synonyms: Synonyms,
  maxLength: number,
): SearchTerm => {
  for (let length = Math.min(maxLength, words.length - start); length > 0; length -= 1) {
    const typed = words.slice(start, start + length)
    const synonymTerms = synonyms.get(keyOf(typed))
    if (synonymTerms) return { ...plainTerm, typed, synonyms: synonymTerms }
  }
  return { ...plainTerm, typed: words.slice(start, start + 1) }
}

const garmentKeys = new Set<string>(garments.map((garment) => garment.replace('-', ' ')))

const isForGarment = ({ typed, synonyms }: SearchTerm): boolean =>
  [typed, ...synonyms].some((phrase) => garmentKeys.has(keyOf(phrase)))

const isForColor = ({ typed, synonyms }: SearchTerm): boolean =>
  [typed, ...synonyms].some((phrase) => colorWords.has(phrase.at(-1) ?? ''))

const isAboutAnyProduct = (word: string): boolean =>
  productStopWords.has(word) || saleWords.has(word)

const isStopWord = (words: readonly string[], forProducts: boolean): boolean =>
  words.every((word) => stopWords.has(word) || (forProducts && isAboutAnyProduct(word)))

/** “under $30” or “up to 40 dollars,” but not “under 30 days” */
const priceLimit =
  /\b(?:under|below|less than|up to)\s*\$?\s*(\d{1,4})\b(?:\.\d\d)?(?:\s*(?:dollars|bucks)\b)?(?!\s*(?:day|hour|minute|month|week|year))/i

/** Splits a search such as “gifts under $30” into its words and the most that a product may cost. */
export function splitPriceLimit(text: string): { words: string; dollars: number | null } {
  const limit = priceLimit.exec(text)
  return limit
    ? { words: text.replace(limit[0], '').trim(), dollars: Number(limit[1]) }
    : { words: text, dollars: null }
}

/** Whether a search wants only what is on sale. */
export function asksForSale(text: string): boolean {
  return wordsOf(text).some((word) => saleWords.has(word))
}

/** Whether a search for products has no word that narrows it, such as “women’s clothing”. */
export function asksForAnyProduct(text: string): boolean {
  const words = wordsOf(text)
  return isStopWord(words, true) && words.some(isAboutAnyProduct)
}

/**
 * Splits a search into terms, the longest phrase with synonyms first. All terms must be found.
 * @returns no terms if the text has no words that could be searched for
 */
export function planSearch(
  text: string,
  rules: readonly SynonymRule[],
  { forProducts }: { forProducts: boolean },
): SearchTerm[] {
  const words = wordsOf(text)
  const synonyms = indexSynonyms(rules)
  const longest = Math.max(1, ...[...synonyms.keys()].map((key) => key.split(' ').length))
  const hasOtherWords = words.some((word) => !stopWords.has(word) && !fillerWords.has(word))
  /** “The black one” is no item that is called One. */
  const isFiller = ([word = '']: string[], isLast: boolean): boolean =>
    (hasOtherWords && fillerWords.has(word)) ||
    (forProducts && isLast && terms.length > 0 && /^ones?$/.test(word))
  const terms: SearchTerm[] = []
  for (let start = 0; start < words.length;) {
    const term = termAt(words, start, synonyms, longest)
    start += term.typed.length
    const { typed } = term
    if (
      term.synonyms.length === 0 &&
      (isStopWord(typed, forProducts) || isFiller(typed, start === words.length))
    )
      continue
    if (start === words.length) {
      const [last = ''] = typed
      // A word with synonyms is complete: “tan” is a color and not the beginning of “tank.”
      term.isPrefix = term.synonyms.length === 0 && last.length >= minPrefixLength
      if (term.isPrefix) term.synonyms = synonymsOfPrefix(last, synonyms)
    }
    const isColor = isForColor(term)
    terms.push({
      ...term,
      isGarment: forProducts && isForGarment(term),
      isColor: forProducts && isColor,
      isOption: isColor || keyOf(typed) === 'shirt' || garmentKeys.has(keyOf(typed)),
    })
  }
  return terms.slice(0, maxTerms)
}

/** Optimal string alignment distance: insertions, deletions, substitutions, and swapped neighbors. */
export function editDistance(a: string, b: string): number {
  let [twoBack, back] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (back[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (back[j - 1] ?? 0) + cost,
        isSwap ? (twoBack[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[twoBack, back] = [back, row]
  }
  return back[b.length] ?? 0
}

/** How many typos a word of this length may have. */
const allowedDistance = (length: number): number => (length < 6 ? 1 : length < 9 ? 2 : 3)

const lettersOf = (word: string): string => [...word].toSorted().join('')

/** Returns the candidate that the word most likely meant; null if none is near enough. */
export function nearestWord(word: string, candidates: readonly string[]): string | null {
  let nearest: { candidate: string; distance: number } | null = null
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > allowedDistance(word.length)) continue
    if (stopWords.has(candidate)) continue
    // People rarely get the first letter wrong, and often type all letters in another order.
    const distance =
      editDistance(word, candidate) +
      (candidate[0] === word[0] ? 0 : 0.5) -
      (lettersOf(candidate) === lettersOf(word) ? 0.5 : 0)
    if (distance <= allowedDistance(word.length) && distance < (nearest?.distance ?? 99))
      nearest = { candidate, distance }
  }
  return nearest?.candidate ?? null
}

const minCorrectedLength = 4

/** Whether a word could be a typo: not too short, letters only, and not a known word. */
export function isCorrectable(word: string): boolean {
  return (
    word.length >= minCorrectedLength &&
    word.length <= 30 &&
    /^[a-z]+$/.test(word) &&
    !familiarWords.has(word) &&
    !fillerWords.has(word)
  )
}

const maxTermsToLoosen = 4

/** One term has nothing to leave out, and each term costs a query. */
export function canLoosen(terms: readonly SearchTerm[]): boolean {
  return terms.length > 1 && terms.length <= maxTermsToLoosen
}

/**
 * The next searches to try when terms find nothing together: without the terms that find nothing at all, then without
 * one more. A term that is in no name, such as a color, is dropped first, then the one in the most names: a garment is
 * in more names than a design. A color alone is never what someone was looking for (“red mug”).
 * @param counts how much each term finds alone, and how much of that by its name
 */
export function loosenSearch(
  terms: readonly SearchTerm[],
  counts: readonly { found: number; named: number }[],
): SearchTerm[][] {
  const matchingTerms = terms.filter((_, index) => counts[index]?.found)
  const namesWith = (term: SearchTerm): number =>
    counts[terms.indexOf(term)]?.named || Number.POSITIVE_INFINITY
  const fewer =
    matchingTerms.length > 1
      ? matchingTerms
          .toSorted((one, other) => namesWith(other) - namesWith(one) || 0)
          .map((term) => matchingTerms.filter((one) => one !== term))
      : []
  const searches =
    matchingTerms.length > 0 && matchingTerms.length < terms.length
      ? [matchingTerms, ...fewer]
      : fewer
  const areColors = (some: readonly SearchTerm[]) => some.every(({ isColor }) => isColor)
  return areColors(terms) ? searches : searches.filter((search) => !areColors(search))
}

/** The words that synonyms know. */
export function synonymWords(rules: readonly SynonymRule[]): string[] {
  return [...new Set(rules.flatMap(({ from, to }) => [...from, ...to].flat()))].filter(
    (word) => word.length >= minCorrectedLength,
  )
}
