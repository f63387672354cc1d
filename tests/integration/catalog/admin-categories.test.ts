import { makeCategory, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import type { AdminCategory } from '@/modules/catalog/queries/admin-categories'

const path = '/api/admin/categories'
let admin: TestPerson
beforeAll(async () => {
  await getTestPayload()
  admin = await makePerson('admin')
})
type Answer = AdminCategory & {
  code: string
  fields: Record<string, string>
  productIds: number[]
  contentIds: number[]
}
const create = (body: Record<string, unknown>) => call<Answer>('POST', path, { as: admin, body })

it('creates a slug from the name or uses the given one', async () => {
  expect((await create({ name: 'Warm layers' })).body).toMatchObject({
    name: 'Warm layers',
    slug: 'warm-layers',
    description: null,
    products: 0,
    content: 0,
  })
  expect(
    (await create({ name: 'For the desk', slug: 'desk', description: 'Small things.' })).body,
  ).toMatchObject({ slug: 'desk', description: 'Small things.' })
})

it.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(81) }, 'name'],
  [{ name: 'Warm  layers' }, 'slug'],
  [{ name: 'Other', slug: 'desk' }, 'slug'],
  [{ name: 'Other', slug: 'No slug!' }, 'slug'],
  [{ name: '!!!' }, 'slug'],
  [{ name: 'Other', id: 7 }, 'id'],
])('rejects %j with a field error', async (body, field) => {
  const before = await rowsOf(sql`select count(*) from categories`)
  const answer = await create(body)
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
  expect(await rowsOf(sql`select count(*) from categories`)).toEqual(before)
})

it('keeps the slug when renamed unless another one is given, and rejects outdated versions', async () => {
  const {
    body: { id, updatedAt },
  } = await create({ name: 'Tees' })
  const renamed = await call<Answer>('PUT', `${path}/${id}`, {
    as: admin,
    body: { name: 'Soft tees', slug: '', version: updatedAt },
  })
  expect(renamed.body).toMatchObject({ id, name: 'Soft tees', slug: 'tees' })
  expect(
    (
      await call<Answer>('PUT', `${path}/${id}`, {
        as: admin,
        body: { name: 'Soft tees', slug: 'soft-tees' },
      })
    ).body,
  ).toMatchObject({ slug: 'soft-tees' })
  expect(
    (
      await call<Answer>('PUT', `${path}/${id}`, {
        as: admin,
        body: { name: 'Mine', version: updatedAt },
      })
    ).status,
  ).toBe(409)
  expect((await call('PUT', `${path}/999999`, { as: admin, body: { name: 'X' } })).status).toBe(404)
})

it('shortens the slug of a long name and removes direction marks from a description', async () => {
  const name = 'Quiet things for the long walk home along the river in the evening'
  const made = await call<{ slug: string; description: string | null }>(
    'POST',
    '/api/admin/categories',
    { as: admin, body: { name, description: '\u2067שלום\u2069 to all' } },
  )
  expect([made.status, made.body.slug, made.body.description]).toEqual([
    201,
    'quiet-things-for-the-long-walk-home-along-the-river-in-the',
    'שלום to all',
  ])
  const long = await call<{ fields?: Record<string, string> }>('POST', '/api/admin/categories', {
    as: admin,
    body: { name: 'Another', slug: 'a'.repeat(61) },
  })
  expect(long.body.fields?.slug).toBe('Please use 60 characters or fewer.')
})

it('lists categories by name with product counts that exclude the trash', async () => {
  const { id } = await makeCategory({ name: 'Counted' })
  await makeProduct({ category: id })
  const gone = await makeProduct({ category: id })
  await rowsOf(sql`update products set deleted_at = now() where id = ${gone.id}`)
  const { body } = await call<AdminCategory[]>('GET', path, { as: admin })
  expect(body.find((category) => category.id === id)).toMatchObject({ products: 1, content: 0 })
  expect(body.map(({ name }) => name)).toEqual(
    [...body.map(({ name }) => name)].sort((one, other) =>
      one.toLowerCase().localeCompare(other.toLowerCase()),
    ),
  )
})

it('isn’t deleted while a discount that hasn’t ended is limited to it', async () => {
  const [category, other] = [
    await makeCategory({ name: 'Hoodies' }),
    await makeCategory({ name: 'Caps' }),
  ]
  const { body: discount } = await call<{ id: number }>('POST', '/api/admin/discounts', {
    as: admin,
    body: {
      name: '20% off hoodies',
      kind: 'percent',
      percent: 20,
      scope: 'categories',
      categoryIds: [category.id, other.id],
    },
  })
  const remove = () =>
    call<Answer & { error: string }>('DELETE', `${path}/${category.id}`, { as: admin })
  // Also one that is off may be used again.
  await rowsOf(sql`update discounts set is_active = false where id = ${discount.id}`)
  const refusal = await remove()
  expect([refusal.status, refusal.body.code, refusal.body.error]).toEqual([
    409,
    'conflict',
    'The discount “20% off hoodies” is limited to this category. Please end it or change what it applies to first.',
  ])
  expect(
    await rowsOf(
      sql`select categories_id as id from discounts_rels where parent_id = ${discount.id} order by "order"`,
    ),
  ).toEqual([{ id: category.id }, { id: other.id }])
  await rowsOf(
    sql`update discounts set starts_at = now() - interval '1 day', ends_at = now() where id = ${discount.id}`,
  )
  expect((await remove()).status).toBe(200)
})

it('deletes a category without its contents and restores the contents that weren’t moved meanwhile', async () => {
  const payload = await getTestPayload()
  const [going, other] = [
    await makeCategory({ name: 'Going', slug: 'going' }),
    await makeCategory({ name: 'Other way' }),
  ]
  const [stays, moves] = [
    await makeProduct({ category: going.id }),
    await makeProduct({ category: going.id }),
  ]
  const article = await payload.create({
    collection: 'content',
    data: {
      title: 'In it',
      slug: 'in-it',
      contentType: 'reflection',
      status: 'draft',
      category: going.id,
    },
  })
  const { status, body } = await call<Answer>('DELETE', `${path}/${going.id}`, { as: admin })
  expect([status, body.productIds.sort(), body.contentIds]).toEqual([
    200,
    [stays.id, moves.id].sort(),
    [article.id],
  ])
  expect(
    await rowsOf(sql`select category_id from products where id in (${stays.id}, ${moves.id})`),
  ).toEqual([{ category_id: null }, { category_id: null }])
  expect((await call('DELETE', `${path}/${going.id}`, { as: admin })).status).toBe(404)
  await rowsOf(sql`update products set category_id = ${other.id} where id = ${moves.id}`)
  const back = await create({
    name: 'Going',
    slug: 'going',
    productIds: body.productIds,
    contentIds: body.contentIds,
  })
  expect(back.body).toMatchObject({ slug: 'going', products: 1, content: 1 })
  expect(
    await rowsOf(
      sql`select id, category_id from products where id in (${stays.id}, ${moves.id}) order by id`,
    ),
  ).toEqual([
    { id: stays.id, category_id: back.body.id },
    { id: moves.id, category_id: other.id },
  ])
  expect(
    await rowsOf(
      sql`select action from audit_events where subject_type = 'category' order by id desc limit 2`,
    ),
  ).toEqual([{ action: 'category.created' }, { action: 'category.deleted' }])
})
