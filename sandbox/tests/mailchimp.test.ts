import { createHash } from 'node:crypto'

import { type Harness, openReceiver, startHarness, type WebhookReceiver } from './harness'
import { eventually } from './support'

const basic = (key: string) => ({
  authorization: `Basic ${Buffer.from(`user:${key}`).toString('base64')}`,
})
const AUTH = basic('5a4db0c5a4db0c5a4db0c5a4db0c5a4d-us6')
const LIST = '/3.0/lists/c0ffee1234'
let harness: Harness
let receiver: WebhookReceiver
beforeAll(async () => {
  harness = await startHarness('mailchimp', AUTH)
  receiver = await openReceiver()
})
afterAll(async () => {
  await harness.stop()
  receiver.close()
})
beforeEach(async () => {
  await harness.control('POST', '/reset')
  receiver.arrivals.length = 0
  receiver.answerWith.length = 0
})

const hash = (email: string) => createHash('md5').update(email.toLowerCase()).digest('hex')
const memberPath = (email: string, list = LIST) => `${list}/members/${hash(email)}`
const put = (
  email: string,
  body: object = { status_if_new: 'subscribed' },
  path = memberPath(email),
) => harness.call('PUT', path, { json: { email_address: email, ...body } })
const get = (path: string) => harness.call('GET', path)
const outcome = (response: { status: number; body: { title?: string } }) => [
  response.status,
  response.body.title,
]

test('the ping, account, and lists return only the requested fields', async () => {
  expect((await get('/3.0/ping')).body).toEqual({ health_status: "Everything's Chimpy!" })
  expect((await get('/3.0/?fields=account_name%2Ctotal_subscribers')).body).toEqual({
    account_name: 'Dayfern',
    total_subscribers: expect.any(Number),
  })
  expect(
    (await get('/3.0/lists?count=100&fields=lists.id,lists.stats.member_count,total_items')).body,
  ).toEqual({
    lists: [
      { id: 'c0ffee1234', stats: { member_count: 47 } },
      { id: 'fee1dead01', stats: { member_count: 4 } },
    ],
    total_items: 2,
  })
})

test('wrong, foreign, and missing keys get the same problem document', async () => {
  for (const headers of [
    basic('nonsense-us6'),
    basic('5a4db0c5a4db0c5a4db0c5a4db0c5a4d-us7'),
    { authorization: '' },
  ]) {
    const response = await harness.call('GET', '/3.0/ping', { headers })
    expect(outcome(response)).toEqual([401, 'API Key Invalid'])
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(response.body).toMatchObject({
      status: 401,
      detail: expect.any(String),
      instance: expect.any(String),
    })
  }
  expect(
    (
      await harness.call('GET', '/3.0/ping', {
        headers: { authorization: 'Bearer sandbox-mailchimp-token' },
      })
    ).status,
  ).toBe(200)
})

test('a member is found by the MD5 hash of the lowercase address or by the address', async () => {
  const member = await get(`${LIST}/members/62eeb292278cc15f5817cb78f7790b08`)
  expect(member.body).toMatchObject({
    email_address: 'urist.mcvankab@freddiesjokes.com',
    status: 'subscribed',
    merge_fields: { FNAME: 'Ann' },
    list_id: 'c0ffee1234',
  })
  expect((await get(`${LIST}/members/Urist.McVankab@freddiesjokes.com`)).body.id).toBe(
    member.body.id,
  )
  expect(outcome(await get(memberPath('nobody@letters.example')))).toEqual([
    404,
    'Resource Not Found',
  ])
  expect(outcome(await get('/3.0/lists/none/members'))).toEqual([404, 'Resource Not Found'])
})

test('members can be listed in pages, by status, and by the time of their last change', async () => {
  expect((await get(`${LIST}/members`)).body.members).toHaveLength(10)
  const all = await get(`${LIST}/members?count=1000`)
  expect([all.body.members.length, all.body.total_items]).toEqual([60, 60])
  expect((await get(`${LIST}/members?status=cleaned&count=100`)).body.total_items).toBe(3)
  expect((await get(`${LIST}/members?count=1001`)).status).toBe(400)
  const since = new Date().toISOString()
  await harness.control('POST', '/clock', { offsetMs: 60_000 })
  await put('new@letters.example')
  expect((await get(`${LIST}/members?since_last_changed=${since}`)).body.total_items).toBe(1)
})

