import { makePerson, type TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import type { Payload } from 'payload'

import { getSyncJob } from '@/jobs/sync-jobs'
import { moveEmails } from '@/modules/accounts/actions/move-emails'
import { getSyncRun, listSyncRows } from '@/modules/integrations/queries/sync-runs'
import { applyMailchimpEvent } from '@/modules/newsletter/actions/apply-mailchimp-event'
import { draftWeeklyDigest } from '@/modules/newsletter/actions/draft-weekly-digest'
import { requireAudience } from '@/modules/newsletter/actions/mailchimp-audience'
import { mergeMember } from '@/modules/newsletter/actions/merge-member'
import {
  deleteFromMailchimp,
  pushToMailchimp,
} from '@/modules/newsletter/actions/push-to-mailchimp'
import {
  confirmSubscription,
  requestSubscription,
  subscribeAccount,
  unsubscribeByEmail,
} from '@/modules/newsletter/actions/subscriptions'
import { mailchimpContext } from '@/modules/newsletter/jobs'
import { mailchimpWebhookUrl } from '@/modules/newsletter/mailchimp-webhook-url'
import { createConfirmToken } from '@/modules/newsletter/subscription-links'
import { eraseUser } from '@/modules/privacy/actions/erase-user'
import { purgeExpired } from '@/modules/privacy/actions/purge-expired'
import { saveConnectionKeys, switchConnection } from '@/platform/connections/credentials'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { runSync, startSyncRun } from '@/platform/sync-engine'
import { withTransaction } from '@/platform/transaction'
import { mailchimpMemberId } from '@/providers/mailchimp/schema'

const sandbox = useSandbox()
const audience = 'c0ffee1234'
const key = '5a4db0c5a4db0c5a4db0c5a4db0c5a4d-us6'
let payload: Payload
let admin: TestPerson
const actor = () => ({ id: admin.user.id, role: admin.user.role })

beforeAll(async () => {
  payload = await getTestPayload()
  admin = await makePerson('admin')
})
beforeEach(async () => {
  await sandbox.reset()
  resetCircuitBreakers()
  for (const table of [
    'subscriber_events',
    'subscribers',
    'sync_runs',
    'connections',
    'webhook_events',
    'mailchimp_deletions',
  ])
    await rowsOf(sql.raw(`delete from ${table} returning 1`))
  await rowsOf(sql`delete from graphile_worker._private_jobs returning 1`)
  await saveConnectionKeys(payload, actor(), 'mailchimp', { apiKey: key, audienceId: audience })
})

type Here = {
  email: string
  status: string
  source: string | null
  sync_note: string | null
  confirmed_at: Date | null
}
const here = async (email: string) =>
  (await rowsOf<Here>(sql`select * from subscribers where email = ${email}`))[0]
type There = { status: string; tags: { name: string }[]; mergeFields: { FNAME?: string } }
const there = async (email: string): Promise<There | undefined> => {
  const { lists } = await sandbox.control<{
    lists: { id: string; members: (There & { email: string })[] }[]
  }>('mailchimp', 'GET', '/ledger')
  return lists.find(({ id }) => id === audience)?.members.find((member) => member.email === email)
}
const makeHere = (
  email: string,
  status: string,
  more: { confirmedAt?: string; unsubscribedAt?: string } = {},
) =>
  rowsOf<{ id: number }>(sql`
  insert into subscribers (email, first_name, status, source, confirmed_at, unsubscribed_at) values (${email}, 'Wren', ${status}, 'default', ${more.confirmedAt ?? null}, ${more.unsubscribedAt ?? null}) returning id`)
const sync = async (isPreview = false) => {
  const id = await startSyncRun(payload, {
    provider: 'mailchimp',
    kind: 'mailchimp-sync',
    isPreview,
    requestedBy: null,
  })
  await runSync(payload, id, (run) => getSyncJob(payload, run))
  const run = await getSyncRun(payload, id)
  if (!run) throw new Error('no run')
  return { run, rows: (await listSyncRows(payload, id, { result: '', page: 1, limit: 1000 })).rows }
}
/** What a change of an account's address does to the newsletter. */
const move = (from: string, to: string) =>
  withTransaction(payload, (_, tx) => moveEmails(tx, from, to))
/** Erases a guest, without the jobs that follow. */
const eraseGuest = async (email: string) => {
  const [request] = await rowsOf<{ id: number }>(sql`
    insert into data_requests (code, source, status, email, received_at, acknowledge_by, verify_by, erase_after)
    values (md5(random()::text), 'form', 'verified', ${email}, now(), now(), now(), now() - interval '1 second') returning id`)
  expect(await eraseUser(payload, request?.id ?? 0)).toBe('erased')
}
const connect = () =>
  saveConnectionKeys(payload, actor(), 'mailchimp', { apiKey: key, audienceId: audience })
const asAdmin = (method: string, path: string, body?: unknown) =>
  call(method, path, { headers: { cookie: admin.cookie }, body })

describe('connection test', () => {
  it('returns the account and audience, cached until a new test is requested', async () => {
    const { body } = await asAdmin('GET', '/api/admin/mailchimp/test')
    expect(body).toMatchObject({
      success: true,
      message: 'Connected to Dayfern.',
      accountInfo: {
        account_name: 'Dayfern',
        username: expect.any(String),
        email: expect.any(String),
        total_subscribers: expect.any(Number),
      },
      audienceName: 'Dayfern letters',
      memberCount: 47,
    })
    const calls = (await sandbox.callsTo('mailchimp')).length
    expect((await asAdmin('GET', '/api/admin/mailchimp/test')).body).toEqual(body)
    expect(await sandbox.callsTo('mailchimp')).toHaveLength(calls)
    await asAdmin('GET', '/api/admin/mailchimp/test?again=true')
    expect((await sandbox.callsTo('mailchimp')).length).toBeGreaterThan(calls)
  })
  it.each([
    ['a wrong key', '00000000000000000000000000000000-us6', 'no longer accepts our key'],
    [
      'a key without its data center',
      '5a4db0c5a4db0c5a4db0c5a4db0c5a4d',
      'no longer accepts our key',
    ],
    [
      'a key of another data center',
      '5a4db0c5a4db0c5a4db0c5a4db0c5a4d-us7',
      'no longer accepts our key',
    ],
  ])('reports %s with a clear message', async (_, apiKey, words) => {
    await saveConnectionKeys(payload, actor(), 'mailchimp', { apiKey, audienceId: audience })
    const { status, body } = await asAdmin('GET', '/api/admin/mailchimp/test')
    expect([status, body]).toEqual([
      200,
      { success: false, message: expect.stringContaining(words) },
    ])
    expect(JSON.stringify(body)).not.toContain(apiKey)
  })
  it('reports a missing connection, and asks for an audience if there are two', async () => {
    await rowsOf(sql`delete from connections returning 1`)
    expect((await asAdmin('GET', '/api/admin/mailchimp/test')).body).toMatchObject({
      success: false,
      message: expect.stringContaining('isn’t connected'),
    })
    expect((await asAdmin('POST', '/api/admin/mailchimp/sync', { wait: 0 })).status).toBe(409)
    await saveConnectionKeys(payload, actor(), 'mailchimp', { apiKey: key })
    expect((await asAdmin('GET', '/api/admin/mailchimp/test')).body).toMatchObject({
      success: false,
      message: expect.stringContaining(
        'There are 2 audiences in Mailchimp (Dayfern letters: c0ffee1234',
      ),
    })
  })
  it('reports an unknown audience', async () => {
    await saveConnectionKeys(payload, actor(), 'mailchimp', {
      apiKey: key,
      audienceId: '0000000000',
    })
    expect((await asAdmin('GET', '/api/admin/mailchimp/test')).body).toEqual({
      success: false,
      message:
        'Mailchimp has no audience with the ID 0000000000. Update the audience ID in the keys.',
    })
  })
  it('does not reveal the keys, which are stored encrypted', async () => {
    const [row] = await rowsOf<{ sealed_secrets: string }>(
      sql`select sealed_secrets from connections where provider = 'mailchimp'`,
    )
    expect(row?.sealed_secrets).not.toContain(key)
    const { body } = await asAdmin('GET', '/api/admin/connections')
    expect(JSON.stringify(body)).not.toContain(key.slice(0, 20))
    expect(JSON.stringify(body)).toContain('…-us6'.slice(0, 2))
  })
})

describe('pushing changes to Mailchimp', () => {
  it('adds confirmed subscribers with their name and tags', async () => {
    await requestSubscription(payload, {
      email: 'new@letters.example',
      firstName: 'Nell',
      form: 'tribe',
      network: null,
    })
    const [event] = await rowsOf<{ id: number }>(
      sql`select id from subscriber_events order by id desc limit 1`,
    )
    await runWaitingJobs()
    expect(await there('new@letters.example')).toBeUndefined()
    await confirmSubscription(payload, createConfirmToken(event?.id as number), null)
    await runWaitingJobs()
    expect(await there('new@letters.example')).toMatchObject({
      status: 'subscribed',
      mergeFields: { FNAME: 'Nell' },
      tags: [{ name: 'Dayfern' }, { name: 'Dayfern: tribe' }],
    })
  })
  it('unsubscribes people who unsubscribed in the shop', async () => {
    await makeHere('reader1@letters.example', 'subscribed', { confirmedAt: '2026-01-01' })
    await unsubscribeByEmail(payload, 'reader1@letters.example', { form: 'link', network: null })
    await runWaitingJobs()
    expect((await there('reader1@letters.example'))?.status).toBe('unsubscribed')
  })
  it('makes Mailchimp ask people who had unsubscribed there to confirm', async () => {
    await subscribeAccount(payload, { email: 'reader7@letters.example', network: null })
    await runWaitingJobs()
    expect((await there('reader7@letters.example'))?.status).toBe('pending')
  })
  it('keeps someone subscribed in the shop while Mailchimp waits for their confirmation', async () => {
    const [row] = await makeHere('reader7@letters.example', 'subscribed', {
      confirmedAt: new Date(Date.now() - 600_000).toISOString(),
    })
    await pushToMailchimp(mailchimpContext(payload), Number(row?.id))
    expect([
      (await here('reader7@letters.example'))?.status,
      (await there('reader7@letters.example'))?.status,
    ]).toEqual(['subscribed', 'pending'])
  })
  it('records the reason when Mailchimp rejects an address', async () => {
    await subscribeAccount(payload, { email: 'fake.one@letters.example', network: null })
    await runWaitingJobs()
    expect((await here('fake.one@letters.example'))?.sync_note).toMatch(
      /^Mailchimp refused: .*real email address\.$/,
    )
  })
  it('does not welcome people in their account whose address bounced, and says so', async () => {
    const { cookie, user } = await makePerson('customer')
    const email = user.email ?? ''
    await makeHere(email, 'cleaned')
    const { status, body } = await call('POST', '/api/account/newsletter', { headers: { cookie } })
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ error: expect.stringContaining('couldn’t deliver') }),
    ])
    await runWaitingJobs()
    expect((await here(email))?.status).toBe('cleaned')
    expect(await sandbox.mails(email)).toEqual([])
    await switchConnection(payload, actor(), 'mailchimp', false)
    expect((await call('POST', '/api/account/newsletter', { headers: { cookie } })).status).toBe(
      200,
    )
  })
  it('does not subscribe or welcome people whose address bounced with a link, and says so', async () => {
    const email = 'bounced@letters.example'
    await makeHere(email, 'cleaned')
    await requestSubscription(payload, { email, form: 'default', network: null })
    await runWaitingJobs()
    const [event] = await rowsOf<{ id: number }>(
      sql`select id from subscriber_events order by id desc limit 1`,
    )
    const confirm = (headers: Record<string, string> = {}) =>
      call(
        'POST',
        `/api/newsletter/confirm?token=${encodeURIComponent(createConfirmToken(event?.id ?? 0))}`,
        { headers },
      )
    const page = await confirm({ accept: 'text/html' })
    expect(page.headers.get('location')).toBe('/newsletter/confirm?is=bounced')
    const { status, body } = await confirm()
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ error: expect.stringContaining('couldn’t deliver') }),
    ])
    await runWaitingJobs()
    expect((await here(email))?.status).toBe('cleaned')
    expect(await sandbox.mails(email)).toHaveLength(1)
  })
  it('notes for staff that Mailchimp won’t take back someone who bounced there and subscribed again', async () => {
    await subscribeAccount(payload, { email: 'reader9@letters.example', network: null })
    await runWaitingJobs()
    expect(await here('reader9@letters.example')).toMatchObject({
      status: 'cleaned',
      sync_note: expect.stringContaining('bounced'),
    })
  })
  it('sends nothing and does not fail while Mailchimp is not connected', async () => {
    await rowsOf(sql`delete from connections returning 1`)
    await subscribeAccount(payload, { email: 'new@letters.example', network: null })
    await runWaitingJobs()
    expect(await sandbox.callsTo('mailchimp')).toEqual([])
  })
})

