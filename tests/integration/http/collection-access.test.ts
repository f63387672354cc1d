// @core
import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload } from '@tests/support/payload'
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
