import { readFileSync } from 'node:fs'

import { makeProduct } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql, withoutTimeLimit } from '@tests/support/payload'
import type { Payload } from 'payload'
import { z } from 'zod'

import { runJob } from '@/jobs/tasks'
import { up } from '@/migrations/20261130_020100_article_blocks_filled'
import { listFacets, searchProducts } from '@/modules/catalog/queries/search-products'
import { parseProductSearch } from '@/modules/catalog/rules/product-search'
import { listContent } from '@/modules/content/queries/list-content'
import { parseContentSearch } from '@/modules/content/rules/content-search'
import { suggestSearches } from '@/modules/shop/queries/search-suggestions'
import { helpLinksFor } from '@/modules/shop/rules/help-links'
import type { Content } from '@/payload-types'
import { withTransaction } from '@/platform/transaction'
import { seedContentRows } from '@/seed/content-rows'
import { toLexical } from '@/seed/lexical'
import { seedProductRows } from '@/seed/products'

/** What a search of the demo shop should find, by product name or article title. Each field is optional. */
const expectation = z.strictObject({
  /** The best result. */
  first: z.string().optional(),
  /** A regular expression that the best results match. */
  firstMatches: z.string().optional(),
  /** How many of them. */
  firstCount: z.int().default(1),
  /** All of these are found, in any position. */
  includes: z.array(z.string()).default([]),
  /** None of these are found. */
  excludes: z.array(z.string()).default([]),
  /** A regular expression that every result matches. */
  allMatch: z.string().optional(),
  /** The minimum number of results. */
  atLeast: z.int().default(0),
  none: z.literal(true).optional(),
})
const querySet = z.array(
  z.strictObject({
    query: z.string(),
    /** Where the first of the help links leads. */
    help: z.string().optional(),
    products: expectation.optional(),
    articles: expectation.optional(),
    /** Product names and article titles among the suggestions, which are few. */
    suggests: z.array(z.string()).default([]),
  }),
)
/** The second and third set were written from the catalog alone, before reading how the search works. */
const queries = [
  'search-queries.json',
  'search-queries-visitors.json',
  'search-queries-shoppers.json',
].flatMap((file) =>
  querySet.parse(JSON.parse(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8'))),
)

let payload: Payload
beforeAll(async () => {
  payload = await getTestPayload()
  await seedProductRows(payload, new Map())
  await seedContentRows(payload, new Map())
}, 120_000)

/** Returns the names from all pages of a list. */
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
    const { articles, pages } = await listContent(payload, parseContentSearch({ search, page }))
    return { names: articles.map(({ title }) => title), pages }
  })

/** Returns the problems with the results. Comparing them with an empty list makes a failure name each problem. */
const problemsOf = (
  found: readonly string[],
  {
    first,
    firstMatches,
    firstCount,
    includes,
    excludes,
    allMatch,
    atLeast,
    none,
  }: z.infer<typeof expectation>,
): string[] => [
  ...(first !== undefined && found[0] !== first ? [`first is ${found[0]}, not ${first}`] : []),
  ...Array.from({ length: firstMatches === undefined ? 0 : firstCount }, (_, at) => found[at])
    .filter((name) => !new RegExp(firstMatches ?? '').test(name ?? ''))
    .map((name) => `first has ${name}, unlike ${firstMatches}`),
  ...includes.filter((name) => !found.includes(name)).map((name) => `lacks ${name}`),
  ...excludes.filter((name) => found.includes(name)).map((name) => `has ${name}`),
  ...found
    .filter((name) => allMatch !== undefined && !new RegExp(allMatch).test(name))
    .map((name) => `has ${name}, unlike ${allMatch}`),
  ...(found.length < atLeast ? [`has ${found.length}, fewer than ${atLeast}`] : []),
  ...(none && found.length > 0 ? [`has ${found.join(', ')}`] : []),
]

