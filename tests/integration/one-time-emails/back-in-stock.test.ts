import { makePerson, makeProduct } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { queueDueEmails } from '@/modules/one-time-emails/actions/queue-due-emails'
import { sendOneTimeEmail } from '@/modules/one-time-emails/actions/send-one-time-email'
import { createStopToken } from '@/modules/one-time-emails/links'
import { countWaiting } from '@/modules/one-time-emails/queries'
import { maxWaitingPerAddress, requestedMessages } from '@/modules/one-time-emails/rules'
import { purgeExpired } from '@/modules/privacy/actions/purge-expired'

const sandbox = useSandbox()
let count = 0
const newEmail = (): string => `waiting-${(count += 1)}-${Date.now()}@example.com`
const message = requestedMessages['back-in-stock']

const setAvailable = (productId: number, available: boolean, color = 'Pine', size = 'M') =>
  rowsOf(
    sql`update products_variants set available = ${available} where _parent_id = ${productId} and color = ${color} and size = ${size}`,
  )

/** Creates a product whose variant Pine, M is sold out. */
const makeSoldOut = async () => {
  const product = await makeProduct()
  await setAvailable(product.id, false)
  return product
}

const ask = (
  productId: number,
  email: string,
  changes: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) =>
  call<{ message?: string; code?: string }>('POST', '/api/back-in-stock', {
    body: { productId, size: 'M', color: 'Pine', email, ...changes },
    headers,
  })

const requestsOf = (email: string) =>
  rowsOf<{ id: number; queued_at: string | null }>(
    sql`select id, queued_at from one_time_emails where email = ${email} order by id`,
  )

/** Runs the recurring job and then the jobs it queued, as the worker does. */
const runJobs = async (): Promise<void> => {
  await runJob(await getTestPayload(), 'queue-one-time-emails', {})
  await runWaitingJobs()
}

beforeAll(async () => {
  await getTestPayload()
})
beforeEach(() =>
  rowsOf(
    sql`update shop_settings set back_in_stock_emails = true, cart_emails = true, review_emails = true`,
  ),
)

it('sends one email when the variant is available again, and deletes the request', async () => {
  const product = await makeSoldOut()
  const email = newEmail()
  expect(await ask(product.id, ` ${email.toUpperCase()} `)).toMatchObject({
    status: 200,
    body: { message },
  })
  await runJobs()
  expect(await sandbox.mails(email)).toEqual([])
  expect(await requestsOf(email)).toHaveLength(1)
  expect(await countWaiting(await getTestPayload(), product.id)).toBe(1)

  await setAvailable(product.id, true)
  await runJobs()
  const [mail, ...others] = await sandbox.mails(email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('An item you asked about is back in stock')
  expect(mail?.text).toContain('(Pine, M), $32.00')
  expect(mail?.text).toContain(`/products/${product.id}?color=Pine&size=M`)
  expect(mail?.html).toContain('Cancel all requests for this address')
  expect(await requestsOf(email)).toEqual([])

  await setAvailable(product.id, false)
  await setAvailable(product.id, true)
  await runJobs()
  expect(await sandbox.mails(email)).toHaveLength(1)
})

it('stores one request per variant, even for concurrent requests', async () => {
  const product = await makeSoldOut()
  const email = newEmail()
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(product.id, email)))
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
    Array.from({ length: 4 }, () => [200, message]),
  )
  expect(await requestsOf(email)).toHaveLength(1)
})

it('sends one email when a restock is noticed several times at once', async () => {
  const product = await makeSoldOut()
  const email = newEmail()
  await ask(product.id, email)
  await setAvailable(product.id, true)
  const payload = await getTestPayload()
  await Promise.all([queueDueEmails(payload), queueDueEmails(payload), queueDueEmails(payload)])
  const [request] = await requestsOf(email)
  await Promise.all([
    sendOneTimeEmail(payload, request?.id ?? 0),
    sendOneTimeEmail(payload, request?.id ?? 0),
  ])
  await runWaitingJobs()
  expect(await sandbox.mails(email)).toHaveLength(1)
  expect(await requestsOf(email)).toEqual([])
})

