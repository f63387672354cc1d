import { makeCategory, makeProduct } from '@tests/support/factories'
import { getTestPayload, recordStatements, rowsOf, sql } from '@tests/support/payload'
import fc from 'fast-check'
import type { Payload } from 'payload'

import { getProduct } from '@/modules/catalog/queries/get-product'
import { listCategories } from '@/modules/catalog/queries/list-categories'
import { listFeaturedCards, listRelatedCards } from '@/modules/catalog/queries/product-cards'
import { searchProducts } from '@/modules/catalog/queries/search-products'
import {
  defaultProductSearch,
  parseProductSearch,
  type ProductSearch,
  productsPerPage,
} from '@/modules/catalog/rules/product-search'
import { priceCart } from '@/modules/checkout/queries'
import { getSettings } from '@/modules/shop/queries/get-settings'
import type { Product } from '@/payload-types'

let payload: Payload
const products: Record<string, Product> = {}
let recovery: { id: number; slug: string }

beforeAll(async () => {
  payload = await getTestPayload()
  recovery = await makeCategory({ name: 'Recovery', slug: 'recovery' })
  const nature = await makeCategory({ name: 'Nature', slug: 'nature' })
  const add = async (name: string, data: Partial<Product>) => {
    products[name] = await makeProduct({ name, ...data })
  }
  await add('Sunrise Hoodie', {
    basePriceCents: 5800,
    category: recovery.id,
    tags: ['hoodie', 'dawn'],
    description: 'Warm fleece with a sunrise over the hills.',
    isFeatured: true,
  })
  await add('Fern Tee', {
    basePriceCents: 3200,
    salePriceCents: 2499,
    // The product was for sale before the sale started, so there is a price to strike through.
    createdAt: new Date(Date.now() - 86_400_000).toISOString(),
    category: nature.id,
    tags: ['tee', 'fern'],
  })
  await add('Still Water Tee', {
    basePriceCents: 2500,
    category: nature.id,
    tags: ['tee', 'river'],
  })
  await add('Day One Mug', {
    basePriceCents: 5000,
    category: recovery.id,
    tags: ['mug'],
    sizesAvailable: [],
    colorsAvailable: [],
  })
  await add('Long Road Tote', { basePriceCents: 5001, tags: ['tote'] })
  await add('Withdrawn Tee', {
    basePriceCents: 2000,
    isActive: false,
    tags: ['tee'],
    category: nature.id,
  })
  // The products are created within one second, so sorting by newest needs distinct dates.
  let minutes = 0
  for (const { id } of Object.values(products))
    await payload.db.drizzle.execute(
      sql`update products set created_at = now() - make_interval(mins => ${60 - (minutes += 5)}) where id = ${id}`,
    )
})

const search = (query: Partial<ProductSearch>) =>
  searchProducts(payload, { ...defaultProductSearch, ...query })
const names = async (query: Partial<ProductSearch>): Promise<string[]> =>
  (await search(query)).products.map(({ name }) => name)