describe('changes while Mailchimp answers', () => {
  const email = 'new@letters.example'
  const push = (id: number) => pushToMailchimp(mailchimpContext(payload), id)
  /** Makes Mailchimp slow, and does something with its jobs once it has the call. */
  const meanwhile = async (
    match: { method: string; path?: string },
    work: () => Promise<unknown>,
    act: () => Promise<unknown>,
  ): Promise<void> => {
    await sandbox.fault({ provider: 'mailchimp', match, fault: 'latency', latencyMs: 15_000 })
    const slow = work()
    await sandbox.beforeLateAnswer(async () => {
      await act()
      await rowsOf(sql`delete from graphile_worker._private_jobs returning 1`)
    })
    await slow
    await runWaitingJobs()
  }
  const makeReader = async (address = email) => {
    const [row] = await makeHere(address, 'subscribed', { confirmedAt: '2026-06-01' })
    return Number(row?.id)
  }
  const leave = async (id: number) => {
    await unsubscribeByEmail(payload, email, { form: 'link', network: null })
    await push(id)
    expect((await there(email))?.status).not.toBe('subscribed')
  }
  const erase = async () => {
    await eraseGuest(email)
    await deleteFromMailchimp(mailchimpContext(payload))
  }
  const moveAway = async () => {
    await move(email, 'moved@letters.example')
    await deleteFromMailchimp(mailchimpContext(payload))
  }
  const batch = { method: 'POST', path: `/3.0/lists/${audience}\\?` }

  it('unsubscribe people there who left while they were being added', async () => {
    const id = await makeReader()
    await meanwhile(
      { method: 'PUT' },
      () => push(id),
      () => leave(id),
    )
    expect((await there(email))?.status).toBe('unsubscribed')
    expect((await here(email))?.status).toBe('unsubscribed')
  })
  it.each([
    ['on its way', () => Promise.resolve()],
    ['on its way, and their return arrives first', push],
  ])('ask people there to confirm who come back while leaving is %s', async (_, pushReturn) => {
    const address = 'reader1@letters.example'
    const id = await makeReader(address)
    await unsubscribeByEmail(payload, address, { form: 'link', network: null })
    await meanwhile(
      { method: 'PATCH' },
      () => push(id),
      async () => {
        await subscribeAccount(payload, { email: address, network: null })
        await pushReturn(id)
      },
    )
    expect([(await here(address))?.status, (await there(address))?.status]).toEqual([
      'subscribed',
      'pending',
    ])
  })
  it('delete people there who were erased while they were being added', async () => {
    const id = await makeReader()
    await meanwhile({ method: 'PUT' }, () => push(id), erase)
    expect(await there(email)).toBeUndefined()
    expect(await rowsOf(sql`select 1 from mailchimp_deletions where deleted_at is null`)).toEqual(
      [],
    )
  })
  it('delete people there who were erased, even if adding them failed halfway', async () => {
    const id = await makeReader()
    const failing = async () => {
      await expect(push(id)).rejects.toThrow()
    }
    await meanwhile({ method: 'PUT' }, failing, async () => {
      await erase()
      await sandbox.fault({
        provider: 'mailchimp',
        match: { method: 'POST', path: 'members/\\w+/tags' },
        fault: 'status',
        status: 503,
        times: 3,
      })
    })
    expect(await there(email)).toBeUndefined()
  })
  it('archive the earlier address of people who moved while it was being added, and add the new one', async () => {
    const id = await makeReader()
    await meanwhile({ method: 'PUT' }, () => push(id), moveAway)
    expect((await there(email))?.status).toBe('archived')
    expect((await there('moved@letters.example'))?.status).toBe('subscribed')
    expect(await here('moved@letters.example')).toMatchObject({ status: 'subscribed' })
  })
  it.each([
    ['unsubscribed', leave, 'unsubscribed'],
    ['erased', erase, undefined],
    ['moved to another address', moveAway, 'archived'],
  ])('are repeated there for people who %s while a sync added them', async (_, act, status) => {
    const id = await makeReader()
    await meanwhile(batch, sync, () => act(id))
    expect((await there(email))?.status).toBe(status)
    const labels = await rowsOf<{ label: string }>(sql`select label from sync_rows`)
    expect(labels.some(({ label }) => label === email)).toBe(status === 'unsubscribed')
  })
  it('unsubscribe people there who left while a sync made them subscribers instead of customers', async () => {
    const address = 'reader33@letters.example'
    const id = await makeReader(address)
    await meanwhile({ method: 'PATCH' }, sync, async () => {
      await unsubscribeByEmail(payload, address, { form: 'link', network: null })
      await push(id)
    })
    expect((await there(address))?.status).toBe('unsubscribed')
  })
})

