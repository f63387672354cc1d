import { randomUUID } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres'
import { createLocalReq, generatePayloadCookie, getFieldsToSign, jwtSign } from 'payload'
import { addSessionToUser } from 'payload/shared'

import type { Role } from '@/access/roles'
import { withoutAudit } from '@/hooks/record-audit'
import type { PlaceOrderInput } from '@/modules/checkout/schemas'
import type { Category, Product, User } from '@/payload-types'
import { withTransaction } from '@/platform/transaction'

import { getTestPayload } from './payload'

let count = 0
const next = (): number => (count += 1)

export type TestPerson = { user: User; cookie: string; password: string }

/** Creates a user with this role and a valid session. */
export async function makePerson(
  role: Role,
  options: { isActive?: boolean } = {},
): Promise<TestPerson> {
  const payload = await getTestPayload()
  const name = `${role.replace('_', '-')}-${next()}`
  const password = 'a-long-enough-password'
  const created = await withTransaction(payload, async (req, tx) => {
    await tx.execute(sql`select set_config('app.role_change', '1', true)`)
    return payload.create({
      collection: 'users',
      req,
      data: {
        username: name,
        email: `${name}@example.com`,
        password,
        firstName: 'Test',
        lastName: name,
        role,
        isActive: options.isActive ?? true,
      },
    })
  })
  return { user: created, password, cookie: await sessionCookie(created.id) }
}

/** Creates a session and returns its cookie. Pass another secret or a negative `seconds` for an invalid one. */
export async function sessionCookie(
  id: number,
  { secret, seconds = 7200 }: { secret?: string; seconds?: number } = {},
): Promise<string> {
  const payload = await getTestPayload()
  const req = await createLocalReq({}, payload)
  const collectionConfig = payload.collections.users.config
  const user = await payload.db.findOne<User>({
    collection: 'users',
    req,
    where: { id: { equals: id } },
  })
  if (!user) throw new Error('No such person')
  const { sid } = await addSessionToUser({ collectionConfig, payload, req, user: user })
  const fieldsToSign = getFieldsToSign({
    collectionConfig,
    email: user.email ?? '',
    sid,
    user: user,
  })
  const { token } = await jwtSign({
    fieldsToSign,
    secret: secret ?? payload.secret,
    tokenExpiration: seconds,
  })
  const cookie = generatePayloadCookie({
    collectionAuthConfig: collectionConfig.auth,
    cookiePrefix: payload.config.cookiePrefix,
    token,
  })
  return String(cookie).split(';', 1)[0] ?? ''
}

export async function makeCategory(data: Partial<Category> = {}): Promise<Category> {
  const payload = await getTestPayload()
  const n = next()
  return payload.create({
    collection: 'categories',
    context: withoutAudit(),
    data: { name: `Category ${n}`, slug: `category-${n}`, ...data },
  })
}

/** Creates an active tee in two sizes and two colors at $32.00 by default. */
export async function makeProduct(data: Partial<Product> = {}): Promise<Product> {
  const payload = await getTestPayload()
  const n = next()
  return payload.create({
    collection: 'products',
    context: withoutAudit(),
    data: {
      name: `Fern Tee ${n}`,
      slug: `fern-tee-${n}`,
      basePriceCents: 3200,
      isActive: true,
      sizesAvailable: ['S', 'M'],
      colorsAvailable: ['Pine', 'Bone'],
      ...data,
    },
  })
}

export const address = {
  firstName: 'Wren',
  lastName: 'Okafor',
  address1: '18 Alder Lane',
  city: 'Ojai',
  stateCode: 'CA',
  countryCode: 'US' as const,
  zip: '93023',
}
export const customer = { email: 'wren@example.com', newsletterSubscribe: false, ...address }

type Checkout = Omit<PlaceOrderInput, 'customer' | 'billing' | 'paymentMethod'> & {
  paymentMethod?: PlaceOrderInput['paymentMethod']
  customer: typeof customer
  billing: typeof address | null
}

/** Returns the body of POST /order for one product; by default $32.00 + $5.99 shipping + 8% tax = $40.55. */
export function makeCheckout(product: Product, changes: Partial<Checkout> = {}): Checkout {
  return {
    checkoutId: randomUUID(),
    amount: '40.55',
    currency: 'USD',
    intent: 'CAPTURE',
    items: [{ productId: product.id, size: 'M', color: 'Pine', quantity: 1 }],
    customer,
    billing: null,
    ...changes,
  }
}
