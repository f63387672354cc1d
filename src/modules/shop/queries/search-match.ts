import { type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import { cache } from 'react'

import { effectivePriceCents, isSearchOfProduct } from '@/modules/catalog/queries/product-columns'
import { isAboutHelp } from '@/modules/shop/rules/help-links'
import {
  asksForAnyProduct,
  canLoosen,
  isCorrectable,
  loosenSearch,
  nearestWord,
  planSearch,
  type SearchTerm,
  splitPriceLimit,
  synonymWords,
} from '@/modules/shop/rules/search-plan'
import {
  defaultSearchSynonyms,
  parseSynonyms,
  type SynonymRule,
  wordsOf,
} from '@/modules/shop/rules/search-synonyms'
import { shop_settings } from '@/payload-generated-schema'

/** Weights in a document: A names, B tags and other facts, C running text. The colors of a product have B and D. */
type Weights = 'A' | 'AB' | 'ABC'

const phraseQuery = (phrase: readonly string[], weights: Weights | 'D', prefix = ''): SQL => {
  // The index stores no weights, so it suffices only for conditions without weights.
  const mark = weights === 'ABC' ? prefix : prefix + weights
  const lexemes = phrase.map((word) => `'${word}'${mark && `:${mark}`}`)
  return phrase.length > 1
    ? sql`to_tsquery('simple', ${lexemes.join(' <-> ')})`
    : sql`to_tsquery('english', ${lexemes[0]}) || to_tsquery('simple', ${lexemes[0]})`
}

/** Running text counts only for the words that were typed: a synonym in it says little. */
const termQuery = (
  { typed, isPrefix, isGarment, isColor, synonyms }: SearchTerm,
  weights: Weights,
): SQL => {
  const isNamed = weights === 'A'
  const typedWeights = (isGarment || isColor) && !isNamed ? 'AB' : weights
  const others = isColor && isNamed ? [] : synonyms
  const otherWeights = isNamed ? 'A' : isColor ? 'D' : 'AB'
  return sql.join(
    [
      phraseQuery(typed, typedWeights, isPrefix ? '*' : ''),
      ...others.map((phrase) => phraseQuery(phrase, otherWeights)),
    ],
    sql` || `,
  )
}

const textQuery = (terms: readonly SearchTerm[], weights: Weights): SQL =>
  sql.join(
    terms.map((term) => sql`(${termQuery(term, weights)})`),
    sql` && `,
  )

/** A search as conditions on a document (a tsvector): whether it matches, and how well (0 best). */
export type SearchMatch = {
  matches: (document: SQL) => SQL
  /** What was typed, as a phrase, for long texts, where words that are far apart mean little. */
  phrase?: SQL
  /** Whether all words are in the name; an index of products serves this expression. */
  matchesName: (document: SQL) => SQL
  rank: (document: SQL) => SQL
}

/**
 * The words were in the name, in the name and the facts, or somewhere.
 * @param widest where words may be at all
 * @param text left out if long texts don't count
 */
const toMatch = (terms: readonly SearchTerm[], widest: Weights, text?: string): SearchMatch => ({
  matches: (document) => sql`${document} @@ (${textQuery(terms, widest)})`,
  phrase: text ? sql`phraseto_tsquery('english', ${text})` : undefined,
  matchesName: (document) => sql`ts_filter(${document}, '{a}') @@ (${textQuery(terms, 'A')})`,
  rank: (document) => sql`case when ${document} @@ (${textQuery(terms, 'A')}) then 0
    when ${document} @@ (${textQuery(terms, 'AB')}) then 1
    when ${document} @@ (${textQuery(terms, 'ABC')}) then 2 else 3 end`,
})

const matchEverything: SearchMatch = {
  matches: () => sql`true`,
  matchesName: () => sql`true`,
  rank: () => sql`(select 0)`,
}

/** The same match among products that cost up to this much. */
const amongCheaper = (match: SearchMatch, dollars: number): SearchMatch => {
  const isCheaper = sql`exists (select from products where ${isSearchOfProduct} and ${effectivePriceCents} <= ${dollars * 100})`
  return {
    ...match,
    matches: (document) => sql`${match.matches(document)} and ${isCheaper}`,
    matchesName: (document) => sql`${match.matchesName(document)} and ${isCheaper}`,
  }
}

/** Read once for each page, which searches products and articles. */
const loadSynonyms = cache(async ({ db }: Payload): Promise<SynonymRule[]> => {
  const [settings] = await db.drizzle
    .select({ text: shop_settings.searchSynonyms })
    .from(shop_settings)
    .limit(1)
  return parseSynonyms(settings?.text ?? defaultSearchSynonyms)
})

const candidatesPerWord = 12

/** Words of names, tags, and excerpts; words of articles' texts besides. */
const knownWords = {
  short: sql`search_words`,
  all: sql`(select word from search_words union all select word from content_words) all_words`,
}
type KnownWords = keyof typeof knownWords

/**
 * Known words that look like a typo, and whether the typed word or its singular is known, or a continuation of the
 * last word, which someone may still be typing.
 */
const lookUpWords = (
  { db }: Payload,
  words: readonly string[],
  lastWord: string | undefined,
  known: KnownWords,
) =>
  db.drizzle
    .select({
      typed: sql<string>`typed`,
      isKnown: sql<boolean>`exists (select from ${knownWords[known]} where word in (typed, typed || 's', rtrim(typed, 's')))
        or (typed = ${lastWord ?? ''} and exists (select from ${knownWords[known]} where word like typed || '%'))`,
      candidates: sql<
        string[]
      >`array(select word from ${knownWords[known]} where word % typed or word = any(swapped)
        group by word order by similarity(word, typed) desc limit ${candidatesPerWord})`,
    })
    .from(
      sql`(select typed, array(select substr(typed, 1, at - 1) || substr(typed, at + 1, 1) || substr(typed, at, 1) || substr(typed, at + 2)
        from generate_series(1, length(typed) - 1) at) as swapped from unnest(${sql.param(words)}::text[]) typed) as looked_up`,
    )

/** Returns the text with its typos replaced; null if there are none. */
const correctTypos = async (
  payload: Payload,
  text: string,
  rules: readonly SynonymRule[],
  known: KnownWords,
): Promise<string | null> => {
  const words = wordsOf(text)
  const suspects = [...new Set(words.filter(isCorrectable))].slice(0, 8)
  if (suspects.length === 0) return null
  const ofSynonyms = synonymWords(rules)
  const corrections = new Map<string, string>()
  const lookedUp = await lookUpWords(payload, suspects, words.at(-1), known)
  for (const { typed, isKnown, candidates } of lookedUp) {
    if (isKnown || ofSynonyms.includes(typed)) continue
    const nearest = nearestWord(typed, [...candidates, ...ofSynonyms])
    if (nearest) corrections.set(typed, nearest)
  }
  if (corrections.size === 0) return null
  return words.map((word) => corrections.get(word) ?? word).join(' ')
}

type Found<Result> = Result & {
  /** What was searched instead, because nothing matched what was typed. */
  correctedSearch: string | null
}

type Find<Result> = (match: SearchMatch | null) => Promise<Result>

/** Returns for each of several matches how many results it has, and how many of those by their names. */
type CountMatches = (matches: readonly SearchMatch[]) => Promise<number[]>

/**
 * Runs the search without the terms that match nothing; null if that finds nothing either. Running text doesn't count.
 */
async function findLoosely<Result extends { total: number }>(
  terms: readonly SearchTerm[],
  forProducts: boolean,
  find: Find<Result>,
  count: CountMatches,
): Promise<Found<Result> | null> {
  if (!canLoosen(terms)) return null
  const numbers = await count(terms.map((term) => toMatch([term], 'AB')))
  const counts = terms.map(({ isOption }, index) => ({
    found: isOption && !forProducts ? 0 : (numbers[2 * index] ?? 0),
    named: numbers[2 * index + 1] ?? 0,
  }))
  for (const fewer of loosenSearch(terms, counts)) {
    const result = await find(toMatch(fewer, 'AB'))
    if (result.total > 0)
      return { ...result, correctedSearch: fewer.flatMap(({ typed }) => typed).join(' ') }
  }
  return null
}

/** Runs a search of words; see searchWithCorrection. */
async function searchWords<Result extends { total: number }>(
  payload: Payload,
  text: string,
  forProducts: boolean,
  find: Find<Result>,
  count: CountMatches,
): Promise<Found<Result>> {
  const rules = await loadSynonyms(payload)
  const terms = planSearch(text, rules, { forProducts })
  const isAnswered = forProducts && isAboutHelp(text)
  if (terms.length === 0) {
    const all = forProducts && !isAnswered && asksForAnyProduct(text) ? matchEverything : null
    return { ...(await find(all)), correctedSearch: null }
  }
  const result = await find(toMatch(terms, isAnswered ? 'A' : 'ABC', wordsOf(text).join(' ')))
  if (result.total > 0 || isAnswered) return { ...result, correctedSearch: null }
  let correctedTerms = terms
  for (const known of forProducts ? (['short'] as const) : (['short', 'all'] as const)) {
    const corrected = await correctTypos(payload, text, rules, known)
    if (corrected === null) continue
    const planned = planSearch(corrected, rules, { forProducts })
    if (planned.length === 0) continue
    const second = await find(toMatch(planned, 'ABC', corrected))
    if (second.total > 0) return { ...second, correctedSearch: corrected }
    if (known === 'short') correctedTerms = planned
  }
  const third = await findLoosely(correctedTerms, forProducts, find, count)
  return third ?? { ...result, correctedSearch: null }
}

/**
 * Runs a search. If it finds nothing, its typos are corrected; if that finds no products either, it runs without the
 * words that match none (“zip hoodie”: hoodies), and last without a price (“hoodies under $20”: hoodies). A question that
 * a page answers finds only products of that name.
 * @param find gets null for a text without words, which must find nothing
 */
export async function searchWithCorrection<Result extends { total: number }>(
  payload: Payload,
  text: string,
  { forProducts }: { forProducts: boolean },
  find: Find<Result>,
  count: CountMatches,
): Promise<Found<Result>> {
  const { words, dollars } = splitPriceLimit(text)
  const atAnyPrice = () => searchWords(payload, words, forProducts, find, count)
  if (!forProducts || dollars === null) return atAnyPrice()
  const cheaper = await searchWords(
    payload,
    words || 'products',
    forProducts,
    (match) => find(match && amongCheaper(match, dollars)),
    (matches) => count(matches.map((match) => amongCheaper(match, dollars))),
  )
  if (cheaper.total > 0 || !words) return cheaper
  const result = await atAnyPrice()
  return result.total > 0 ? { ...result, correctedSearch: result.correctedSearch ?? words } : result
}