test('an upsert adds with status_if_new and keeps the status of existing members', async () => {
  expect(
    (
      await put('new@letters.example', {
        status_if_new: 'pending',
        merge_fields: { FNAME: 'Nell', UNKNOWN: 'x' },
      })
    ).body,
  ).toMatchObject({ status: 'pending', merge_fields: { FNAME: 'Nell' } })
  expect(
    (
      await put('reader7@letters.example', {
        status_if_new: 'subscribed',
        merge_fields: { LNAME: 'Changed' },
      })
    ).body,
  ).toMatchObject({ status: 'unsubscribed', merge_fields: { LNAME: 'Changed' } })
  expect(
    (await put('reader1@letters.example', { merge_fields: { FNAME: '' } })).body.merge_fields.FNAME,
  ).toBe('')
  expect(outcome(await put('other@letters.example', {}))).toEqual([400, 'Invalid Resource'])
  expect(
    outcome(
      await harness.call('POST', `${LIST}/members`, {
        json: { email_address: 'reader1@letters.example', status: 'subscribed' },
      }),
    ),
  ).toEqual([400, 'Member Exists'])
})

test('members who unsubscribed, bounced, or were deleted permanently cannot be subscribed', async () => {
  expect(outcome(await put('reader7@letters.example', { status: 'subscribed' }))).toEqual([
    400,
    'Member In Compliance State',
  ])
  expect((await put('reader7@letters.example', { status: 'pending' })).status).toBe(200)
  expect(outcome(await put('reader9@letters.example', { status: 'subscribed' }))).toEqual([
    400,
    'Member In Compliance State',
  ])
  expect(outcome(await put('reader9@letters.example', { status: 'pending' }))).toEqual([
    400,
    'Member In Compliance State',
  ])
  expect(
    (
      await harness.call(
        'POST',
        `${memberPath('reader1@letters.example')}/actions/delete-permanent`,
      )
    ).status,
  ).toBe(204)
  expect(outcome(await put('reader1@letters.example'))).toEqual([
    400,
    'Forgotten Email Not Subscribed',
  ])
  await harness.call('PATCH', memberPath('reader2@letters.example'), {
    json: { status: 'unsubscribed' },
  })
  expect((await put('reader2@letters.example', { status: 'subscribed' })).status).toBe(200)
})

test('invalid addresses and missing required fields are rejected', async () => {
  for (const email of ['no-at-sign', 'a@b', 'fake@letters.example', 'noreply@letters.example'])
    expect(outcome(await put(email))).toEqual([400, 'Invalid Resource'])
  const trade = '/3.0/lists/fee1dead01'
  const missing = await put(
    'buyer@trade.example',
    { status_if_new: 'subscribed' },
    memberPath('buyer@trade.example', trade),
  )
  expect(missing.body.errors).toEqual([{ field: 'FNAME', message: 'Please enter a value' }])
  expect(
    (
      await put(
        'buyer@trade.example',
        { status_if_new: 'subscribed' },
        `${memberPath('buyer@trade.example', trade)}?skip_merge_validation=true`,
      )
    ).status,
  ).toBe(200)
})

test('an archived member can return, and tags can be added and removed', async () => {
  const path = memberPath('reader1@letters.example')
  expect((await harness.call('DELETE', path)).status).toBe(204)
  expect((await get(path)).body.status).toBe('archived')
  expect((await put('reader1@letters.example')).body.status).toBe('subscribed')
  const tag = (name: string, status: string) =>
    harness.call('POST', `${path}/tags`, { json: { tags: [{ name, status }] } })
  expect((await tag('checkout', 'active')).status).toBe(204)
  await tag('blog', 'active')
  await tag('checkout', 'inactive')
  expect((await get(`${path}/tags`)).body.tags.map((one: { name: string }) => one.name)).toEqual([
    'blog',
  ])
  expect((await tag('x', 'maybe')).status).toBe(400)
})

const batch = (members: object[], more: object = {}, query = '') =>
  harness.call('POST', `${LIST}${query}`, { json: { members, ...more } })

