import { readFileSync } from 'node:fs'

import { getTestPayload } from '@tests/support/payload'
import type { Payload } from 'payload'
import { z } from 'zod'

import { searchProducts } from '@/modules/catalog/queries/search-products'
import { parseProductSearch } from '@/modules/catalog/rules/product-search'
import { listContent } from '@/modules/content/queries/list-content'
import { parseContentSearch } from '@/modules/content/rules/content-search'
import { seedContentRows } from '@/seed/content-rows'
import { seedProductRows } from '@/seed/products'

/** What a search of the demo shop should find: names of products, titles of articles. Each is optional. */
const expectation = z.strictObject({
  /** The best result. */
  first: z.string().optional(),
  /** All of these are found, in any place. */
  includes: z.array(z.string()).default([]),
  /** None of these are found. */
  excludes: z.array(z.string()).default([]),
  /** A regular expression that every result matches. */
  allMatch: z.string().optional(),
  /** The least number of results. */
  atLeast: z.int().default(0),
  none: z.literal(true).optional(),
})
const queries = z
  .array(
    z.strictObject({
      query: z.string(),
      products: expectation.optional(),
      articles: expectation.optional(),
    }),
  )
  .parse(JSON.parse(readFileSync(new URL('./search-queries.json', import.meta.url), 'utf8')))

let payload: Payload
beforeAll(async () => {
  payload = await getTestPayload()
  await seedProductRows(payload, new Map())
  await seedContentRows(payload, new Map())
})

/** All pages of a list. */
const allOf = async (
  list: (page: string) => Promise<{ names: string[]; pages: number }>,
): Promise<string[]> => {
  const names: string[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await list(String(page))
    names.push(...found.names)
    pages = found.pages
  }
  return names
}
const findProducts = (search: string) =>
  allOf(async (page) => {
    const { products, pages } = await searchProducts(payload, parseProductSearch({ search, page }))
    return { names: products.map(({ name }) => name), pages }
  })
const findArticles = (search: string) =>
  allOf(async (page) => {
    const { pieces, pages } = await listContent(payload, parseContentSearch({ search, page }))
    return { names: pieces.map(({ title }) => title), pages }
  })

/** What is wrong with the results; compared with nothing, so that a failure names each problem. */
const problemsOf = (
  found: readonly string[],
  { first, includes, excludes, allMatch, atLeast, none }: z.infer<typeof expectation>,
): string[] => [
  ...(first !== undefined && found[0] !== first ? [`first is ${found[0]}, not ${first}`] : []),
  ...includes.filter((name) => !found.includes(name)).map((name) => `lacks ${name}`),
  ...excludes.filter((name) => found.includes(name)).map((name) => `has ${name}`),
  ...found
    .filter((name) => allMatch !== undefined && !new RegExp(allMatch).test(name))
    .map((name) => `has ${name}, unlike ${allMatch}`),
  ...(found.length < atLeast ? [`has ${found.length}, fewer than ${atLeast}`] : []),
  ...(none && found.length > 0 ? [`has ${found.join(', ')}`] : []),
]

describe('in the demo shop', () => {
  it.each(queries)('a search for $query finds what people expect', async (expected) => {
    const { query, products, articles } = expected
    expect({
      products: products ? problemsOf(await findProducts(query), products) : [],
      articles: articles ? problemsOf(await findArticles(query), articles) : [],
    }).toEqual({ products: [], articles: [] })
  })

  it('every query checks something', () => {
    expect(queries.filter(({ products, articles }) => !products && !articles)).toEqual([])
  })
})