describe('searching the demo shop', () => {
  it.each(queries)('for $query finds the expected results', async (expected) => {
    const { query, help, products, articles, suggests } = expected
    const suggestions = suggests.length > 0 ? await suggestSearches(payload, query) : null
    const suggested = suggestions
      ? [...suggestions.products, ...suggestions.articles].map(({ label }) => label)
      : []
    expect({
      help: help && helpLinksFor(query)[0]?.href,
      notSuggested: suggests.filter((label) => !suggested.includes(label)),
      products: products ? problemsOf(await findProducts(query), products) : [],
      articles: articles ? problemsOf(await findArticles(query), articles) : [],
    }).toEqual({ help, notSuggested: [], products: [], articles: [] })
  })

  it('is tested with at least one expectation per query', () => {
    expect(
      queries.filter(({ help, products, articles }) => !help && !products && !articles),
    ).toEqual([])
  })
})

describe('the filters', () => {
  const namesOf = async (query: Parameters<typeof parseProductSearch>[0]): Promise<string[]> =>
    (await searchProducts(payload, parseProductSearch(query))).products.map(({ name }) => name)

  it('show the number of products that each choice lists', async () => {
    const query = { category: 'recovery', size: 'xl' }
    const facets = await listFacets(payload, parseProductSearch(query))
    expect(facets.color.length).toBeGreaterThan(2)
    for (const filter of ['garment', 'color'] as const)
      for (const { value, count } of facets[filter])
        expect([filter, value, (await namesOf({ ...query, [filter]: value })).length]).toEqual([
          filter,
          value,
          count,
        ])
  })

  it('match a color and size only if that variant is available', async () => {
    expect(await namesOf({ color: 'dusk', size: '2xl' })).not.toContain('Every Phase Hoodie')
    expect(await namesOf({ color: 'black', size: '2xl' })).toContain('Every Phase Hoodie')
    expect(await namesOf({ color: 'no-such-color' })).toEqual([])
  })

  it('belong to the products shown when a search is loosened', async () => {
    for (const [name, color] of [
      ['Narwhal Hoodie', 'Black'],
      ['Narwhal Tee', 'Crimson'],
    ] as const)
      await makeProduct({ name, colorsAvailable: [color] })
    const query = { search: 'narwhal hoodie', color: 'crimson' }
    expect(await namesOf(query)).toEqual(['Narwhal Tee'])
    const facets = await listFacets(payload, parseProductSearch(query))
    expect(facets.garment).toEqual([{ value: 'tee', count: 1 }])
    expect(facets.color).toEqual([
      { value: 'black', count: 1 },
      { value: 'crimson', count: 1 },
    ])
    await rowsOf(sql`delete from products where name like 'Narwhal%'`)
  })

  it('count what a price in a search leaves', async () => {
    const query = { search: 'gifts under $25' }
    expect((await listFacets(payload, parseProductSearch(query))).garment).toEqual([
      { value: 'tote', count: 4 },
    ])
    expect(await namesOf({ ...query, garment: 'tote' })).toHaveLength(4)
  })

  it('narrow a search', async () => {
    const names = await namesOf({ search: 'fern', garment: 'tee' })
    expect(names).toContain('Unfurl Tee')
    expect(names.filter((name) => !name.endsWith('Tee'))).toEqual([])
  })
})

describe('the search index', () => {
  const found = async (search: string): Promise<string[]> => await findProducts(search)

  it('follows changes to synonyms', async () => {
    expect(await found('carryall')).toEqual([])
    await payload.updateGlobal({
      slug: 'shop-settings',
      data: { searchSynonyms: 'carryall => tote' },
    })
    expect(await found('carryall')).toContain('Unfurl Tote')
    expect(await found('sweatshirt')).not.toContain('Unfurl Hoodie')
    await payload.updateGlobal({ slug: 'shop-settings', data: { searchSynonyms: null } })
    expect(await found('sweatshirt')).toContain('Unfurl Hoodie')
  })

  it('follows changes to categories, tags, colors, and titles', async () => {
    const {
      docs: [tote],
    } = await payload.find({ collection: 'products', where: { slug: { equals: 'unfurl-tote' } } })
    const {
      docs: [category],
    } = await payload.find({ collection: 'categories', where: { slug: { equals: 'everyday' } } })
    const {
      docs: [article],
    } = await payload.find({
      collection: 'content',
      where: { title: { equals: 'Notes on one fern' } },
    })
    if (!tote || !category || !article) throw new Error('The demo shop has changed.')
    await payload.update({
      collection: 'products',
      id: tote.id,
      data: { tags: ['quokka'], colorsAvailable: ['Chartreuse'] },
    })
    await payload.update({
      collection: 'categories',
      id: category.id,
      data: { name: 'Ordinaryville' },
    })
    await payload.update({
      collection: 'content',
      id: article.id,
      data: { title: 'Notes on one wallaby' },
    })
    expect([await found('quokka'), await found('chartreuse')]).toEqual([
      ['Unfurl Tote'],
      ['Unfurl Tote'],
    ])
    expect(await found('quoka')).toEqual(['Unfurl Tote'])
    expect(await found('ordinaryville')).toContain('High Ridge Tee')
    expect(await findArticles('wallaby')).toEqual(['Notes on one wallaby'])
    await payload.delete({ collection: 'products', id: tote.id })
    expect(await found('quokka')).toEqual([])
  })
})