describe('the listing', () => {
  it('contains only active products, newest first', async () => {
    expect(await names({})).toEqual([
      'Long Road Tote',
      'Day One Mug',
      'Still Water Tee',
      'Fern Tee',
      'Sunrise Hoodie',
    ])
  })

  it.each<[Partial<ProductSearch>, string[]]>([
    [
      { sort: 'name' },
      ['Day One Mug', 'Fern Tee', 'Long Road Tote', 'Still Water Tee', 'Sunrise Hoodie'],
    ],
    [
      { sort: 'price-low' },
      ['Fern Tee', 'Still Water Tee', 'Day One Mug', 'Long Road Tote', 'Sunrise Hoodie'],
    ],
    [
      { sort: 'price-high' },
      ['Sunrise Hoodie', 'Long Road Tote', 'Day One Mug', 'Still Water Tee', 'Fern Tee'],
    ],
    [{ category: 'recovery', sort: 'name' }, ['Day One Mug', 'Sunrise Hoodie']],
    [{ category: 'nature', sort: 'name' }, ['Fern Tee', 'Still Water Tee']],
    [{ category: 'no-such-category' }, []],
    [{ price: 'under-25' }, ['Fern Tee']],
    [{ price: '25-50', sort: 'price-low' }, ['Still Water Tee', 'Day One Mug']],
    [{ price: 'over-50', sort: 'price-low' }, ['Long Road Tote', 'Sunrise Hoodie']],
    [{ category: 'nature', price: '25-50' }, ['Still Water Tee']],
    [{ category: 'recovery', price: 'under-25' }, []],
    [{ page: 2 }, []],
    [{ page: 500 }, []],
  ])('with %j contains %j', async (query, expected) => expect(await names(query)).toEqual(expected))

  it('shows the current price and the price before the sale', async () => {
    const {
      products: [fern],
    } = await search({ category: 'nature', price: 'under-25' })
    expect(fern).toMatchObject({
      priceCents: 2499,
      wasCents: 3200,
      sizes: ['S', 'M'],
      colors: ['Pine', 'Bone'],
      isNew: true,
      picture: null,
    })
    const {
      products: [mug],
    } = await search({ search: 'mug' })
    expect(mug).toMatchObject({ priceCents: 5000, wasCents: null, sizes: [], colors: [] })
  })

  it('has pages that together contain each product once', async () => {
    const many = await makeCategory({ name: 'Many', slug: 'many' })
    for (let index = 0; index < productsPerPage + 2; index += 1)
      await makeProduct({
        name: `Card ${index}`,
        category: many.id,
        basePriceCents: 1000,
        sizesAvailable: [],
        colorsAvailable: [],
      })
    const pages = await Promise.all(
      [1, 2, 3].map((page) => search({ category: 'many', sort: 'price-low', page })),
    )
    expect(
      pages.map(({ products: { length }, total, pages: count }) => [length, total, count]),
    ).toEqual([
      [24, 26, 2],
      [2, 26, 2],
      [0, 26, 2],
    ])
    expect(new Set(pages.flatMap((page) => page.products.map(({ id }) => id))).size).toBe(26)
    await payload.delete({ collection: 'products', where: { category: { equals: many.id } } })
  })
})

describe('a search', () => {
  it.each<[string, string[]]>([
    ['hoodie', ['Sunrise Hoodie']],
    ['HOODIE', ['Sunrise Hoodie']],
    ['hoodies', ['Sunrise Hoodie']],
    ['fleece', ['Sunrise Hoodie']],
    ['dawn', ['Sunrise Hoodie']],
    ['tee', ['Fern Tee', 'Still Water Tee']],
    ['fern tee', ['Fern Tee']],
    ['tee fern', ['Fern Tee']],
    ['fern hoodie', ['Sunrise Hoodie']],
    ['sun', ['Sunrise Hoodie']],
    ['sunr', ['Sunrise Hoodie']],
    ['still wat', ['Still Water Tee']],
    ['the', []],
    ['withdrawn', []],
    ['x', []],
  ])('for %j finds %j', async (text, expected) =>
    expect(await names({ search: text, sort: 'name' })).toEqual(expected),
  )

  it.each([
    ['hodie', 'Sunrise Hoodie'],
    ['hoody', 'Sunrise Hoodie'],
    ['hooodie', 'Sunrise Hoodie'],
    ['sunrize', 'Sunrise Hoodie'],
    ['stll water', 'Still Water Tee'],
  ])('for the typo %j finds %s', async (text, expected) => {
    expect(await names({ search: text })).toContain(expected)
  })

  it('respects the category and price filters', async () => {
    expect(await names({ search: 'tee', price: '25-50' })).toEqual(['Still Water Tee'])
    expect(await names({ search: 'tee', category: 'recovery' })).toEqual([])
    expect(await names({ search: 'hodie', category: 'nature' })).toEqual([])
  })

  const hostile = [
    `' | & ! <->`,
    `'`,
    `''`,
    `"`,
    `\\`,
    `%`,
    `_`,
    `%%%`,
    `:*`,
    `'x':*`,
    `fern:*`,
    `!fern`,
    `fern & !tee`,
    `fern <-> tee`,
    `(fern`,
    `fern)`,
    `a'b`,
    `'; drop table products; --`,
    `' or '1'='1`,
    `$1`,
    `\${7*7}`,
    `{{7*7}}`,
    `<script>alert(1)</script>`,
    `\u0000`,
    `fern\u0000tee`,
    `\ud800`,
    `\u202efern`,
    `日本語`,
    `ﬁ`,
    `İ`,
    `😀`,
    `a`.repeat(100),
    `a b `.repeat(25),
    `OR`,
    `AND NOT`,
    `-fern`,
    `"fern`,
    `*`,
    `?`,
    `[`,
    `.*`,
    `1e999`,
    `null`,
    `undefined`,
    `__proto__`,
  ]
  it.each(hostile)('for %j returns a page', async (text) => {
    const page = await searchProducts(payload, parseProductSearch({ search: text }))
    expect(page.total).toBeGreaterThanOrEqual(0)
    expect(page.products.length).toBeLessThanOrEqual(productsPerPage)
  })

  it.each([`'`, `%`, `_`, `' | & ! <->`, `😀`, `***`])('for only %j finds nothing', async (text) =>
    expect(await names({ search: text })).toEqual([]),
  )

  it('for any text returns a page without changing the catalog', async () => {
    const count = async () => (await payload.count({ collection: 'products' })).totalDocs
    const before = await count()
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ maxLength: 110 }),
          fc.string({ unit: 'binary', maxLength: 110 }),
          fc.stringMatching(/^['"|&!()<>:*\\% a-c-]{1,30}$/),
        ),
        async (text) => {
          await expect(
            searchProducts(payload, parseProductSearch({ search: text })),
          ).resolves.toHaveProperty('total')
        },
      ),
      { numRuns: 40 },
    )
    expect(await count()).toBe(before)
  })
})