describe('syncing with Mailchimp', () => {
  it('applies unsubscribes, bounces, and new subscribers in both directions', async () => {
    await makeHere('reader7@letters.example', 'subscribed', { confirmedAt: '2020-01-01' })
    await makeHere('reader9@letters.example', 'subscribed', { confirmedAt: '2020-01-01' })
    await makeHere('reader1@letters.example', 'unsubscribed', {
      unsubscribedAt: new Date().toISOString(),
    })
    await makeHere('only.here@letters.example', 'subscribed', { confirmedAt: '2026-10-01' })
    await makeHere('spam.trap@letters.example', 'subscribed', { confirmedAt: '2026-10-01' })
    await makeHere('not.yet@letters.example', 'pending')
    // Mailchimp knows this address only as a customer.
    await makeHere('reader33@letters.example', 'subscribed', { confirmedAt: '2026-10-01' })
    const { run, rows } = await sync()
    expect(run).toMatchObject({ status: 'done', failed: 1 })
    expect((await here('reader7@letters.example'))?.status).toBe('unsubscribed')
    expect((await here('reader9@letters.example'))?.status).toBe('cleaned')
    expect((await there('reader1@letters.example'))?.status).toBe('unsubscribed')
    expect((await there('only.here@letters.example'))?.status).toBe('subscribed')
    expect(await there('not.yet@letters.example')).toBeUndefined()
    expect((await there('reader33@letters.example'))?.status).toBe('subscribed')
    expect(await here('reader2@letters.example')).toMatchObject({
      status: 'subscribed',
      source: 'import',
    })
    const events = await rowsOf<{ action: string; wording: string }>(
      sql`select e.action::text, e.wording from subscriber_events e join subscribers s on s.id = e.subscriber_id where s.email = 'reader2@letters.example'`,
    )
    expect(events).toEqual([
      { action: 'imported', wording: expect.stringMatching(/^Subscribed in Mailchimp on \d{4}-/) },
    ])
    expect(rows.find(({ label }) => label === 'spam.trap@letters.example')).toMatchObject({
      result: 'failed',
      message: expect.stringContaining('Mailchimp rejected'),
    })
  })
  it('does nothing on a second run', async () => {
    await makeHere('only.here@letters.example', 'subscribed', { confirmedAt: '2026-10-01' })
    await sync()
    const { run } = await sync()
    expect(run.counts).toMatchObject({ created: 0, updated: 0, failed: 0 })
  })
  it('reports the changes in a preview without making them', async () => {
    await makeHere('reader7@letters.example', 'subscribed', { confirmedAt: '2020-01-01' })
    await makeHere('only.here@letters.example', 'subscribed', { confirmedAt: '2026-10-01' })
    const { run } = await sync(true)
    expect(run.counts.created).toBeGreaterThan(1)
    expect((await here('reader7@letters.example'))?.status).toBe('subscribed')
    expect(await there('only.here@letters.example')).toBeUndefined()
    expect((await sandbox.callsTo('mailchimp')).filter(({ method }) => method !== 'GET')).toEqual(
      [],
    )
  })
  it('reports every row of a failed batch, although Mailchimp responds 200', async () => {
    await makeHere('one.here@letters.example', 'subscribed', { confirmedAt: '2026-10-01' })
    await makeHere('two.here@letters.example', 'subscribed', { confirmedAt: '2026-10-01' })
    await sandbox.control('mailchimp', 'POST', '/settings', { failBatches: 1 })
    const { run } = await sync()
    expect(run).toMatchObject({ status: 'done', counts: { failed: 2 } })
  })
  it('sends more than 500 subscribers in batches', async () => {
    await rowsOf(
      sql`insert into subscribers (email, status, source, confirmed_at) select 'many' || n || '@letters.example', 'subscribed', 'default', now() from generate_series(1, 620) n returning 1`,
    )
    const { run } = await sync()
    expect(run).toMatchObject({ status: 'done', failed: 0 })
    const batches = (await sandbox.callsTo('mailchimp')).filter(
      ({ method, path }) => method === 'POST' && path.includes(`/lists/${audience}?`),
    )
    expect(batches.map(({ body }) => (body as { members: unknown[] }).members.length)).toEqual([
      500, 120,
    ])
  })
  it('stops when the key is no longer valid and asks for a new one', async () => {
    await saveConnectionKeys(payload, actor(), 'mailchimp', {
      apiKey: '00000000000000000000000000000000-us6',
      audienceId: audience,
    })
    const { run } = await sync()
    expect(run).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('Enter a new key.'),
    })
  })
  it('waits longer each time Mailchimp refuses with a 403 that gives no reason, and ends in the end', async () => {
    await sandbox.fault({ provider: 'mailchimp', fault: 'status', status: 403, times: 100 })
    const { id } = (await sync()).run
    const again = async () => {
      await runSync(payload, id, (run) => getSyncJob(payload, run))
      return getSyncRun(payload, id)
    }
    const secondsToNextTry = async () =>
      (
        await rowsOf<{ seconds: number }>(
          sql`select extract(epoch from heartbeat_at - now())::integer as seconds from sync_runs where id = ${id}`,
        )
      )[0]?.seconds ?? 0
    expect(await secondsToNextTry()).toBeLessThanOrEqual(30)
    for (let pauses = 2; pauses <= 10; pauses += 1)
      expect(await again()).toMatchObject({
        isWaiting: true,
        message: expect.stringMatching(
          /^Mailchimp refused our call \(HTTP 403\), usually because we sent too many at once\. Next try at /,
        ),
      })
    expect(await secondsToNextTry()).toBeGreaterThan(900)
    expect(await again()).toMatchObject({
      status: 'failed',
      message:
        'Mailchimp refused our call (HTTP 403), usually because we sent too many at once. 10 more tries failed, so check whether Mailchimp has restricted your account. Completed changes are saved. Start it again to continue.',
    })
    const [connection] = await rowsOf<{ last_error: string }>(
      sql`select last_error from connections where provider = 'mailchimp'`,
    )
    expect(connection?.last_error).toMatch(/^Mailchimp refused our call \(HTTP 403\)/)
  })
  it('starts through the API, and a second request is rejected while it is running', async () => {
    const first = await asAdmin('POST', '/api/admin/mailchimp/sync', { wait: 0 })
    expect([first.status, first.body]).toEqual([
      202,
      expect.objectContaining({
        message: expect.any(String),
        run: expect.objectContaining({ status: 'queued' }),
      }),
    ])
    expect((await asAdmin('POST', '/api/admin/mailchimp/sync', { wait: 0 })).status).toBe(409)
  })
})