describe('the text of an article', () => {
  const words = async (id: number) =>
    await rowsOf<{ body: string | null }>(
      sql`select body::text from content_search where content_id = ${id}`,
    )
  const found = async (word: string) => (await findArticles(word)).length

  it('is searched while the article is published, however that changes', async () => {
    const { id } = await payload.create({
      collection: 'content',
      data: {
        title: 'Low ground',
        slug: 'low-ground',
        contentType: 'reflection',
        status: 'draft',
        body: toLexical([{ p: 'A bank of quillwort.' }]),
      },
    })
    const change = (data: Partial<Content>) =>
      payload.update({ collection: 'content', id, trash: true, data })
    expect([await found('quillwort'), await words(id)]).toEqual([0, [{ body: null }]])
    await change({ status: 'published' })
    expect(await found('quillwort')).toBe(1)
    await change({ body: toLexical([{ p: 'A bank of milkvetch.' }]), transcript: 'And toadflax.' })
    expect([await found('quillwort'), await found('milkvetch'), await found('toadflax')]).toEqual([
      0, 1, 1,
    ])
    await change({ deletedAt: new Date().toISOString() })
    expect([await found('milkvetch'), await words(id)]).toEqual([0, [{ body: null }]])
    await change({ deletedAt: null })
    expect(await found('milkvetch')).toBe(1)
    await change({ status: 'draft' })
    expect([await found('milkvetch'), await words(id)]).toEqual([0, [{ body: null }]])
    await change({ status: 'scheduled', scheduledFor: new Date(Date.now() - 60_000).toISOString() })
    expect(await found('milkvetch')).toBe(0)
    await runJob(payload, 'publish-scheduled-content', {})
    expect(await found('milkvetch')).toBe(1)
    await payload.delete({ collection: 'content', id })
    expect([await found('milkvetch'), await words(id)]).toEqual([0, []])
  })

  it('includes what its buttons, tables, quotes, and recordings say', async () => {
    const blocks = [
      { blockType: 'button', label: 'Find a spleenwort', url: '/products' },
      {
        blockType: 'table',
        caption: 'Ferns by bogbean',
        rows: 'Fern|Marshfelwort',
        hasHeader: true,
      },
      { blockType: 'pullQuote', text: 'The butterwort stays.', source: 'Ana Bladderwort' },
      { blockType: 'audio', title: 'A waterlobelia', audio: 1 },
    ]
    const root = { type: 'root', version: 1, direction: 'ltr', format: '', indent: 0 } as const
    const children = blocks.map((fields, index) => ({
      type: 'block',
      version: 2,
      format: '',
      fields: { id: `b${index}`, blockName: '', ...fields },
    }))
    const { id } = await payload.db.create({
      collection: 'content',
      data: {
        title: 'Wet ground',
        slug: 'wet-ground',
        contentType: 'reflection',
        status: 'published',
        body: { root: { ...root, children } },
      },
    })
    const searches = ['spleenwort', 'bogbean', 'marshfelwort', 'bladderwort', 'waterlobelia']
    const findAll = () => Promise.all(searches.map(found))
    expect(await findAll()).toEqual([1, 1, 1, 1, 1])
    expect(await found('blocktype')).toBe(0)
    // An article that was saved before the search read blocks.
    await rowsOf(sql`update content_search set body = to_tsvector('') where content_id = ${id}`)
    expect(await findAll()).toEqual([0, 0, 0, 0, 0])
    await withTransaction(payload, (req, tx) => up({ payload, req, db: tx }))
    expect(await findAll()).toEqual([1, 1, 1, 1, 1])
    await payload.delete({ collection: 'content', id: Number(id) })
  })

  it('counts less than its title, tags, and excerpt, and its words must be together', async () => {
    const write = (data: Partial<Content>) =>
      payload.create({
        collection: 'content',
        data: { contentType: 'reflection', status: 'published', ...data } as Content,
      })
    await write({ title: 'In a tag', tags: ['gentian'] })
    await write({ title: 'The gentian' })
    await write({ title: 'In an excerpt', excerpt: 'One gentian.' })
    await write({
      title: 'In the text',
      body: toLexical([{ p: `A gentian. A harebell. ${'The quollish rain. '.repeat(20_000)}` }]),
    })
    expect(await findArticles('gentian')).toEqual([
      'The gentian',
      'In a tag',
      'In an excerpt',
      'In the text',
    ])
    expect([await findArticles('quollish rains'), await findArticles('harebell quollish')]).toEqual(
      [['In the text'], []],
    )
    await rowsOf(
      sql`delete from content where title in ('In a tag', 'The gentian', 'In an excerpt', 'In the text')`,
    )
  })
})