test('a batch responds 200 with an error for each failed row', async () => {
  const rows = [
    { email_address: 'b1@letters.example', status: 'subscribed' },
    { email_address: 'reader7@letters.example', status: 'subscribed' },
    { email_address: 'nonsense', status: 'subscribed' },
    {
      email_address: 'reader1@letters.example',
      status: 'subscribed',
      merge_fields: { FNAME: 'Bea' },
    },
    { email_address: 'B1@letters.example', status: 'subscribed' },
    { email_address: 'b2@letters.example' },
  ]
  const first = await batch(rows)
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({ total_created: 1, total_updated: 0, error_count: 5 })
  expect(first.body.errors.map((one: { error_code: string }) => one.error_code)).toEqual([
    'ERROR_CONTACT_EXISTS',
    'ERROR_GENERIC',
    'ERROR_CONTACT_EXISTS',
    'ERROR_GENERIC',
    'ERROR_GENERIC',
  ])
  const second = await batch(rows, { update_existing: true }, '?skip_duplicate_check=true')
  expect(second.body).toMatchObject({ total_created: 0, total_updated: 2, error_count: 3 })
  expect(second.body.errors[0]).toMatchObject({
    email_address: 'reader7@letters.example',
    error: expect.stringContaining('compliance'),
  })
})

test('a batch has at most 500 rows, can fail completely with 200, and can unsubscribe members', async () => {
  const many = Array.from({ length: 501 }, (_, index) => ({
    email_address: `m${index}@letters.example`,
    status: 'subscribed',
  }))
  expect((await batch(many)).status).toBe(400)
  expect((await batch(many.slice(0, 500))).body.total_created).toBe(500)
  await harness.controlProvider('POST', '/settings', { failBatches: 1 })
  expect((await batch(many.slice(0, 3), { update_existing: true })).body).toMatchObject({
    total_updated: 0,
    error_count: 3,
  })
  await batch([{ email_address: 'reader3@letters.example', status: 'unsubscribed' }], {
    update_existing: true,
  })
  expect((await get(memberPath('reader3@letters.example'))).body.status).toBe('unsubscribed')
})

test('more than ten simultaneous calls are rejected', async () => {
  await harness.controlProvider('POST', '/settings', { processingMs: 300 })
  const responses = await Promise.all(Array.from({ length: 14 }, () => get('/3.0/ping')))
  const refused = responses.filter(({ status }) => status === 429)
  // Four calls are rejected if all run at the same time. On a slow machine, the first finish before
  // the last start.
  expect([refused.length > 0, refused.length <= 4]).toEqual([true, true])
  expect(refused[0]?.headers.get('retry-after')).toBeNull()
})

const listen = (more: object = {}) =>
  harness.call('POST', `${LIST}/webhooks`, {
    json: {
      url: receiver.url,
      events: { subscribe: true, unsubscribe: true, cleaned: true, upemail: true, profile: true },
      sources: { user: true, admin: true, api: false },
      ...more,
    },
  })
const heard = () =>
  receiver.arrivals
    .filter(({ method }) => method === 'POST')
    .map(({ raw }) => Object.fromEntries(new URLSearchParams(raw)))

test('a webhook URL must respond first and then receives form-encoded events', async () => {
  receiver.answerWith.push(404)
  expect((await listen()).status).toBe(400)
  expect((await listen()).status).toBe(200)
  expect(receiver.arrivals.map(({ method }) => method)).toEqual(['GET', 'GET'])
  await put('quiet@letters.example')
  await harness.controlProvider('POST', '/members', {
    email: 'reader1@letters.example',
    action: 'unsubscribe',
  })
  const [event] = await eventually(() => heard().length > 0 && heard())
  expect(event).toMatchObject({
    type: 'unsubscribe',
    fired_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    'data[action]': 'unsub',
    'data[reason]': 'manual',
    'data[list_id]': 'c0ffee1234',
    'data[email]': 'reader1@letters.example',
    'data[merges][EMAIL]': 'reader1@letters.example',
    'data[merges][FNAME]': 'Benoît',
  })
  expect(receiver.arrivals.at(-1)?.headers['content-type']).toBe(
    'application/x-www-form-urlencoded',
  )
  expect(heard()).toHaveLength(1)
})