describe('a product', () => {
  it('has its price, variants, tags, and category', async () => {
    expect(await getProduct(payload, products['Fern Tee']?.id ?? 0)).toMatchObject({
      name: 'Fern Tee',
      priceCents: 2499,
      wasCents: 3200,
      tags: ['tee', 'fern'],
      category: { name: 'Nature', slug: 'nature' },
      sizes: ['S', 'M'],
      colors: ['Pine', 'Bone'],
      variants: [
        { size: 'S', color: 'Pine' },
        { size: 'M', color: 'Pine' },
        { size: 'S', color: 'Bone' },
        { size: 'M', color: 'Bone' },
      ].map((variant) => ({ ...variant, available: true, priceCents: 2499 })),
      rating: null,
      reviews: [],
    })
  })

  it('that is inactive or missing is not found', async () => {
    expect(await getProduct(payload, products['Withdrawn Tee']?.id ?? 0)).toBeNull()
    for (const id of [0, -1, 999_999]) expect(await getProduct(payload, id)).toBeNull()
  })

  it('has the shop’s size chart for its sizes unless it has its own', async () => {
    expect(
      (await getProduct(payload, products['Fern Tee']?.id ?? 0))?.sizeGuide.map(({ size }) => size),
    ).toEqual(['S', 'M'])
    const mug = await makeProduct({ name: 'Fern Mug', sizesAvailable: ['11 oz'] })
    expect((await getProduct(payload, mug.id))?.sizeGuide).toEqual([])
    const own = await makeProduct({ sizeGuide: [{ size: '2XL', chest: '50″', length: '32″' }] })
    expect((await getProduct(payload, own.id))?.sizeGuide).toEqual([
      { size: '2XL', chest: '50″', length: '32″' },
    ])
  })

  it('is rated only by approved reviews', async () => {
    const { id } = await makeProduct({ name: 'Rated Tee' })
    for (const [rating, status] of [
      [5, 'approved'],
      [4, 'approved'],
      [1, 'waiting'],
      [1, 'rejected'],
    ] as const)
      await payload.create({
        collection: 'reviews',
        data: { product: id, author: 'Wren', rating, body: `${status} ${rating}`, status },
      })
    const product = await getProduct(payload, id)
    expect(product?.rating).toEqual({ average: 4.5, count: 2 })
    expect(product?.reviews.map(({ body }) => body).sort()).toEqual(['approved 4', 'approved 5'])
  })

  it('is rated by all its reviews but lists at most 200', async () => {
    const { id } = await makeProduct({ name: 'Loved Tee' })
    await rowsOf(
      sql`insert into reviews (product_id, author, rating, body, status, created_at) select ${id}, 'Wren', case when n <= 205 then 5 else 1 end, 'Warm', 'approved', now() - make_interval(mins => n) from generate_series(1, 410) n`,
    )
    const product = await getProduct(payload, id)
    expect([product?.rating, product?.reviews.length]).toEqual([{ average: 3, count: 410 }, 200])
  })

  it('without a price has no available variants', async () => {
    const { id } = await makeProduct({ basePriceCents: null, salePriceCents: null })
    expect((await getProduct(payload, id))?.variants.every(({ available }) => !available)).toBe(
      true,
    )
  })
})