describe('Mailchimp webhook', () => {
  const deliver = (form: Record<string, string>, address = mailchimpWebhookUrl) =>
    call('POST', new URL(address).pathname, {
      raw: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const goodbye = {
    type: 'unsubscribe',
    fired_at: '2026-11-21 10:00:00',
    'data[action]': 'unsub',
    'data[email]': 'reader1@letters.example',
    'data[list_id]': audience,
  }

  it('is stored once and verified with Mailchimp before it is applied', async () => {
    await makeHere('reader1@letters.example', 'subscribed', { confirmedAt: '2020-01-01' })
    for (let time = 0; time < 3; time += 1) expect((await deliver(goodbye)).status).toBe(200)
    await runWaitingJobs()
    expect((await here('reader1@letters.example'))?.status).toBe('subscribed')
    await sandbox.control('mailchimp', 'POST', '/members', {
      email: 'reader1@letters.example',
      action: 'unsubscribe',
    })
    await deliver({ ...goodbye, fired_at: '2026-11-21 10:00:01' })
    await runWaitingJobs()
    expect((await here('reader1@letters.example'))?.status).toBe('unsubscribed')
    expect(
      await rowsOf(sql`select 1 from webhook_events where provider = 'mailchimp'`),
    ).toHaveLength(2)
  })
  it('is rejected without the secret and not stored', async () => {
    expect(
      (
        await deliver(
          goodbye,
          mailchimpWebhookUrl.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        )
      ).status,
    ).toBe(401)
    expect(await rowsOf(sql`select 1 from webhook_events`)).toEqual([])
  })
  it('updates the email address of a subscriber who changed it in Mailchimp', async () => {
    await makeHere('reader1@letters.example', 'subscribed', { confirmedAt: '2020-01-01' })
    await sandbox.control('mailchimp', 'POST', '/members', {
      email: 'reader1@letters.example',
      action: 'upemail',
      newEmail: 'reader1.new@letters.example',
    })
    await deliver({
      type: 'upemail',
      fired_at: '2026-11-21 10:00:00',
      'data[old_email]': 'reader1@letters.example',
      'data[new_email]': 'reader1.new@letters.example',
      'data[list_id]': audience,
    })
    await runWaitingJobs()
    expect(await here('reader1@letters.example')).toBeUndefined()
    expect((await here('reader1.new@letters.example'))?.status).toBe('subscribed')
  })
})

it('deletes an address permanently from Mailchimp for a deletion request', async () => {
  await deleteFromMailchimp(mailchimpContext(payload), [
    mailchimpMemberId('reader1@letters.example'),
    mailchimpMemberId('nobody@letters.example'),
  ])
  expect(await there('reader1@letters.example')).toBeUndefined()
  await subscribeAccount(payload, { email: 'reader1@letters.example', network: null })
  await runWaitingJobs()
  expect((await here('reader1@letters.example'))?.sync_note).toContain(
    'Forgotten Email Not Subscribed',
  )
})

describe('an account that moves to another address', () => {
  const [from, to] = ['reader1@letters.example', 'moved@letters.example']
  const statuses = async () => [(await there(from))?.status, (await there(to))?.status]
  const makeReader = () => makeHere(from, 'subscribed', { confirmedAt: '2026-01-01' })
  const archived = async () =>
    (await sandbox.callsTo('mailchimp')).filter(({ method }) => method === 'DELETE')
  const failArchiving = () =>
    sandbox.fault({
      provider: 'mailchimp',
      match: { method: 'DELETE' },
      fault: 'status',
      status: 400,
      times: 50,
    })

  it('gets the newsletter there, and at the earlier one again once it comes back', async () => {
    await makeReader()
    await move(from, to)
    await runWaitingJobs()
    expect(await statuses()).toEqual(['archived', 'subscribed'])
    await move(to, from)
    await runWaitingJobs()
    expect(await statuses()).toEqual(['subscribed', 'archived'])
    expect(await here(from)).toMatchObject({ status: 'subscribed', sync_note: null })
  })
  it('gets it at an earlier address that subscribes again on its own', async () => {
    await makeReader()
    await move(from, to)
    await runWaitingJobs()
    await subscribeAccount(payload, { email: from, network: null })
    await runWaitingJobs()
    expect(await statuses()).toEqual(['subscribed', 'subscribed'])
    await eraseGuest(to)
    await runWaitingJobs()
    expect(await statuses()).toEqual(['subscribed', undefined])
  })
  it('is not taken off the list if it comes back while Mailchimp is disconnected', async () => {
    await makeReader()
    await switchConnection(payload, actor(), 'mailchimp', false)
    await move(from, to)
    await runWaitingJobs()
    await move(to, from)
    await runWaitingJobs()
    await connect()
    await sync()
    expect((await there(from))?.status).toBe('subscribed')
    const paths = (await archived()).map(({ path }) => path)
    expect(paths.some((path) => path.includes(mailchimpMemberId(from)))).toBe(false)
  })
  it('is added again if it comes back while the earlier address is being archived', async () => {
    const [row] = await makeReader()
    await move(from, to)
    await sandbox.fault({
      provider: 'mailchimp',
      match: { method: 'DELETE' },
      fault: 'latency',
      latencyMs: 15_000,
    })
    const slow = deleteFromMailchimp(mailchimpContext(payload))
    await sandbox.beforeLateAnswer(async () => {
      await move(to, from)
      await pushToMailchimp(mailchimpContext(payload), Number(row?.id))
      await rowsOf(sql`delete from graphile_worker._private_jobs returning 1`)
    })
    await slow
    await runWaitingJobs()
    expect((await there(from))?.status).toBe('subscribed')
  })
  it('is not imported from an earlier address that Mailchimp still has to archive', async () => {
    await makeReader()
    await switchConnection(payload, actor(), 'mailchimp', false)
    await move(from, to)
    await runWaitingJobs()
    await connect()
    await failArchiving()
    const { rows } = await sync()
    expect(await here(from)).toBeUndefined()
    expect(JSON.stringify(rows)).not.toContain(from)
    expect(rows).toContainEqual(
      expect.objectContaining({ label: 'Earlier address', result: 'skipped' }),
    )
    await sandbox.clearFaults()
    await deleteFromMailchimp(mailchimpContext(payload))
    // It's archived, and an address that is archived already counts as done.
    await rowsOf(sql`update mailchimp_deletions set archived_at = null returning 1`)
    await deleteFromMailchimp(mailchimpContext(payload))
    expect(await statuses()).toEqual(['archived', 'subscribed'])
    expect(await rowsOf(sql`select 1 from mailchimp_deletions where archived_at is null`)).toEqual(
      [],
    )
  })
  it('is deleted for good at the earlier address, too, when its person is erased', async () => {
    await makeReader()
    await move(from, to)
    await runWaitingJobs()
    await rowsOf(
      sql`update mailchimp_deletions set archived_at = now() - interval '1 year' returning 1`,
    )
    await purgeExpired(payload)
    await eraseGuest(to)
    await runWaitingJobs()
    expect(await statuses()).toEqual([undefined, undefined])
  })
  it('keeps its first address archived if it moves on to one that is subscribed already', async () => {
    const third = 'third@letters.example'
    await makeReader()
    await makeHere(third, 'subscribed', { confirmedAt: '2026-01-01' })
    await move(from, to)
    await runWaitingJobs()
    await move(to, third)
    await runWaitingJobs()
    expect(await statuses()).toEqual(['archived', 'archived'])
    await eraseGuest(third)
    await runWaitingJobs()
    expect(await statuses()).toEqual([undefined, undefined])
  })
  it('stays erased if it moved from an address whose deletion still waits', async () => {
    await makeReader()
    await switchConnection(payload, actor(), 'mailchimp', false)
    await eraseGuest(from)
    await makeReader()
    await move(from, to)
    await connect()
    await runWaitingJobs()
    expect((await there(from))?.status).toBeUndefined()
  })
})

describe('deletions at Mailchimp for erased people', () => {
  const email = 'reader1@letters.example'
  const erase = () => eraseGuest(email)
  const eraseWhileDisconnected = async () => {
    await makeHere(email, 'subscribed', { confirmedAt: '2026-01-01' })
    await switchConnection(payload, actor(), 'mailchimp', false)
    await erase()
    await runWaitingJobs()
    expect(await here(email)).toBeUndefined()
    expect((await there(email))?.status).toBe('subscribed')
  }
  const waiting = () =>
    rowsOf<{ member_id: string }>(
      sql`select member_id from mailchimp_deletions where deleted_at is null`,
    )
  const failDeletions = () =>
    sandbox.fault({
      provider: 'mailchimp',
      match: { method: 'POST', path: 'actions/delete-permanent' },
      fault: 'status',
      status: 400,
      times: 50,
    })

  it('are carried out at once while it is connected', async () => {
    await makeHere(email, 'subscribed', { confirmedAt: '2026-01-01' })
    await erase()
    await runWaitingJobs()
    expect(await there(email)).toBeUndefined()
    expect(await waiting()).toEqual([])
  })
  it('wait while it is disconnected, and the next sync carries them out before it imports', async () => {
    await eraseWhileDisconnected()
    expect(await waiting()).toEqual([{ member_id: mailchimpMemberId(email) }])
    await connect()
    const { run, rows } = await sync()
    expect(run.status).toBe('done')
    expect(await there(email)).toBeUndefined()
    expect(await here(email)).toBeUndefined()
    expect(await here('reader2@letters.example')).toMatchObject({ status: 'subscribed' })
    expect(rows.filter(({ label }) => label === email)).toEqual([])
    expect(await waiting()).toEqual([])
  })
  it.each([
    ['new keys', 'PUT', '', { keys: { apiKey: key, audienceId: audience } }],
    ['the keys of the environment', 'POST', '/on', {}],
  ])('are carried out when %s connect it again', async (_, method, path, body) => {
    await eraseWhileDisconnected()
    const { status } = await asAdmin(method, `/api/admin/connections/mailchimp${path}`, body)
    expect(status).toBe(200)
    // The sandbox has no key in the environment.
    if (path) await connect()
    await runWaitingJobs()
    expect(await there(email)).toBeUndefined()
    expect(await waiting()).toEqual([])
  })
  it('are carried out by the nightly cleanup otherwise', async () => {
    await eraseWhileDisconnected()
    await connect()
    await purgeExpired(payload)
    await runWaitingJobs()
    expect(await there(email)).toBeUndefined()
  })
  it('keep no readable address while they wait', async () => {
    await eraseWhileDisconnected()
    const [kept] = await rowsOf<{ all: string }>(sql`
      select concat((select json_agg(d) from mailchimp_deletions d), (select json_agg(j) from graphile_worker._private_jobs j)) as "all"`)
    expect(kept?.all).toContain(mailchimpMemberId(email))
    expect(kept?.all).not.toContain(email)
  })
  it('that fail do not let the sync import the person, write their address, or stop it', async () => {
    await eraseWhileDisconnected()
    await connect()
    await failDeletions()
    const { run, rows } = await sync()
    expect(run.status).toBe('done')
    expect(await here(email)).toBeUndefined()
    expect(await here('reader2@letters.example')).toMatchObject({ status: 'subscribed' })
    expect(JSON.stringify(rows)).not.toContain(email)
    expect(rows).toContainEqual(
      expect.objectContaining({ label: 'Erased person', result: 'skipped' }),
    )
    expect(await waiting()).toHaveLength(1)
  })
  it('that Mailchimp refuses do not hold up the others, and are tried again', async () => {
    await failDeletions()
    const ids = [mailchimpMemberId('nobody@letters.example'), mailchimpMemberId(email)].sort()
    await expect(deleteFromMailchimp(mailchimpContext(payload), ids)).rejects.toThrow('Mailchimp')
    expect(await waiting()).toHaveLength(2)
    await sandbox.clearFaults()
    await sandbox.fault({
      provider: 'mailchimp',
      match: { method: 'POST', path: `${ids[0]}/actions/delete-permanent` },
      fault: 'status',
      status: 400,
      times: 50,
    })
    await expect(deleteFromMailchimp(mailchimpContext(payload))).rejects.toThrow('Mailchimp')
    expect(await waiting()).toEqual([{ member_id: ids[0] }])
  })
  it('that wait are not carried out by a preview, which does not show the address either', async () => {
    await eraseWhileDisconnected()
    await connect()
    const { rows } = await sync(true)
    expect((await there(email))?.status).toBe('subscribed')
    expect(JSON.stringify(rows)).not.toContain(email)
    expect(await waiting()).toHaveLength(1)
  })
  it('do not let a webhook bring the person back', async () => {
    await eraseWhileDisconnected()
    await connect()
    expect(
      await applyMailchimpEvent(mailchimpContext(payload), {
        eventType: 'subscribe',
        resource: { email },
        receivedAt: new Date().toISOString(),
      }),
    ).toMatchObject({ status: 'processed' })
    expect(await here(email)).toBeUndefined()
  })
  it('do not let a sync bring back someone whom it read before the deletion', async () => {
    await makeHere(email, 'subscribed', { confirmedAt: '2026-01-01' })
    const { mailchimp } = await requireAudience(mailchimpContext(payload))
    const member = await mailchimp.getMember(audience, email)
    await erase()
    await runWaitingJobs()
    expect(await there(email)).toBeUndefined()
    expect(member).toMatchObject({ status: 'subscribed', optedInAt: expect.any(String) })
    if (member) await mergeMember(payload, { mailchimp, audience }, member)
    expect(await here(email)).toBeUndefined()
  })
  it('are forgotten a day after they were carried out', async () => {
    await erase()
    await runWaitingJobs()
    const all = () => rowsOf(sql`select 1 from mailchimp_deletions`)
    await purgeExpired(payload)
    expect(await all()).toHaveLength(1)
    await rowsOf(sql`update mailchimp_deletions set deleted_at = now() - interval '25 hours'`)
    await purgeExpired(payload)
    expect(await all()).toEqual([])
  })
  it('are not noted if the shop was never connected to Mailchimp', async () => {
    await rowsOf(sql`delete from connections returning 1`)
    await erase()
    await runWaitingJobs()
    expect(await rowsOf(sql`select 1 from mailchimp_deletions`)).toEqual([])
    expect(await sandbox.callsTo('mailchimp')).toEqual([])
  })
})

describe('weekly digest', () => {
  const publish = (title: string, daysAgo: number) =>
    payload.create({
      collection: 'content',
      data: {
        title,
        slug: title.toLowerCase().replace(/\W+/g, '-'),
        contentType: 'reflection',
        status: 'published',
        excerpt: `About ${title}.`,
        publishedAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
      } as never,
    })
  const drafts = async () =>
    (
      await sandbox.control<{
        campaigns: { id: string; settings: { title: string }; content: { html: string } | null }[]
      }>('mailchimp', 'GET', '/ledger')
    ).campaigns
  beforeEach(async () => {
    await rowsOf(sql`delete from content returning 1`)
  })

  it('is drafted once with the reflections of the last seven days', async () => {
    await publish('Rain on the porch', 2)
    await publish('A long walk home', 1)
    await publish('Older than that', 12)
    expect(await draftWeeklyDigest(mailchimpContext(payload))).toMatchObject({
      outcome: 'made',
      subject: '2 reflections for your week',
      articles: [{ title: 'A long walk home' }, { title: 'Rain on the porch' }],
    })
    expect(await draftWeeklyDigest(mailchimpContext(payload))).toMatchObject({ outcome: 'there' })
    const [draft, ...others] = await drafts()
    expect(others).toEqual([])
    expect(draft?.content?.html).toContain('/reflections/rain-on-the-porch')
    expect(draft?.content?.html).toContain('*|UNSUB|*')
    expect(draft?.content?.html).toContain('*|LIST:ADDRESSLINE|*')
    expect(draft?.content?.html).not.toContain('Older than that')
  })
  it('includes what was published after an earlier draft of last week, up to two weeks back', async () => {
    const now = Date.now()
    const daysAgo = (days: number) => ({ now: new Date(now - days * 86_400_000) })
    await publish('Before the draft', 12)
    await sandbox.moveClock(-11 * 86_400_000)
    expect(await draftWeeklyDigest(mailchimpContext(payload), daysAgo(11))).toMatchObject({
      outcome: 'made',
    })
    await sandbox.moveClock(0)
    await publish('Two days after it', 9)
    await publish('This week', 1)
    expect(await draftWeeklyDigest(mailchimpContext(payload))).toMatchObject({
      outcome: 'made',
      articles: [{ title: 'This week' }, { title: 'Two days after it' }],
    })
  })
  it('goes back no more than two weeks', async () => {
    await publish('Long ago', 22)
    await sandbox.moveClock(-21 * 86_400_000)
    await draftWeeklyDigest(mailchimpContext(payload), {
      now: new Date(Date.now() - 21 * 86_400_000),
    })
    await sandbox.moveClock(0)
    await publish('Before', 15)
    await publish('Last week', 13)
    expect(await draftWeeklyDigest(mailchimpContext(payload))).toMatchObject({
      outcome: 'made',
      articles: [{ title: 'Last week' }],
    })
  })
  it('is not drafted again after it was sent', async () => {
    await publish('Rain on the porch', 2)
    await draftWeeklyDigest(mailchimpContext(payload))
    const [draft] = await drafts()
    await sandbox.control('mailchimp', 'POST', `/campaigns/${draft?.id}/sent`)
    expect(await draftWeeklyDigest(mailchimpContext(payload))).toMatchObject({ outcome: 'there' })
    expect(await drafts()).toHaveLength(1)
  })
  it('gets its content on the next attempt if that failed the first time', async () => {
    await publish('Rain on the porch', 2)
    await sandbox.fault({
      provider: 'mailchimp',
      match: { method: 'PUT' },
      fault: 'status',
      status: 400,
      times: 3,
    })
    await expect(draftWeeklyDigest(mailchimpContext(payload))).rejects.toThrow()
    await sandbox.clearFaults()
    expect(await draftWeeklyDigest(mailchimpContext(payload))).toMatchObject({ outcome: 'made' })
    expect(await drafts()).toHaveLength(1)
  })
  it('is not created in a week without reflections', async () => {
    expect((await asAdmin('POST', '/api/admin/mailchimp/digest', {})).body).toMatchObject({
      outcome: 'nothing',
      message: 'No reflections were published in the last 7 days, so there’s nothing to send.',
    })
    expect(await drafts()).toEqual([])
  })
  it('can be previewed without writing anything to Mailchimp', async () => {
    await publish('Rain on the porch', 2)
    const { body } = await asAdmin('GET', '/api/admin/mailchimp/digest')
    expect(body).toEqual({
      subject: 'Rain on the porch',
      html: expect.stringContaining('About Rain on the porch.'),
      articles: [{ title: 'Rain on the porch' }],
    })
    // Mailchimp fills in the merge tags. Staff see a description of what appears there.
    expect(JSON.stringify(body)).not.toContain('*|')
    expect(JSON.stringify(body)).toContain('Your postal address from Mailchimp')
    const calls = await sandbox.callsTo('mailchimp')
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
    expect(await drafts()).toEqual([])
  })
  it('is previewed with what the draft goes back to, and with a week while Mailchimp does not answer', async () => {
    const day = 86_400_000
    await publish('Two days before the draft', 12)
    await sandbox.moveClock(-10 * day)
    const early = { now: new Date(Date.now() - 10 * day) }
    await draftWeeklyDigest(mailchimpContext(payload), early)
    await sandbox.moveClock(0)
    await publish('Two days after it', 8)
    await publish('This week', 1)
    const preview = async () => (await asAdmin('GET', '/api/admin/mailchimp/digest')).body
    const { html, articles } = await preview()
    expect(html).toContain('Two days after it')
    expect(html).not.toContain('Two days before the draft')
    expect(articles).toEqual([{ title: 'This week' }, { title: 'Two days after it' }])
    await sandbox.fault({ provider: 'mailchimp', fault: 'status', status: 400, times: 20 })
    const ofWeek = await preview()
    expect(ofWeek.html).toContain('This week')
    expect(ofWeek.html).not.toContain('Two days after it')
    expect(ofWeek.articles).toEqual([{ title: 'This week' }])
    await sandbox.clearFaults()
  })
  it('can be drafted for a single article, but only if it is public', async () => {
    const { id } = await publish('Rain on the porch', 40)
    expect(
      (await asAdmin('POST', '/api/admin/mailchimp/digest', { contentId: id })).body,
    ).toMatchObject({ outcome: 'made', subject: 'Rain on the porch' })
    await rowsOf(sql`update content set status = 'draft' where id = ${id} returning 1`)
    expect((await asAdmin('POST', '/api/admin/mailchimp/digest', { contentId: id })).status).toBe(
      404,
    )
  })
})