it('retries after the mail server fails, and sends one email', async () => {
  const product = await makeSoldOut()
  const email = newEmail()
  await ask(product.id, email)
  await setAvailable(product.id, true)
  const payload = await getTestPayload()
  await queueDueEmails(payload)
  const [request] = await requestsOf(email)
  await sandbox.fault({ provider: 'mail', fault: 'reset-before', times: 1 })
  await expect(sendOneTimeEmail(payload, request?.id ?? 0)).rejects.toThrow()
  expect(await requestsOf(email)).toHaveLength(1)
  await runWaitingJobs()
  expect(await sandbox.mails(email)).toHaveLength(1)
  expect(await requestsOf(email)).toEqual([])
})

it('sends no email after a worker was killed while sending it', async () => {
  const product = await makeSoldOut()
  const email = newEmail()
  await ask(product.id, email)
  await setAvailable(product.id, true)
  const payload = await getTestPayload()
  await queueDueEmails(payload)
  await rowsOf(sql`update one_time_emails set sending_at = now() where email = ${email}`)
  await runWaitingJobs()
  expect(await sandbox.mails(email)).toEqual([])
  expect(await requestsOf(email)).toEqual([])
})

it('waits for the next restock when the variant sells out before the email is sent', async () => {
  const product = await makeSoldOut()
  const email = newEmail()
  await ask(product.id, email)
  await setAvailable(product.id, true)
  await queueDueEmails(await getTestPayload())
  await setAvailable(product.id, false)
  await runWaitingJobs()
  expect(await sandbox.mails(email)).toEqual([])
  expect(await requestsOf(email)).toMatchObject([{ queued_at: null }])
  await setAvailable(product.id, true)
  await runJobs()
  expect(await sandbox.mails(email)).toHaveLength(1)
})

it('sends nothing for a product that is no longer sold', async () => {
  const product = await makeSoldOut()
  const email = newEmail()
  await ask(product.id, email)
  await rowsOf(sql`update products set is_active = false where id = ${product.id}`)
  await setAvailable(product.id, true)
  await runJobs()
  expect(await sandbox.mails(email)).toEqual([])
})