describe('product cards', () => {
  it('of featured products exclude inactive ones', async () => {
    await payload.update({
      collection: 'products',
      id: products['Withdrawn Tee']?.id ?? 0,
      data: { isFeatured: true },
    })
    expect((await listFeaturedCards(payload, 8)).map(({ name }) => name)).toEqual([
      'Sunrise Hoodie',
    ])
  })

  it('of related products start with the same category and exclude the product itself and inactive ones', async () => {
    const cards = (
      await listRelatedCards(
        payload,
        products['Fern Tee']?.id ?? 0,
        products['Fern Tee']?.category as number,
        3,
      )
    ).map(({ name }) => name)
    expect(cards[0]).toBe('Still Water Tee')
    expect(cards).toHaveLength(3)
    expect(cards).not.toContain('Fern Tee')
    expect(cards).not.toContain('Withdrawn Tee')
    expect(
      await listRelatedCards(payload, products['Long Road Tote']?.id ?? 0, null, 3),
    ).toHaveLength(3)
  })

  it('show a product as sold out once none of its variants is available', async () => {
    const { id } = products['Long Road Tote'] as Product
    const soldOut = async (): Promise<boolean | undefined> =>
      (await search({ search: 'long road' })).products.find((card) => card.id === id)?.isSoldOut
    const sell = (available: boolean, size: string) =>
      payload.db.drizzle.execute(
        sql`update products_variants set available = ${available} where _parent_id = ${id} and size = ${size}`,
      )
    const soldOutStates = [await soldOut()]
    await sell(false, 'S')
    soldOutStates.push(await soldOut())
    await sell(false, 'M')
    soldOutStates.push(await soldOut())
    await Promise.all([sell(true, 'S'), sell(true, 'M')])
    expect(soldOutStates).toEqual([false, false, true])
  })

  it('of sold-out products come last, even when the last variants sell out at the same time', async () => {
    const { id, name } = await makeProduct({ name: 'Long Way Tee', category: recovery.id })
    const sell = (available: boolean) =>
      Promise.all(
        ['S', 'M'].map((size) =>
          payload.db.drizzle.execute(
            sql`update products_variants set available = ${available} where _parent_id = ${id} and size = ${size}`,
          ),
        ),
      )
    const isLast = async () =>
      [
        await names({}),
        await names({ category: recovery.slug }),
        (await listRelatedCards(payload, products['Day One Mug']?.id ?? 0, recovery.id, 20)).map(
          (card) => card.name,
        ),
      ].map((list) => list.includes(name) && list.at(-1) === name)
    const seen = [await isLast()]
    for (const available of [false, true]) {
      await sell(available)
      seen.push(await isLast())
    }
    await payload.delete({ collection: 'products', id })
    expect(seen).toEqual([
      [false, false, false],
      [true, true, true],
      [false, false, false],
    ])
  })
})

describe('the price of a cart line', () => {
  const line = (
    changes: Partial<{ productId: number; size: string; color: string; quantity: number }> = {},
  ) => ({
    productId: products['Fern Tee']?.id ?? 0,
    size: 'M',
    color: 'Pine',
    quantity: 1,
    ...changes,
  })

  it('comes from the database, in the order requested', async () => {
    const lines = await priceCart(payload, [
      line({ productId: products['Day One Mug']?.id, size: 'One Size', color: 'Default' }),
      line({ quantity: 3 }),
    ])
    expect(lines).toMatchObject([
      { name: 'Day One Mug', status: 'ok', unitCents: 5000, quantity: 1 },
      { name: 'Fern Tee', status: 'ok', unitCents: 2499, quantity: 3 },
    ])
    expect(await priceCart(payload, [])).toEqual([])
  })

  it('is known for a product that names its only size and color One Size and Default', async () => {
    const { id } = await makeProduct({ sizesAvailable: ['One Size'], colorsAvailable: ['Default'] })
    expect(
      await priceCart(payload, [line({ productId: id, size: 'One Size', color: 'Default' })]),
    ).toMatchObject([{ status: 'ok', unitCents: 3200 }])
  })

  it.each([
    ['an unknown size', { size: 'XXL' }, 'unavailable'],
    ['an unknown color', { color: 'Neon' }, 'unavailable'],
    ['One Size for a product with sizes', { size: 'One Size' }, 'unavailable'],
    ['an empty size', { size: '' }, 'unavailable'],
    ['a size in lowercase', { size: 'm' }, 'unavailable'],
    ['an unknown product', { productId: 999_999 }, 'gone'],
    ['the largest product ID', { productId: 2_147_483_647 }, 'gone'],
  ] as const)('is refused for %s', async (_, changes, status) =>
    expect(await priceCart(payload, [line(changes)])).toMatchObject([{ status }]),
  )

  it('of an inactive product is null', async () => {
    expect(
      await priceCart(payload, [line({ productId: products['Withdrawn Tee']?.id })]),
    ).toMatchObject([{ status: 'gone', unitCents: null }])
  })

  it('reflects unavailable variants and variants with their own price', async () => {
    const { id, variants } = await makeProduct({})
    await payload.update({
      collection: 'products',
      id,
      data: {
        variants: (variants ?? []).map((variant) => ({
          ...variant,
          available: variant.size !== 'S',
          priceOverrideCents: variant.color === 'Bone' ? 3550 : null,
        })),
      },
    })
    expect(
      await priceCart(payload, [
        line({ productId: id, size: 'S' }),
        line({ productId: id }),
        line({ productId: id, color: 'Bone' }),
      ]),
    ).toMatchObject([
      { status: 'unavailable' },
      { status: 'ok', unitCents: 3200 },
      { status: 'ok', unitCents: 3550 },
    ])
  })

  it('of a product without a price is null instead of zero', async () => {
    const { id } = await makeProduct({ basePriceCents: null, salePriceCents: null })
    expect(await priceCart(payload, [line({ productId: id })])).toMatchObject([
      { status: 'unavailable', unitCents: null },
    ])
  })

  it('matches the listing and the product page to the cent', async () => {
    const { id } = await makeProduct({ name: 'Odd Cent Tee', basePriceCents: 817 })
    const [[priced], page, listed] = await Promise.all([
      priceCart(payload, [line({ productId: id })]),
      getProduct(payload, id),
      search({ search: 'odd cent' }),
    ])
    expect([priced?.unitCents, page?.priceCents, listed.products[0]?.priceCents]).toEqual([
      817, 817, 817,
    ])
  })

  it('is unavailable for malicious sizes and colors', async () => {
    for (const text of [
      `'`,
      `"}]`,
      `\\`,
      `%`,
      `null`,
      `日本`,
      `'; drop table products; --`,
      'x'.repeat(60),
    ])
      expect(await priceCart(payload, [line({ size: text, color: text })])).toMatchObject([
        { status: 'unavailable' },
      ])
  })
})

