import { makeCategory, makePerson, makeProduct } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import type { Payload } from 'payload'
import pg from 'pg'

import { bulkUpdateProducts } from '@/modules/catalog/actions/bulk-update-products'
import { createCategory, deleteCategory } from '@/modules/catalog/actions/categories'
import { endSale, startSale } from '@/modules/catalog/actions/sales'
import { restoreContent, trashContent } from '@/modules/content/actions/save-content'
import type { Review } from '@/payload-types'
import { cacheTags, invalidationChannel, revalidateTags } from '@/platform/cache-tags'
import { saveConnectionKeys, switchConnection } from '@/platform/connections/credentials'
import { env } from '@/platform/env'
import { withTransaction } from '@/platform/transaction'

let payload: Payload
let listener: pg.Client
const heard: string[][] = []

beforeAll(async () => {
  payload = await getTestPayload()
  listener = new pg.Client({ connectionString: env.DATABASE_URL })
  await listener.connect()
  listener.on('notification', ({ channel, payload: text }) => {
    if (channel === invalidationChannel) heard.push(JSON.parse(text ?? '[]') as string[])
  })
  await listener.query(`listen ${invalidationChannel}`)
})
afterAll(() => listener.end())

/** Returns the notifications sent during `work`. PostgreSQL delivers in order, so our own notification comes last. */
const notificationsDuring = async (work: () => Promise<unknown>): Promise<string[][]> => {
  const settle = async () => {
    const end = `end-${Math.random()}`
    await revalidateTags({ payload }, [end])
    while (!heard.some(([tag]) => tag === end)) {
      await listener.query('select 1')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return heard.splice(0).filter(([tag]) => tag !== end)
  }
  await settle()
  await work()
  return settle()
}

describe('the variants of a product', () => {
  const variantsOf = (id: number) =>
    rowsOf<{ size: string | null; color: string | null; sku: string; available: boolean }>(
      sql`select size, color, sku, available from products_variants where _parent_id = ${id} order by _order`,
    )

  it('include one for each size and color with its own SKU', async () => {
    const { id } = await makeProduct({ slug: 'fern-tee' })
    expect(await variantsOf(id)).toEqual([
      { size: 'S', color: 'Pine', sku: 'FERN-TEE-PINE-S', available: true },
      { size: 'M', color: 'Pine', sku: 'FERN-TEE-PINE-M', available: true },
      { size: 'S', color: 'Bone', sku: 'FERN-TEE-BONE-S', available: true },
      { size: 'M', color: 'Bone', sku: 'FERN-TEE-BONE-M', available: true },
    ])
  })

  it('get SKUs that no other variant has, after a slug was reused and for colors that are spelled alike', async () => {
    const first = await makeProduct({ slug: 'moss-tee', sizesAvailable: ['S'] })
    await payload.update({ collection: 'products', id: first.id, data: { slug: 'moss-shirt' } })
    const second = await makeProduct({ slug: 'moss-tee', sizesAvailable: ['S'] })
    expect((await variantsOf(first.id)).map(({ sku }) => sku)).toEqual([
      'MOSS-TEE-PINE-S',
      'MOSS-TEE-BONE-S',
    ])
    const suffix = '-[0-9A-F]{6}'
    expect((await variantsOf(second.id)).map(({ sku }) => sku)).toEqual([
      expect.stringMatching(`^MOSS-TEE-PINE-S${suffix}$`),
      expect.stringMatching(`^MOSS-TEE-BONE-S${suffix}$`),
    ])
    const alike = await makeProduct({
      slug: 'two-tone-tee',
      sizesAvailable: [],
      colorsAvailable: ['Black/White', 'Black White'],
    })
    expect((await variantsOf(alike.id)).map(({ sku }) => sku)).toEqual([
      'TWO-TONE-TEE-BLACK-WHITE',
      expect.stringMatching(`^TWO-TONE-TEE-BLACK-WHITE${suffix}$`),
    ])
  })

  it('follow the size and color lists and keep the data of remaining variants', async () => {
    const { id, variants } = await makeProduct({})
    await payload.update({
      collection: 'products',
      id,
      data: {
        variants: (variants ?? []).map((variant) => ({
          ...variant,
          available: false,
          printfulVariantId: `p-${variant.size}`,
        })),
      },
    })
    await payload.update({
      collection: 'products',
      id,
      data: { sizesAvailable: ['M', 'XL'], colorsAvailable: ['Pine'] },
    })
    expect(await variantsOf(id)).toMatchObject([
      { size: 'M', color: 'Pine', available: false },
      { size: 'XL', color: 'Pine', available: true },
    ])
    expect(
      await rowsOf(
        sql`select printful_variant_id as id from products_variants where _parent_id = ${id} order by _order`,
      ),
    ).toEqual([{ id: 'p-M' }, { id: null }])
  })

  it('include one for a product without sizes and colors', async () => {
    const { id } = await makeProduct({ sizesAvailable: [], colorsAvailable: [] })
    expect(await variantsOf(id)).toMatchObject([{ size: null, color: null, available: true }])
  })

  it('stay the same when another field changes', async () => {
    const { id } = await makeProduct({})
    const before = await variantsOf(id)
    await payload.update({
      collection: 'products',
      id,
      data: { description: 'Softer than before' },
    })
    expect(await variantsOf(id)).toEqual(before)
  })

  it('always match the size and color lists', async () => {
    const { id } = await makeProduct({
      variants: [{ size: 'Huge', color: 'Neon', available: true }],
    })
    expect((await variantsOf(id)).map(({ size, color }) => `${size}/${color}`)).toEqual([
      'S/Pine',
      'M/Pine',
      'S/Bone',
      'M/Bone',
    ])
  })

  it('come from lists that are trimmed and have no blanks or duplicates', async () => {
    const { id, sizesAvailable, colorsAvailable, tags } = await makeProduct({
      sizesAvailable: [' S', 'S', '', 'M '],
      colorsAvailable: ['Pine', ' ', 'Pine'],
      tags: [' fern ', 'fern', ''],
    })
    expect([sizesAvailable, colorsAvailable, tags]).toEqual([['S', 'M'], ['Pine'], ['fern']])
    expect((await variantsOf(id)).map(({ size, color }) => `${size}/${color}`)).toEqual([
      'S/Pine',
      'M/Pine',
    ])
    await payload.update({ collection: 'products', id, data: { sizesAvailable: ['S', 'S'] } })
    expect((await variantsOf(id)).map(({ size }) => size)).toEqual(['S'])
  })
})

describe('a saved product', () => {
  it('gets a unique slug that stays the same when it is renamed', async () => {
    const [one, other] = [
      await makeProduct({ name: 'Twin Tee', slug: undefined }),
      await makeProduct({ name: 'Twin Tee', slug: undefined }),
    ]
    expect([one.slug, other.slug]).toEqual([
      'twin-tee',
      expect.stringMatching(/^twin-tee-[0-9a-f]{6}$/),
    ])
    expect(
      (await payload.update({ collection: 'products', id: one.id, data: { name: 'Renamed Tee' } }))
        .slug,
    ).toBe(one.slug)
  })

  it('is found by its current tags', async () => {
    const { id } = await makeProduct({ tags: ['river', 'dusk'] })
    const finds = async (word: string): Promise<boolean> =>
      (
        await rowsOf(
          sql`select 1 from product_search where product_id = ${id} and document @@ to_tsquery('english', ${word})`,
        )
      ).length > 0
    expect([await finds('river'), await finds('moss')]).toEqual([true, false])
    await payload.update({ collection: 'products', id, data: { tags: ['moss'] } })
    expect([await finds('river'), await finds('moss')]).toEqual([false, true])
    await payload.update({ collection: 'products', id, data: { name: 'Other' } })
    expect(await finds('moss')).toBe(true)
  })

  it.each([
    [3200, 3200],
    [3200, 4000],
  ])(
    'with a base price of %d and a sale price of %d is rejected',
    async (basePriceCents, salePriceCents) => {
      await expect(makeProduct({ basePriceCents, salePriceCents })).rejects.toThrow(/Sale Price/i)
    },
  )

  it.each([NaN, Infinity, -100, 1_000_100, 816.5])(
    'with a price of %d cents is rejected',
    async (basePriceCents) => {
      await expect(makeProduct({ basePriceCents })).rejects.toThrow(/Base Price/i)
      await expect(makeProduct({ salePriceCents: basePriceCents })).rejects.toThrow(/Sale Price/i)
    },
  )
})

describe('the cache invalidation notice', () => {
  it('is sent for the product page and lists when a product is created, changed, or deleted', async () => {
    let id = 0
    const tags = () => [cacheTags.product(id), cacheTags.products]
    expect(
      await notificationsDuring(async () => {
        id = (await makeProduct({})).id
      }),
    ).toEqual([tags()])
    expect(
      await notificationsDuring(() =>
        payload.update({ collection: 'products', id, data: { basePriceCents: 3300 } }),
      ),
    ).toEqual([tags()])
    expect(await notificationsDuring(() => payload.delete({ collection: 'products', id }))).toEqual(
      [tags()],
    )
  })

  it('is sent only after the change is committed', async () => {
    const { id } = await makeProduct({ basePriceCents: 1000 })
    await notificationsDuring(async () => undefined)
    const seen: unknown[] = []
    const look = async ({ payload: text }: { payload?: string }) => {
      if (text?.includes(cacheTags.product(id)))
        seen.push(
          ...(
            await listener.query(
              'select (base_price_cents / 100)::integer as price from products where id = $1',
              [id],
            )
          ).rows,
        )
    }
    listener.on('notification', (message) => void look(message))
    await withTransaction(payload, async (req) => {
      await payload.update({ collection: 'products', id, data: { basePriceCents: 1100 }, req })
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(seen).toEqual([])
    })
    await notificationsDuring(async () => undefined)
    await listener.query('select 1')
    expect(seen).toEqual([{ price: 11 }])
    listener.removeAllListeners('notification')
    listener.on('notification', ({ channel, payload: text }) => {
      if (channel === invalidationChannel) heard.push(JSON.parse(text ?? '[]') as string[])
    })
  })

  it('is not sent for a change that was rolled back or rejected', async () => {
    const { id } = await makeProduct({})
    expect(
      await notificationsDuring(() =>
        withTransaction(payload, async (req) => {
          await payload.update({ collection: 'products', id, data: { basePriceCents: 1200 }, req })
          throw new Error('no')
        }).catch(() => undefined),
      ),
    ).toEqual([])
    expect(
      await notificationsDuring(() =>
        payload
          .update({ collection: 'products', id, data: { basePriceCents: -500 } })
          .catch(() => undefined),
      ),
    ).toEqual([])
  })

  it('names the affected tags of categories, reviews, content, and settings', async () => {
    const product = await makeProduct({})
    const category = await makeCategory()
    expect(
      await notificationsDuring(() =>
        payload.update({ collection: 'categories', id: category.id, data: { name: 'Renamed' } }),
      ),
    ).toEqual([[cacheTags.categories, cacheTags.products]])
    let reviewId = 0
    expect(
      await notificationsDuring(async () => {
        const { id } = await payload.create({
          collection: 'reviews',
          data: {
            product: product.id,
            author: 'Wren',
            rating: 5,
            body: 'Soft',
            status: 'approved',
          },
        })
        reviewId = id
      }),
    ).toEqual([[cacheTags.product(product.id)]])
    const changeReview = (data: Partial<Review>) =>
      notificationsDuring(() => payload.update({ collection: 'reviews', id: reviewId, data }))
    expect(await changeReview({ status: 'rejected' })).toEqual([[cacheTags.product(product.id)]])
    expect(await changeReview({ title: 'Soft' })).toEqual([])
    const article = await payload.create({
      collection: 'content',
      data: { title: 'Dawn', slug: 'dawn', contentType: 'reflection', status: 'published' },
    })
    expect(
      await notificationsDuring(() =>
        payload.update({ collection: 'content', id: article.id, data: { slug: 'first-light' } }),
      ),
    ).toEqual([[cacheTags.content('first-light'), cacheTags.content('dawn'), cacheTags.contents]])
    expect(
      await notificationsDuring(() =>
        payload.updateGlobal({ slug: 'shop-settings', data: { tagline: 'Healing.' } }),
      ),
    ).toEqual([[cacheTags.settings]])
  })

  it('names the pages that show a file when its text changes, and when it is trashed or deleted', async () => {
    const [file] = await rowsOf<{ id: number }>(
      sql`insert into media (alt, base_name, mime_type) values ('A fern', 'fern', 'image/webp') returning id`,
    )
    const id = file?.id ?? 0
    const product = await makeProduct({ artwork: id })
    const article = await payload.create({
      collection: 'content',
      data: {
        title: 'Ferns',
        slug: 'ferns',
        contentType: 'blog_post',
        status: 'published',
        featuredImage: id,
      },
    })
    const change = (data: object) => payload.update({ collection: 'media', id, data, trash: true })
    const tags = [
      cacheTags.product(product.id),
      cacheTags.products,
      cacheTags.content(article.slug),
      cacheTags.contents,
    ]
    for (const work of [
      () => change({ alt: 'A young fern' }),
      () => change({ deletedAt: new Date().toISOString() }),
      () => payload.delete({ collection: 'media', id, trash: true }),
    ])
      expect((await notificationsDuring(work)).flat()).toEqual(expect.arrayContaining(tags))
  })

  it('names the articles when a category with articles is deleted or made again', async () => {
    const { user } = await makePerson('admin')
    const { id, name, slug, description } = await makeCategory()
    await payload.create({
      collection: 'content',
      data: {
        title: 'Moss',
        slug: 'moss',
        contentType: 'blog_post',
        status: 'published',
        category: id,
      },
    })
    let members = { productIds: [] as number[], contentIds: [] as number[] }
    const deleted = await notificationsDuring(async () => {
      members = await deleteCategory(payload, user, id)
    })
    expect(deleted.flat()).toContain(cacheTags.contents)
    const again = { name, slug: slug ?? '', description: description ?? '' }
    expect(
      (await notificationsDuring(() => createCategory(payload, user, again, members))).flat(),
    ).toContain(cacheTags.contents)
  })

  it('names what is hidden, shown, or put on sale in one write that runs no hooks', async () => {
    const { user } = await makePerson('admin')
    const { id } = await makeProduct({ basePriceCents: 3200 })
    const article = await payload.create({
      collection: 'content',
      data: { title: 'Rain', slug: 'rain', contentType: 'blog_post', status: 'published' },
    })
    const ofProduct = [cacheTags.product(id), cacheTags.products]
    const ofArticle = [cacheTags.content(article.slug), cacheTags.contents]
    const sale = { productIds: [id], categoryIds: [], percent: 25, startsAt: null, endsAt: null }
    const works = {
      hidden: () => bulkUpdateProducts(payload, user, [id], { action: 'deactivate' }),
      shown: () => bulkUpdateProducts(payload, user, [id], { action: 'activate' }),
      'on sale': () => startSale(payload, user, sale),
      'no longer on sale': () => endSale(payload, user, id),
      trashed: () => trashContent(payload, user, article.id),
      restored: () => restoreContent(payload, user, article.id),
    }
    const heardFor: Record<string, string[]> = {}
    for (const [name, work] of Object.entries(works))
      heardFor[name] = (await notificationsDuring(work)).flat()
    expect(heardFor).toEqual({
      hidden: ofProduct,
      shown: ofProduct,
      'on sale': ofProduct,
      'no longer on sale': ofProduct,
      trashed: ofArticle,
      restored: ofArticle,
    })
  })

  it('names the settings when a service is connected or turned off, which the privacy page lists', async () => {
    const { user } = await makePerson('admin')
    const keys = { apiKey: 'key-us1', audienceId: 'a1' }
    for (const work of [
      () => saveConnectionKeys(payload, user, 'mailchimp', keys),
      () => switchConnection(payload, user, 'mailchimp', false),
    ])
      expect((await notificationsDuring(work)).flat()).toContain(cacheTags.settings)
  })

  it('is not sent without tags', async () =>
    expect(await notificationsDuring(() => revalidateTags({ payload }, []))).toEqual([]))

  it('can contain thousands of tags', async () => {
    const tags = Array.from({ length: 2000 }, (_, index) => cacheTags.product(100_000 + index))
    expect((await notificationsDuring(() => revalidateTags({ payload }, tags))).flat()).toEqual(
      tags,
    )
  })
})