it('a word that thousands of products have finds the same pages, whether their number is known or not', async () => {
  await withoutTimeLimit(`
    insert into products (name, description, base_price_cents, is_active, is_sold_out, created_at)
    select case when n % 3 = 0 then 'A tee ' else 'Okapi tee ' end || n, 'With an okapi', case when n % 12 = 0 then 2600 else 2000 + n % 4 end,
      n % 40 > 0, n % 5 = 0, now() - random() * interval '1 day' from generate_series(1, 2400) n`)
  for (const query of [{}, { sort: 'price-low' }, { price: 'under-25', sort: 'name' }])
    for (const page of ['1', '4', '40', '125', '999']) {
      const search = parseProductSearch({ search: 'okapi', page, ...query })
      const { total } = await listFacets(payload, search)
      const counted = await searchProducts(payload, search)
      expect(await searchProducts(payload, search, total)).toEqual(counted)
      expect(counted.total).toBe(total)
      expect(total).toBeGreaterThan(2000)
    }
  await withoutTimeLimit(`delete from products where description = 'With an okapi'`)
})

describe('search suggestions', () => {
  const suggest = (search: string) => suggestSearches(payload, search)

  it('include products, categories, and articles with their URLs', async () => {
    const { products, categories, articles } = await suggest('rec')
    expect(products.every(({ href }) => /^\/products\/\d+$/.test(href))).toBe(true)
    expect(products.length).toBeGreaterThan(0)
    expect(categories).toEqual([{ label: 'Recovery', href: '/products?category=recovery' }])
    const guides = await suggest('gift gui')
    expect(guides.articles[0]?.label).toBe('A gift guide with very little in it')
    expect(guides.products).toEqual([])
    expect(articles.length).toBeLessThanOrEqual(3)
  })

  it('include what is for sale among many matches that aren’t', async () => {
    const old = Array.from({ length: 300 }, (_, n) => `('Zephyr Tee ${n}', 3200, null, false)`)
    const rows = `${old.join()}, ('Zephyr Tee', 3200, 2800, true)`
    await rowsOf(
      sql`insert into products (name, base_price_cents, sale_price_cents, is_active) values ${sql.raw(rows)}`,
    )
    for (const search of ['zephyr', 'zephyr sale'])
      expect((await suggest(search)).products.map(({ label }) => label)).toEqual(['Zephyr Tee'])
    await rowsOf(sql`delete from products where name like 'Zephyr%'`)
  })

  it('tolerate typos and are empty for text without words', async () => {
    expect((await suggest('hoddie')).products.map(({ label }) => label).join()).toContain('Hoodie')
    for (const odd of ['', 'x', '%%', '<>', '😀😀', "''"])
      expect(await suggest(odd)).toEqual({ help: [], products: [], categories: [], articles: [] })
  })

  it('begin with the pages that answer a question', async () => {
    const { help, products } = await suggest('return policy')
    expect([help.map(({ href }) => href), products]).toEqual([['/support'], []])
  })
})