it('stores nothing for available, unknown, or invalid variants', async () => {
  const product = await makeSoldOut()
  const inactive = await makeProduct({ isActive: false })
  const email = newEmail()
  expect(await ask(product.id, email, { size: 'S' })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  const hostile = [
    { size: 'XXXL' },
    { color: '<script>alert(1)</script>' },
    { color: `'; drop table one_time_emails; --` },
    { productId: inactive.id },
    { productId: 999_999_999 },
  ]
  for (const changes of hostile) expect((await ask(product.id, email, changes)).status).toBe(404)
  const invalid = [
    { email: 'a@example.com\r\nBcc: b@example.com' },
    { email: 'a@example.com, b@example.com' },
    { email: '' },
    { email: `${'a'.repeat(300)}@example.com` },
    { size: 'M\u0000' },
    { productId: 0 },
    { productId: 1.5 },
    { available: true },
  ]
  for (const changes of invalid) expect((await ask(product.id, email, changes)).status).toBe(400)
  expect(await rowsOf(sql`select 1 from one_time_emails where product_id = ${product.id}`)).toEqual(
    [],
  )
})

it('returns the usual response to bots and addresses over a limit but stores nothing', async () => {
  const product = await makeSoldOut()
  const robot = newEmail()
  expect(await ask(product.id, robot, { website: 'https://spam.example' })).toMatchObject({
    status: 200,
    body: { message },
  })
  expect(await requestsOf(robot)).toEqual([])

  const flooded = newEmail()
  for (let time = 0; time < 20; time += 1) expect((await ask(product.id, flooded)).status).toBe(200)
  const other = await makeSoldOut()
  expect(await ask(other.id, flooded)).toMatchObject({ status: 200, body: { message } })
  expect(await requestsOf(flooded)).toHaveLength(1)

  const collector = newEmail()
  await rowsOf(sql`
    insert into one_time_emails (kind, email, product_id, size, color)
    select 'back-in-stock', ${collector}, ${product.id}, 'size ' || n, 'Pine' from generate_series(1, ${maxWaitingPerAddress}) n`)
  expect(await ask(product.id, collector)).toMatchObject({ status: 200, body: { message } })
  expect(await requestsOf(collector)).toHaveLength(maxWaitingPerAddress)
})

it('returns the same response for known and unknown addresses', async () => {
  const product = await makeSoldOut()
  const { user } = await makePerson('customer')
  const answers = [
    await ask(product.id, user.email ?? ''),
    await ask(product.id, newEmail()),
    await ask(product.id, 'wren@example.com'),
  ]
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
})

it('limits a client address to 30 requests', async () => {
  const product = await makeSoldOut()
  const headers = { 'x-client-address': '198.51.100.44' }
  const statuses: number[] = []
  for (let time = 0; time < 31; time += 1)
    statuses.push((await ask(product.id, newEmail(), {}, headers)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
})

describe('canceling requests', () => {
  it('deletes all requests of only that address with one click', async () => {
    const [first, second] = [await makeSoldOut(), await makeSoldOut()]
    const [email, neighbor] = [newEmail(), newEmail()]
    await ask(first.id, email)
    await ask(second.id, email)
    await ask(second.id, neighbor)
    await setAvailable(first.id, true)
    await runJobs()
    const [mail] = await sandbox.mails(email)
    const link = /http:\/\/localhost:3000\/emails\/stop\?token=(\S+)/.exec(mail?.text ?? '')
    const stop = `/api/emails/stop?token=${link?.[1]}`
    expect(link?.[0]).not.toContain('example.com')
    const answer = await call('POST', stop, {
      raw: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer).toMatchObject({ status: 200, body: { status: 'done' } })
    expect(await requestsOf(email)).toEqual([])
    expect(await requestsOf(neighbor)).toHaveLength(1)
    // The page can repeat the cancellation.
    const page = await call('POST', stop, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('location')]).toEqual([303, '/emails/stop?is=done'])
  })

  it('does nothing when the link is only opened or the token is invalid', async () => {
    const product = await makeSoldOut()
    const email = newEmail()
    await ask(product.id, email)
    const token = await createStopToken(email)
    const opened = await call('GET', `/api/emails/stop?token=${token}`)
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `/emails/stop?token=${token}`,
    ])
    const forged = `${token.slice(0, -6)}AAAAAA`
    expect((await call('POST', `/api/emails/stop?token=${forged}`)).status).toBe(404)
    for (const wrong of ['', 'x', encodeURIComponent(email), 'a'.repeat(1001)])
      expect((await call('POST', `/api/emails/stop?token=${wrong}`)).status).toBe(400)
    expect(await requestsOf(email)).toHaveLength(1)
  })
})

it('is rejected while turned off, which keeps waiting requests', async () => {
  const product = await makeSoldOut()
  const email = newEmail()
  await ask(product.id, email)
  const owner = await makePerson('super_admin')
  await call('PUT', '/api/admin/settings', { as: owner, body: { backInStockEmails: false } })
  expect((await ask(product.id, newEmail())).status).toBe(409)
  await setAvailable(product.id, true)
  await runJobs()
  expect(await sandbox.mails(email)).toEqual([])
  expect(await requestsOf(email)).toHaveLength(1)
  await call('PUT', '/api/admin/settings', { as: owner, body: { backInStockEmails: true } })
  await runJobs()
  expect(await sandbox.mails(email)).toHaveLength(1)
})

it('deletes requests older than 180 days', async () => {
  const product = await makeSoldOut()
  const [old, recent] = [newEmail(), newEmail()]
  await ask(product.id, old)
  await ask(product.id, recent)
  await rowsOf(
    sql`update one_time_emails set created_at = now() - interval '181 days' where email = ${old}`,
  )
  await rowsOf(
    sql`update one_time_emails set created_at = now() - interval '179 days' where email = ${recent}`,
  )
  await purgeExpired(await getTestPayload())
  expect(await requestsOf(old)).toEqual([])
  expect(await requestsOf(recent)).toHaveLength(1)
})