test('webhooks report sign-ups, bounces, and changes, and API changes only on request', async () => {
  await listen({ sources: { user: true, api: true } })
  await harness.controlProvider('POST', '/members', {
    email: 'walker@letters.example',
    action: 'subscribe',
    merges: { FNAME: 'Wren' },
  })
  await harness.controlProvider('POST', '/members', {
    email: 'reader2@letters.example',
    action: 'clean',
  })
  await harness.controlProvider('POST', '/members', {
    email: 'reader3@letters.example',
    action: 'upemail',
    newEmail: 'moved@letters.example',
  })
  await harness.controlProvider('POST', '/members', {
    email: 'reader4@letters.example',
    action: 'profile',
    merges: { FNAME: 'Renamed' },
  })
  await put('echo@letters.example')
  const events = await eventually(() => heard().length === 5 && heard())
  expect(events.map((event) => event.type).sort()).toEqual([
    'cleaned',
    'profile',
    'subscribe',
    'subscribe',
    'upemail',
  ])
  expect(events.find((event) => event.type === 'upemail')).toMatchObject({
    'data[old_email]': 'reader3@letters.example',
    'data[new_email]': 'moved@letters.example',
  })
})

test('a failed webhook is retried, and webhooks can be read, changed, and removed', async () => {
  const { body } = await listen()
  await harness.controlProvider('POST', '/webhooks/settings', { retryMs: 5 })
  receiver.answerWith.push(500)
  await harness.controlProvider('POST', '/members', {
    email: 'reader1@letters.example',
    action: 'unsubscribe',
  })
  await eventually(() => heard().length === 2)
  const path = `${LIST}/webhooks/${body.id}`
  expect(
    (await harness.call('PATCH', path, { json: { events: { cleaned: false } } })).body.events,
  ).toMatchObject({ cleaned: false, subscribe: true })
  expect((await harness.call('DELETE', path)).status).toBe(204)
  expect((await get(`${LIST}/webhooks`)).body.total_items).toBe(0)
})

test('a campaign is a draft with content', async () => {
  const { body } = await harness.call('POST', '/3.0/campaigns', {
    json: {
      type: 'regular',
      recipients: { list_id: 'c0ffee1234' },
      settings: {
        subject_line: 'Letter 12',
        from_name: 'Dayfern',
        reply_to: 'hello@dayfern.example',
      },
    },
  })
  expect(body).toMatchObject({
    status: 'save',
    emails_sent: 0,
    recipients: { list_name: 'Dayfern letters', recipient_count: 47 },
    settings: { subject_line: 'Letter 12' },
  })
  const content = await harness.call('PUT', `/3.0/campaigns/${body.id}/content`, {
    json: { html: '<h1>Hello</h1><p>there</p>' },
  })
  expect(content.body).toMatchObject({
    html: '<h1>Hello</h1><p>there</p>',
    plain_text: 'Hello there',
  })
  expect((await get('/3.0/campaigns?status=save')).body.total_items).toBe(1)
  expect(
    (
      await harness.call('POST', '/3.0/campaigns', {
        json: { type: 'regular', recipients: { list_id: 'none' } },
      })
    ).status,
  ).toBe(400)
  expect((await harness.call('DELETE', `/3.0/campaigns/${body.id}`)).status).toBe(204)
  expect((await get(`/3.0/campaigns/${body.id}`)).status).toBe(404)
})

test('faults use Mailchimp’s format, and a lost response still means a saved member', async () => {
  await harness.fault({ fault: 'status', status: 403 })
  const bare = await get('/3.0/ping')
  expect([bare.status, bare.body, bare.headers.get('content-type')]).toEqual([403, '', null])
  await harness.fault({ fault: 'status', status: 500 })
  const broken = await get('/3.0/ping')
  expect([broken.body.status, broken.headers.get('content-type')]).toEqual([
    500,
    expect.stringContaining('problem+json'),
  ])
  await harness.fault({ fault: 'reset-after', match: { method: 'PUT' } })
  await expect(put('lost@letters.example')).rejects.toThrow()
  expect((await get(memberPath('lost@letters.example'))).body.status).toBe('subscribed')
})
