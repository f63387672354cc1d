import { makePerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'

const sandbox = useSandbox()
const shop = 'hello@dayfern.example'
beforeAll(async () => {
  await getTestPayload()
})

const letter = {
  name: 'Wren Okafor',
  email: 'wren@example.com',
  topic: 'An order',
  message: 'It came in the wrong size.',
}
const write = (changes: Record<string, unknown> = {}, options: Parameters<typeof call>[2] = {}) =>
  call<{ message?: string; fields?: Record<string, string> }>('POST', '/api/contact', {
    body: { ...letter, ...changes },
    ...options,
  })
const storedMessages = () =>
  rowsOf<{
    id: number
    name: string
    email: string
    topic: string
    order_number: string | null
    body: string
    user_id: number | null
    status: string
  }>(sql`select * from contact_messages order by id`)
const queuedEmails = () =>
  rowsOf<{ payload: { messageId: number } }>(sql`
  select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-contact-message' order by j.id`)
const sendAll = async () => {
  for (const { payload } of await queuedEmails())
    await runJob(await getTestPayload(), 'send-contact-message', payload)
  await rowsOf(sql`delete from graphile_worker._private_jobs`)
}
const newest = async () => JSON.stringify((await sandbox.mails(shop))[0])

it('stores a message and emails it to the shop with the author as reply-to but not as sender', async () => {
  const answer = await write({ orderNumber: ' df-1001 ' })
  expect(answer).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining('2 business days') as string },
  })
  expect(await storedMessages()).toMatchObject([
    {
      name: 'Wren Okafor',
      email: 'wren@example.com',
      topic: 'An order',
      order_number: 'DF-1001',
      body: 'It came in the wrong size.',
      status: 'new',
      user_id: null,
    },
  ])
  await sendAll()
  const [mail] = (await sandbox.mails(shop)) as unknown as {
    subject: string
    text: string
    from: unknown
    replyTo?: unknown
  }[]
  expect(mail?.subject).toBe('An order: a message from Wren Okafor')
  expect(mail?.text).toContain('It came in the wrong size.')
  expect(mail?.text).toContain('DF-1001')
  expect(JSON.stringify(mail?.from)).toContain('hello@dayfern.example')
  expect(JSON.stringify(mail?.from)).not.toContain('wren@example.com')
  expect(JSON.stringify(mail?.replyTo)).toContain('wren@example.com')
})

it('stores the signed-in user', async () => {
  const person = await makePerson('customer')
  await write({}, { as: person })
  expect((await storedMessages()).at(-1)).toMatchObject({ user_id: person.user.id })
})

it('returns the same response to bots that fill in the hidden field but stores nothing', async () => {
  const before = (await storedMessages()).length
  const answer = await write({ website: 'https://spam.example' })
  expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) as string } })
  expect((await storedMessages()).length).toBe(before)
  expect((await write({ website: '  ' })).status).toBe(200)
  expect((await storedMessages()).length).toBe(before + 1)
  await sendAll()
})

it('accepts at most 10,000 characters', async () => {
  expect((await write({ message: '🌿'.repeat(5000) })).status).toBe(200)
  expect((await storedMessages()).at(-1)?.body).toHaveLength(10_000)
  const refused = await write({ message: 'x'.repeat(10_001) })
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    { message: 'Please use 10,000 characters or fewer.' },
  ])
  await sendAll()
  expect((await newest()).length).toBeGreaterThan(5000)
})

it('stores and emails malicious input as plain text', async () => {
  const hostile =
    "<script>alert(1)</script>\r\n<img src=x onerror=alert(2)>\u0000\u202e [x](javascript:alert(3)) {{7*7}} '; drop table orders; --"
  expect((await write({ name: '<b>Wren</b> "O\'Kafor"', message: hostile })).status).toBe(200)
  expect((await storedMessages()).at(-1)?.body).toBe(
    "<script>alert(1)</script>\n<img src=x onerror=alert(2)> [x](javascript:alert(3)) {{7*7}} '; drop table orders; --",
  )
  await sendAll()
  const [mail] = await sandbox.mails(shop)
  expect(mail?.html).not.toMatch(/<script|<img src="?x|<b>Wren/)
  expect(mail?.html).toContain('&lt;script&gt;')
})

it.each([
  ['name', 'Wren\r\nBcc: everybody@example.com'],
  ['email', 'wren@example.com\r\nBcc: everybody@example.com'],
  ['email', 'wren@example.com, everybody@example.com'],
  ['email', '<wren@example.com>'],
  ['topic', 'An order\r\nBcc: everybody@example.com'],
  ['orderNumber', 'DF-1\nX: y'],
  ['name', 'a\u0000b'],
  ['name', '\u202enerW'],
])('rejects header injection in %s %j', async (field, value) => {
  const before = (await storedMessages()).length
  expect((await write({ [field]: value })).status).toBe(400)
  expect((await storedMessages()).length).toBe(before)
})

it.each([
  [{ name: '' }, 'name'],
  [{ name: '   ' }, 'name'],
  [{ email: 'no' }, 'email'],
  [{ topic: 'Whatever' }, 'topic'],
  [{ topic: undefined }, 'topic'],
  [{ message: ' \n ' }, 'message'],
  [{ message: 7 }, 'message'],
  [{ message: null }, 'message'],
  [{ orderNumber: 'abc' }, 'orderNumber'],
  [{ more: 1 }, 'more'],
])('rejects %j with a field error', async (changes, field) => {
  const { status, body } = await write(changes)
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
})

it('limits a client address to five messages', async () => {
  const options = { headers: { 'x-client-address': '198.51.100.20' } }
  for (let time = 0; time < 5; time += 1) expect((await write({}, options)).status).toBe(200)
  expect((await write({}, options)).status).toBe(429)
})

it('retries the email when the mail server is down', async () => {
  await sendAll()
  await write({ message: 'Please do not lose me.' })
  const [job] = await queuedEmails()
  await sandbox.fault({ provider: 'mail', fault: 'status', status: 451, times: 1 })
  await expect(
    runJob(await getTestPayload(), 'send-contact-message', job?.payload ?? { messageId: 0 }),
  ).rejects.toThrow()
  await sandbox.clearFaults()
  await sendAll()
  expect(await newest()).toContain('Please do not lose me.')
})
