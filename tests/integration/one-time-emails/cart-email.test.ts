import { inflateRawSync } from 'node:zlib'

import { makePerson, makeProduct } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { createCartToken, parseCartToken } from '@/modules/one-time-emails/links'
import { requestedMessages } from '@/modules/one-time-emails/rules'

const sandbox = useSandbox()
let count = 0
const newEmail = (): string => `cart-${(count += 1)}-${Date.now()}@example.com`
const dayMs = 86_400_000
const message = requestedMessages.cart

type Line = { productId: number; size: string; color: string; quantity: number }
const lineOf = (productId: number, changes: Partial<Line> = {}): Line => ({
  productId,
  size: 'M',
  color: 'Pine',
  quantity: 2,
  ...changes,
})
const send = (email: string, items: readonly unknown[], more: Record<string, unknown> = {}) =>
  call<{ message?: string }>('POST', '/api/cart/email', { body: { email, items, ...more } })
const stored = (email: string) => rowsOf(sql`select id from one_time_emails where email = ${email}`)
const tokenIn = (text: string): string => /\/cart\/saved\?items=(\S+)/.exec(text)?.[1] ?? ''

beforeAll(async () => {
  await getTestPayload()
})

it('sends one email with the items and a link to them, and stores nothing afterward', async () => {
  const [first, second] = [await makeProduct(), await makeProduct({ basePriceCents: 4100 })]
  await rowsOf(
    sql`update products_variants set available = false where _parent_id = ${second.id} and color = 'Bone'`,
  )
  const email = newEmail()
  const items = [lineOf(first.id), lineOf(second.id, { color: 'Bone', size: 'S', quantity: 1 })]
  expect(await send(email, items)).toMatchObject({ status: 200, body: { message } })
  await runWaitingJobs()
  const [mail, ...others] = await sandbox.mails(email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Your cart from Dayfern')
  expect(mail?.text).toContain(`${first.name} · Pine, M · Quantity: 2, $64.00`)
  expect(mail?.text).toContain(`${second.name} · Bone, S · Quantity: 1 · Sold out right now`)
  expect(mail?.html).toContain(first.name)
  expect(await stored(email)).toEqual([])
  const token = tokenIn(mail?.text ?? '')
  expect(parseCartToken(token, new Date())).toEqual(items)
  // The token contains neither prices nor personal data.
  const parts = token.split('.')
  expect(parts).toHaveLength(3)
  expect(inflateRawSync(Buffer.from(parts[1] ?? '', 'base64url')).toString()).toBe(
    JSON.stringify(
      items.map(({ productId, size, color, quantity }) => [productId, size, color, quantity]),
    ),
  )
})

it('shows the database’s prices and rejects prices from the browser', async () => {
  const product = await makeProduct()
  const email = newEmail()
  expect((await send(email, [{ ...lineOf(product.id), price: 0.01 }])).status).toBe(400)
  await send(email, [lineOf(product.id, { quantity: 1 })])
  await rowsOf(sql`update products set base_price_cents = 2500 where id = ${product.id}`)
  await runWaitingJobs()
  expect((await sandbox.mails(email))[0]?.text).toContain('Quantity: 1, $25.00')
})

it('creates a link that is valid for 30 days and can’t be forged', () => {
  const lines = [lineOf(7), lineOf(8, { size: 'One Size', color: 'Default', quantity: 10 })]
  const now = new Date('2026-11-24T00:00:00Z')
  const token = createCartToken(lines, now)
  const later = (days: number): Date => new Date(now.getTime() + days * dayMs)
  expect(parseCartToken(token, later(29.9))).toEqual(lines)
  expect(parseCartToken(token, later(30))).toBe('expired')
  const [expiry = '', data = '', signature = ''] = token.split('.')
  const [, otherData = ''] = createCartToken([lineOf(9)], now).split('.')
  const longer = (Number.parseInt(expiry, 36) + 86_400).toString(36)
  for (const forged of [
    '',
    'x',
    token.slice(0, -1),
    `${token}0`,
    `${longer}.${data}.${signature}`,
    `${expiry}.${otherData}.${signature}`,
    `${expiry}.${data}.${'0'.repeat(32)}`,
    `${expiry}.${data}`,
    'a'.repeat(20_000),
  ])
    expect(parseCartToken(forged, now)).toBeNull()
})

it('creates a link that fits into a request even for the largest cart', () => {
  const text = (length: number, seed: number): string =>
    Array.from({ length }, (_, index) =>
      String.fromCharCode(97 + ((index * 7 + seed * 13 + index * seed) % 26)),
    ).join('')
  const lines = Array.from({ length: 50 }, (_, index) =>
    lineOf(100_000_000 + index * 7919, { size: text(60, index), color: text(60, index + 50) }),
  )
  expect(createCartToken(lines, new Date()).length).toBeLessThan(8000)
})

it('sends at most 3 emails to one mailbox and returns the same response', async () => {
  const product = await makeProduct()
  const email = newEmail()
  for (let time = 0; time < 5; time += 1)
    expect(await send(email, [lineOf(product.id)])).toMatchObject({
      status: 200,
      body: { message },
    })
  await runWaitingJobs()
  expect(await sandbox.mails(email)).toHaveLength(3)
})

it('sends nothing for bots, empty carts, unknown products, and invalid items', async () => {
  const product = await makeProduct()
  const email = newEmail()
  expect(await send(email, [lineOf(product.id)], { website: 'x' })).toMatchObject({
    status: 200,
    body: { message },
  })
  expect((await send(email, [])).status).toBe(400)
  expect((await send(email, [lineOf(999_999_999)])).status).toBe(409)
  for (const line of [
    lineOf(product.id, { quantity: 0 }),
    lineOf(product.id, { quantity: 11 }),
    lineOf(product.id, { size: 'M\u0007' }),
    lineOf(product.id, { color: 'x'.repeat(61) }),
  ])
    expect((await send(email, [line])).status).toBe(400)
  expect(
    (
      await send(
        email,
        Array.from({ length: 51 }, (_, n) => lineOf(n + 1)),
      )
    ).status,
  ).toBe(400)
  await runWaitingJobs()
  expect(await sandbox.mails(email)).toEqual([])
})

it('leaves out made-up variants', async () => {
  const product = await makeProduct()
  const email = newEmail()
  await send(email, [
    lineOf(product.id),
    lineOf(product.id, { size: 'Buy pills at evil.example', quantity: 1 }),
  ])
  await runWaitingJobs()
  const [mail] = await sandbox.mails(email)
  expect(mail?.text).toContain(product.name)
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example')
})

it('is rejected while turned off', async () => {
  const product = await makeProduct()
  const owner = await makePerson('super_admin')
  await call('PUT', '/api/admin/settings', { as: owner, body: { cartEmails: false } })
  expect((await send(newEmail(), [lineOf(product.id)])).status).toBe(409)
  await call('PUT', '/api/admin/settings', { as: owner, body: { cartEmails: true } })
  expect((await send(newEmail(), [lineOf(product.id)])).status).toBe(200)
})
