// @core
import { makeCategory, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload } from '@tests/support/payload'
import { call } from '@tests/support/request'
import type { SanitizedCollectionConfig } from 'payload'

const rules = ['create', 'read', 'update', 'delete', 'readVersions', 'unlock', 'admin'] as const
const ours = [
  'users',
  'products',
  'categories',
  'orders',
  'payments',
  'refund-lines',
  'order-events',
  'order-notes',
  'content',
  'media',
  'reviews',
  'webhook-events',
  'identities',
  'account-tokens',
  'second-factors',
  'passkeys',
  'known-devices',
  'addresses',
  'saved-items',
  'data-requests',
  'audit-events',
  'contact-messages',
  'one-time-emails',
  'customer-notes',
  'discount-codes',
  'discounts',
  'draft-orders',
  'gift-card-deliveries',
  'gift-cards',
  'gift-card-entries',
  'returns',
  'pages',
  'subscribers',
  'subscriber-events',
  'social-posts',
  'social-deliveries',
  'social-accounts',
  'api-keys',
  'connections',
  'sync-runs',
  'sync-rows',
  'staff-notifications',
]
/** Collections where customers can read their own rows, with the field that identifies the owner. */
const ownRowsBy: Record<string, string> = {
  users: 'id',
  identities: 'user',
  addresses: 'user',
  'saved-items': 'user',
}
/** Collections that Payload adds. Review each new one before adding it here. */
const payloadCollections = ['payload-kv', 'payload-preferences', 'payload-migrations']

type Rule = (args: { req: unknown; id?: number }) => unknown
let collections: SanitizedCollectionConfig[]
let people: Record<string, TestPerson['user'] | null>

beforeAll(async () => {
  const payload = await getTestPayload()
  collections = payload.config.collections
  people = {
    'a visitor': null,
    'a customer': (await makePerson('customer')).user,
    'a deactivated editor': (await makePerson('editor', { isActive: false })).user,
    'a deactivated admin': (await makePerson('admin', { isActive: false })).user,
    'a deactivated super admin': (await makePerson('super_admin', { isActive: false })).user,
  }
})

const evaluateAccess = async (slug: string, rule: string, who: string): Promise<unknown> => {
  const payload = await getTestPayload()
  const access = collections.find((collection) => collection.slug === slug)
    ?.access as unknown as Record<string, Rule>
  const user = people[who]
  return access[rule]?.({
    req: {
      user: user ? { ...user, collection: 'users' } : null,
      payload,
      headers: new Headers(),
      context: {},
    },
  })
}

it('the only collections are the shop’s and the reviewed ones from Payload', () => {
  expect(collections.map(({ slug }) => slug).sort()).toEqual(
    [...ours, ...payloadCollections].sort(),
  )
})

it.each(ours)('%s defines access for every operation', (slug) => {
  const access = collections.find((collection) => collection.slug === slug)
    ?.access as unknown as Record<string, unknown>
  for (const rule of rules) expect(`${rule}: ${typeof access[rule]}`).toBe(`${rule}: function`)
})

// Without a rule Payload allows every signed-in user, so this also detects missing rules.
const cells = ours.flatMap((slug) =>
  [
    'a visitor',
    'a customer',
    'a deactivated editor',
    'a deactivated admin',
    'a deactivated super admin',
  ].map((who) => [slug, who] as const),
)
it.each(cells)('%s denies access to %s, except to their own rows', async (slug, who) => {
  for (const rule of rules) {
    const access = await evaluateAccess(slug, rule, who)
    const ownerField = rule === 'read' && who === 'a customer' ? ownRowsBy[slug] : undefined
    if (ownerField) expect(access).toEqual({ [ownerField]: { equals: people[who]?.id } })
    else expect(`${rule}: ${JSON.stringify(access)}`).toBe(`${rule}: false`)
  }
})