describe('the number of SQL statements', () => {
  it('is at most three for the listing with its filters and categories, and four for a search', async () => {
    for (const query of [
      {},
      { category: 'nature', price: '25-50', sort: 'price-low' },
      { color: 'pine', size: 'm', garment: 'tee' },
      { search: 'tee' },
    ] as Partial<ProductSearch>[]) {
      const { statements } = await recordStatements(() =>
        Promise.all([search(query), listCategories(payload)]),
      )
      expect(statements.length).toBeLessThanOrEqual(query.search ? 4 : 3)
      expect(statements.length).toBeGreaterThan(0)
    }
  })

  it('is four for a search that corrects a typo', async () => {
    expect((await recordStatements(() => search({ search: 'hodie' }))).statements).toHaveLength(4)
  })

  it('is five for a search that leaves out a word that matches nothing, whatever the number of words', async () => {
    const { result, statements } = await recordStatements(() =>
      search({ search: 'fern quilted tee' }),
    )
    expect(result.correctedSearch).toBe('fern tee')
    expect(statements).toHaveLength(5)
  })

  it('is at most three for a product', async () => {
    const { result, statements } = await recordStatements(() =>
      getProduct(payload, products['Fern Tee']?.id ?? 0),
    )
    expect(result?.name).toBe('Fern Tee')
    expect(statements.length).toBeLessThanOrEqual(3)
  })

  it('is one for pricing fifty cart lines', async () => {
    const lines = Array.from({ length: 50 }, (_, index) => ({
      productId: index + 1,
      size: 'M',
      color: 'Pine',
      quantity: 1,
    }))
    expect((await recordStatements(() => priceCart(payload, lines))).statements).toHaveLength(1)
  })
})

describe('the settings', () => {
  it('have the default shipping, tax, and goals in a new shop', async () => {
    const { pricing, goals } = await getSettings(payload)
    expect(pricing).toMatchObject({
      freeShippingFromCents: 5000,
      shippingCents: 599,
      taxBasisPoints: 800,
    })
    expect(pricing.stateTaxRules.find(({ stateCode }) => stateCode === 'NY')).toMatchObject({
      kind: 'whole',
      thresholdCents: 11_000,
    })
    expect(goals).toEqual({ revenueDollars: 5000, products: 20, content: 50 })
  })

  it('include only social links with HTTPS', async () => {
    await payload.updateGlobal({
      slug: 'shop-settings',
      data: {
        facebookUrl: 'javascript:alert(1)',
        instagramUrl: 'http://instagram.com/x',
        pinterestUrl: 'https://pinterest.com/dayfern',
      },
    })
    expect((await getSettings(payload)).social).toEqual([
      { name: 'Pinterest', href: 'https://pinterest.com/dayfern' },
    ])
  })
})