describe('the shop’s own calls, with the user’s access,', () => {
  const address = {
    firstName: 'Wren',
    lastName: 'Ames',
    address1: '1 Fern Way',
    city: 'Portland',
    stateCode: 'OR',
    zip: '97201',
    countryCode: 'US',
  }
  /** An address and a review of this user, written without access control. */
  const makeOwn = async (user: TestPerson['user']) => {
    const payload = await getTestPayload()
    const product = await makeProduct()
    const review = { product: product.id, author: 'Wren A.', rating: 5, body: 'Soft.' }
    return {
      address: await payload.create({
        collection: 'addresses',
        data: { ...address, user: user.id },
      }),
      review: await payload.create({
        collection: 'reviews',
        data: { ...review, customer: user.id, status: 'waiting' },
      }),
    }
  }

  it('write only the addresses and reviews of that user, except for staff who moderate reviews', async () => {
    const payload = await getTestPayload()
    const [wren, other] = [
      (await makePerson('customer')).user,
      (await makePerson('super_admin')).user,
    ]
    const own = await makeOwn(wren)
    const writes = (user: TestPerson['user']) => {
      const options = { overrideAccess: false, user, depth: 0 } as const
      const { id, createdAt: _, updatedAt: _2, ...review } = own.review
      const addresses = { ...options, collection: 'addresses' } as const
      const reviews = { ...options, collection: 'reviews' } as const
      return [
        () => payload.create({ ...addresses, data: { ...address, user: wren.id } }),
        () => payload.update({ ...addresses, id: own.address.id, data: { city: 'Salem' } }),
        () => payload.delete({ ...addresses, id: own.address.id }),
        () => payload.update({ ...reviews, id, data: { rating: 4 } }),
        () => payload.delete({ ...reviews, id }),
        () => payload.create({ ...reviews, data: review }),
      ]
    }
    const outcomes = async (user: TestPerson['user']) => {
      const allowed: boolean[] = []
      for (const write of writes(user))
        allowed.push(
          await write().then(
            () => true,
            () => false,
          ),
        )
      return allowed
    }
    const [all, none] = [Array(6).fill(true), Array(6).fill(false)]
    expect(await outcomes(other)).toEqual([false, false, false, true, false, false])
    expect(await outcomes({ ...wren, isActive: false })).toEqual(none)
    expect(await outcomes(wren)).toEqual(all)
  })

  it('are the only ones that may: Payload’s REST refuses the owner, and staff to delete a category', async () => {
    const wren = await makePerson('customer')
    const own = await makeOwn(wren.user)
    const category = await makeCategory()
    const admin = await makePerson('admin')
    const calls = [
      await call('POST', '/cms/api/addresses', {
        as: wren,
        body: { ...address, user: wren.user.id },
      }),
      await call('PATCH', `/cms/api/addresses/${own.address.id}`, {
        as: wren,
        body: { city: 'Salem' },
      }),
      await call('DELETE', `/cms/api/addresses/${own.address.id}`, { as: wren }),
      await call('PATCH', `/cms/api/reviews/${own.review.id}`, { as: wren, body: { rating: 1 } }),
      await call('DELETE', `/cms/api/reviews/${own.review.id}`, { as: wren }),
      await call('DELETE', `/cms/api/categories/${category.id}`, { as: admin }),
    ]
    expect(calls.map(({ status }) => status)).toEqual(Array(6).fill(403))
  })
})

it('in Payload’s own collections, users can access only their own preferences', async () => {
  for (const who of ['a visitor', 'a customer']) {
    for (const rule of ['create', 'read', 'update', 'delete'])
      expect(await evaluateAccess('payload-kv', rule, who)).toBe(false)
    for (const rule of ['read', 'update', 'delete']) {
      const access = await evaluateAccess('payload-preferences', rule, who)
      if (who === 'a visitor') expect(access).toBe(false)
      else expect(JSON.stringify(access)).toContain(`"user.value":{"equals":${people[who]?.id}}`)
    }
  }
  expect(collections.find(({ slug }) => slug === 'payload-migrations')?.endpoints).toBe(false)
})

it('no collection has document locks, drag-and-drop order, or API keys, which signed-in users could misuse', () => {
  for (const collection of collections.filter(({ slug }) => ours.includes(slug))) {
    expect(collection.lockDocuments).toBe(false)
    expect(collection.orderable).toBeFalsy()
    expect(collection.auth?.useAPIKey).toBeFalsy()
  }
})

it('the settings define access for every operation, and only a super admin can change them', async () => {
  const payload = await getTestPayload()
  expect(payload.config.globals.map(({ slug }) => slug)).toEqual(['shop-settings'])
  const [settings] = payload.config.globals
  const access = settings?.access as unknown as Record<string, Rule>
  const staff = {
    editor: await makePerson('editor'),
    admin: await makePerson('admin'),
    super_admin: await makePerson('super_admin'),
  }
  const answers = Object.fromEntries(
    Object.entries({
      ...people,
      ...Object.fromEntries(Object.entries(staff).map(([role, { user }]) => [role, user])),
    }).map(([who, user]) => [
      who,
      ['read', 'update', 'readVersions'].map((rule) => access[rule]?.({ req: { user } })),
    ]),
  )
  expect(answers).toEqual({
    'a visitor': [false, false, false],
    'a customer': [false, false, false],
    'a deactivated editor': [false, false, false],
    'a deactivated admin': [false, false, false],
    'a deactivated super admin': [false, false, false],
    editor: [true, false, false],
    admin: [true, false, false],
    super_admin: [true, true, false],
  })
  expect(settings?.lockDocuments).toBe(false)
})

it('Payload’s job runner, GraphQL, and telemetry are off', async () => {
  const { config } = await getTestPayload()
  expect(config.graphQL.disable).toBe(true)
  expect(config.telemetry).toBe(false)
  expect(config.maxDepth).toBeLessThanOrEqual(2)
  for (const rule of ['run', 'queue', 'cancel'] as const)
    expect(config.jobs.access?.[rule]?.({ req: { user: people['a customer'] } } as never)).toBe(
      false,
    )
})
