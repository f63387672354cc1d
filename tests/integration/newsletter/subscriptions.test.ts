import {
  customer,
  makeCheckout,
  makePerson,
  makeProduct,
  type TestPerson,
} from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { getSubscriberCounts } from '@/modules/newsletter/queries/count-subscribers'
import { getSubscription } from '@/modules/newsletter/queries/get-subscription'
import { oneClickUnsubscribeUrl } from '@/modules/newsletter/subscription-links'
import { purgeExpired } from '@/modules/privacy/actions/purge-expired'
import type { JobName } from '@/platform/job-queue'

const sandbox = useSandbox()
let n = 0
const someone = (): string => `reader-${(n += 1)}-${Date.now()}@example.com`
beforeAll(async () => {
  await getTestPayload()
})

const ask = (
  email: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) =>
  call<{ message: string }>('POST', '/api/newsletter/subscribe', {
    body: { email, ...more },
    headers,
  })

/** Runs waiting jobs, as the worker does. */
const work = async (...names: JobName[]): Promise<number> => {
  const payload = await getTestPayload()
  const jobs = await rowsOf<{ id: string; name: JobName; payload: never }>(sql`
    select j.id, t.identifier as name, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`)
  const wanted = jobs.filter(({ name }) => names.length === 0 || names.includes(name))
  for (const job of wanted) {
    await rowsOf(sql`delete from graphile_worker._private_jobs where id = ${job.id}::bigint`)
    await runJob(payload, job.name, job.payload)
  }
  return wanted.length
}
const rowOf = async (email: string) =>
  (
    await rowsOf<{
      id: number
      status: string
      first_name: string | null
      source: string
      confirm_token_hash: string | null
    }>(
      sql`select id, status, first_name, source, confirm_token_hash from subscribers where email = ${email}`,
    )
  )[0]
const eventsOf = (email: string) =>
  rowsOf<{ action: string; form: string; wording: string | null; network: string | null }>(
    sql`select action, form, wording, network from subscriber_events e join subscribers s on s.id = e.subscriber_id where s.email = ${email} order by e.id`,
  )
/** Returns the newest email to an address. The sandbox lists the newest first. */
const mailTo = async (email: string) => {
  const [mail] = await sandbox.mails(email)
  if (!mail) throw new Error(`No mail to ${email}`)
  return mail as typeof mail & {
    headers?: Record<string, string> | { key: string; value: string }[]
    raw?: string
  }
}
const linkIn = (text: string, path: string): URL => {
  const found = new RegExp(`http://localhost:3000${path}\\?\\S+`).exec(text)?.[0]
  if (!found) throw new Error(`No link to ${path} in: ${text}`)
  return new URL(found)
}
const confirm = (link: URL) => call('POST', `/api/newsletter/confirm${link.search}`)
const subscribed = async (): Promise<string> => {
  const email = someone()
  await ask(email)
  await work()
  await confirm(linkIn((await mailTo(email)).text, '/newsletter/confirm'))
  await work()
  return email
}

describe('requesting a subscription', () => {
  it('records the form, its wording, and the truncated network address without subscribing anyone', async () => {
    const email = someone()
    const answer = await ask(
      `  ${email.toUpperCase()} `,
      { firstName: ' Wren ', form: 'tribe' },
      { 'x-client-address': '203.0.113.77' },
    )
    expect(answer.status).toBe(200)
    expect(await rowOf(email)).toMatchObject({
      status: 'pending',
      first_name: 'Wren',
      source: 'tribe',
    })
    expect(await eventsOf(email)).toEqual([
      {
        action: 'requested',
        form: 'tribe',
        wording: 'At most one email a week, after you confirm. Unsubscribe anytime.',
        network: '203.0.113.0',
      },
    ])
  })

  it('sends one confirmation email, whose link subscribes and triggers the welcome email', async () => {
    const email = someone()
    await ask(email, { firstName: 'Buy pills at evil.example' })
    await work()
    const mail = await mailTo(email)
    expect(mail.subject).toBe('Confirm your subscription')
    expect(`${mail.text}${mail.html}`).not.toContain('evil.example')
    const link = linkIn(mail.text, '/newsletter/confirm')
    expect((await confirm(link)).body).toEqual({ status: 'done' })
    expect(await rowOf(email)).toMatchObject({ status: 'subscribed', confirm_token_hash: null })
    expect((await eventsOf(email)).map(({ action }) => action)).toEqual(['requested', 'confirmed'])
    await work()
    expect((await mailTo(email)).subject).toBe('You’re subscribed')
    // Confirming again gives the same response and does nothing else.
    expect((await confirm(link)).body).toEqual({ status: 'done' })
    expect((await eventsOf(email)).map(({ action }) => action)).toEqual(['requested', 'confirmed'])
    expect(await work()).toBe(0)
  })

  it('stores only a hash of the token and rejects forged, replaced, and expired tokens', async () => {
    const email = someone()
    await ask(email)
    await work()
    const first = linkIn((await mailTo(email)).text, '/newsletter/confirm')
    expect(JSON.stringify(await rowOf(email))).not.toContain(first.searchParams.get('token'))
    await ask(email)
    await work()
    const second = linkIn((await mailTo(email)).text, '/newsletter/confirm')
    expect(second.href).not.toBe(first.href)
    const forged = new URL(second)
    forged.searchParams.set(
      'token',
      `${second.searchParams.get('token')?.split('-')[0]}-${'0'.repeat(32)}`,
    )
    for (const link of [first, forged]) expect((await confirm(link)).status).toBe(404)
    for (const token of ['', 'x', '1', `0-${'a'.repeat(32)}`, `1-${'a'.repeat(33)}`])
      expect(
        (await call('POST', `/api/newsletter/confirm?token=${encodeURIComponent(token)}`)).status,
      ).toBe(400)
    await rowsOf(
      sql`update subscriber_events set created_at = now() - interval '8 days' where id = ${Number(second.searchParams.get('token')?.split('-')[0])}`,
    )
    expect((await confirm(second)).status).toBe(404)
    expect(await rowOf(email)).toMatchObject({ status: 'pending' })
  })

  it('changes nothing when an email scanner opens the links', async () => {
    const email = someone()
    await ask(email)
    await work()
    const mail = await mailTo(email)
    expect(
      (
        await call(
          'GET',
          `/api/newsletter/confirm${linkIn(mail.text, '/newsletter/confirm').search}`,
        )
      ).status,
    ).toBe(404)
    const { status, headers } = await call(
      'GET',
      `/api/newsletter/unsubscribe${linkIn(mail.text, '/newsletter/unsubscribe').search}`,
    )
    expect([status, headers.get('location')?.startsWith('/newsletter/unsubscribe?s=')]).toEqual([
      303,
      true,
    ])
    expect(await rowOf(email)).toMatchObject({ status: 'pending' })
  })

  it('gives the same response for a new, pending, subscribed, or unsubscribed address', async () => {
    const on = await subscribed()
    const off = await subscribed()
    await call(
      'POST',
      new URL(oneClickUnsubscribeUrl((await rowOf(off))?.id ?? 0)).pathname +
        new URL(oneClickUnsubscribeUrl((await rowOf(off))?.id ?? 0)).search,
    )
    const waiting = someone()
    await ask(waiting)
    const answers = []
    for (const email of [someone(), waiting, on, off]) {
      const { status, body, headers } = await ask(email)
      answers.push(JSON.stringify([status, body, [...headers].sort()]))
    }
    expect(new Set(answers).size).toBe(1)
    expect(await rowOf(on)).toMatchObject({ status: 'subscribed' })
    expect(await rowOf(off)).toMatchObject({ status: 'unsubscribed' })
    await work()
    expect((await mailTo(on)).subject).toBe('You’re already subscribed')
    expect((await mailTo(off)).subject).toBe('Confirm your subscription')
  })

  it('does not change an existing subscriber', async () => {
    const email = await subscribed()
    await ask(email, { firstName: 'Mallory', form: 'tribe' })
    expect(await rowOf(email)).toMatchObject({
      status: 'subscribed',
      first_name: null,
      source: 'default',
    })
  })

  it('does not count a subscriber who asks again as waiting for Mailchimp', async () => {
    const email = await subscribed()
    await rowsOf(sql`
      update subscribers set synced_at = now() - interval '1 hour', updated_at = now() - interval '2 hours' where email = ${email} returning 1`)
    const { unsynced } = await getSubscriberCounts(await getTestPayload())
    await ask(email)
    await work()
    expect((await getSubscriberCounts(await getTestPayload())).unsynced).toBe(unsynced)
  })

  it('sends at most three emails a day to one address, no matter how often it is requested', async () => {
    const email = someone()
    const answers = []
    for (let time = 0; time < 8; time += 1) {
      answers.push((await ask(time % 2 ? email : email.toUpperCase())).status)
      await work()
    }
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await sandbox.mails(email)).toHaveLength(3)
  })

  it('allows ten requests per hour from one client address', async () => {
    const headers = { 'x-client-address': '198.51.100.9' }
    for (let time = 0; time < 10; time += 1)
      expect((await ask(someone(), {}, headers)).status).toBe(200)
    const refused = await ask(someone(), {}, headers)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  it('creates one subscriber from fifty simultaneous requests', async () => {
    const email = someone()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(email)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await rowsOf(sql`select id from subscribers where email = ${email}`)).toHaveLength(1)
    await work()
    expect((await sandbox.mails(email)).length).toBe(1)
  })

  it.each([
    [{}],
    [{ email: '' }],
    [{ email: 'no address' }],
    [{ email: 'a@b.c\r\nBcc: x@y.z' }],
    [{ email: `${'x'.repeat(250)}@b.example` }],
    [{ email: 7 }],
    [{ email: null }],
    [{ email: 'a@b.example', form: 'checkout' }],
    [{ email: 'a@b.example', status: 'subscribed' }],
    [{ email: 'a@b.example', firstName: 'x'.repeat(101) }],
    [{ email: 'a@b.example', firstName: 'a\u0000b' }],
  ])('rejects %j and saves nothing', async (body) => {
    const before = await rowsOf(sql`select count(*) from subscribers`)
    expect((await call('POST', '/api/newsletter/subscribe', { body })).status).toBe(400)
    expect(await rowsOf(sql`select count(*) from subscribers`)).toEqual(before)
  })
})

describe('unsubscribing', () => {
  it('works with one click in an email program, using the headers of every newsletter email', async () => {
    const email = await subscribed()
    const id = (await rowOf(email))?.id ?? 0
    const mails = await sandbox.mails(email)
    expect(mails).toHaveLength(2)
    for (const mail of mails) {
      const source = JSON.stringify(mail)
      expect(source).toContain(oneClickUnsubscribeUrl(id))
      expect(source).toContain('List-Unsubscribe=One-Click')
    }
    const url = new URL(oneClickUnsubscribeUrl(id))
    const answer = await call('POST', url.pathname + url.search, {
      raw: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'none' },
    })
    expect(answer).toMatchObject({ status: 200, body: { status: 'done' } })
    expect(await rowOf(email)).toMatchObject({ status: 'unsubscribed' })
    expect((await eventsOf(email)).at(-1)).toMatchObject({
      action: 'unsubscribed',
      form: 'one-click',
    })
    expect((await call('POST', url.pathname + url.search)).status).toBe(200)
    expect((await eventsOf(email)).filter(({ action }) => action === 'unsubscribed')).toHaveLength(
      1,
    )
  })

  it('redirects to a result page when the request comes from the page’s button', async () => {
    const email = await subscribed()
    const url = new URL(oneClickUnsubscribeUrl((await rowOf(email))?.id ?? 0))
    const headers = { accept: 'text/html,application/xhtml+xml' }
    const wrong = await call(
      'POST',
      `${url.pathname}?s=${url.searchParams.get('s')}&key=${'0'.repeat(32)}`,
      { headers },
    )
    expect([wrong.status, wrong.headers.get('location')]).toEqual([
      303,
      '/newsletter/unsubscribe?is=unknown',
    ])
    expect(await rowOf(email)).toMatchObject({ status: 'subscribed' })
    const right = await call('POST', url.pathname + url.search, { headers })
    expect([right.status, right.headers.get('location')]).toEqual([
      303,
      '/newsletter/unsubscribe?is=done',
    ])
    expect(await rowOf(email)).toMatchObject({ status: 'unsubscribed' })
  })

  it.each(['unsubscribed', 'cleaned'])(
    'leaves someone who is %s so after the public form is sent again, until they confirm',
    async (status) => {
      const email = await subscribed()
      const before = await eventsOf(email)
      await rowsOf(
        sql`update subscribers set status = ${status}::enum_subscribers_status where email = ${email}`,
      )
      await ask(email, { firstName: 'Stranger' })
      await work()
      expect(await rowOf(email)).toMatchObject({ status })
      expect((await rowOf(email))?.first_name).not.toBe('Stranger')
      await rowsOf(
        sql`update subscribers set updated_at = now() - interval '31 days' where email = ${email}`,
      )
      await purgeExpired(await getTestPayload())
      expect((await eventsOf(email)).slice(0, before.length)).toEqual(before)
      await confirm(linkIn((await mailTo(email)).text, '/newsletter/confirm'))
      expect(await rowOf(email)).toMatchObject({ status: 'subscribed' })
    },
  )

  it('cancels an unconfirmed request, and subscribing again needs a new confirmation', async () => {
    const email = someone()
    await ask(email)
    await work()
    const mail = await mailTo(email)
    await call(
      'POST',
      `/api/newsletter/unsubscribe${linkIn(mail.text, '/newsletter/unsubscribe').search}`,
    )
    expect(await rowOf(email)).toMatchObject({ status: 'unsubscribed' })
    expect((await confirm(linkIn(mail.text, '/newsletter/confirm'))).status).toBe(404)
    await ask(email)
    await work()
    await confirm(linkIn((await mailTo(email)).text, '/newsletter/confirm'))
    expect(await rowOf(email)).toMatchObject({ status: 'subscribed' })
  })

  it('before the worker runs prevents the confirmation email', async () => {
    const email = someone()
    await ask(email)
    const url = new URL(oneClickUnsubscribeUrl((await rowOf(email))?.id ?? 0))
    await call('POST', url.pathname + url.search)
    await work()
    expect(await sandbox.mails(email)).toHaveLength(0)
  })
})

describe('newsletter in the account', () => {
  let person: TestPerson
  beforeAll(async () => {
    person = await makePerson('customer')
  })

  it('can be turned on with its consent wording recorded, and off again', async () => {
    const email = person.user.email ?? ''
    expect((await call('GET', '/api/account/newsletter', { as: person })).body).toEqual({
      email,
      status: 'none',
      agreedAt: null,
      wording: null,
    })
    const on = await call('POST', '/api/account/newsletter', { as: person })
    expect(on.body).toMatchObject({
      email,
      status: 'subscribed',
      wording: 'Send me the weekly newsletter. I can unsubscribe anytime.',
    })
    expect(on.body.agreedAt).toMatch(/^\d{4}-/)
    await call('POST', '/api/account/newsletter', { as: person })
    expect((await eventsOf(email)).map(({ action }) => action)).toEqual(['confirmed'])
    await work()
    expect((await mailTo(email)).subject).toBe('You’re subscribed')
    expect((await call('DELETE', '/api/account/newsletter', { as: person })).body).toMatchObject({
      status: 'unsubscribed',
      agreedAt: null,
    })
    expect((await eventsOf(email)).map(({ action, form }) => [action, form])).toEqual([
      ['confirmed', 'account'],
      ['unsubscribed', 'account'],
    ])
  })

  it('requires a signed-in user with a confirmed email address', async () => {
    const nameless = await makePerson('customer')
    await rowsOf(
      sql`update users set email = null, pending_email = 'not-mine@example.com' where id = ${nameless.user.id}`,
    )
    expect((await call('POST', '/api/account/newsletter', { as: nameless })).status).toBe(409)
    expect(await rowOf('not-mine@example.com')).toBeUndefined()
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await call(method, '/api/account/newsletter')).status).toBe(401)
  })
})

describe('newsletter checkbox at checkout', () => {
  type Placed = { id: string; key: string }
  const buy = async (email: string, newsletterSubscribe: boolean): Promise<number> => {
    const tee = await makeProduct()
    const placed = (
      await call<Placed>('POST', '/order', {
        body: makeCheckout(tee, { customer: { ...customer, email, newsletterSubscribe } }),
      })
    ).body
    expect(await rowOf(email)).toBeUndefined()
    await sandbox.approve(placed.id)
    await call('POST', `/order/${placed.id}/capture`, { body: { key: placed.key } })
    const [order] = await rowsOf<{ id: number }>(
      sql`select id from orders where paypal_order_id = ${placed.id}`,
    )
    await work('request-subscription-for-order')
    return order?.id ?? 0
  }

  it('sends a confirmation email with the recorded wording once the order is paid', async () => {
    const email = someone()
    const orderId = await buy(email, true)
    expect(await eventsOf(email)).toEqual([
      {
        action: 'requested',
        form: 'checkout',
        wording: 'Email me the weekly newsletter (unsubscribe anytime)',
        network: null,
      },
    ])
    await runJob(await getTestPayload(), 'request-subscription-for-order', { orderId })
    expect(await eventsOf(email)).toHaveLength(1)
    await work('send-confirm-subscription')
    expect((await mailTo(email)).subject).toBe('Confirm your subscription')
    expect(await getSubscription(await getTestPayload(), email)).toMatchObject({
      status: 'pending',
    })
  })

  it('does nothing if it is unchecked', async () => {
    const email = someone()
    await buy(email, false)
    expect(await rowOf(email)).toBeUndefined()
  })

  it('changes nothing for an existing subscriber, whether checked or not', async () => {
    const email = await subscribed()
    const tee = await makeProduct()
    for (const newsletterSubscribe of [false, true]) {
      const placed = (
        await call<Placed>('POST', '/order', {
          body: makeCheckout(tee, { customer: { ...customer, email, newsletterSubscribe } }),
        })
      ).body
      await sandbox.approve(placed.id)
      await call('POST', `/order/${placed.id}/capture`, { body: { key: placed.key } })
      await work('request-subscription-for-order', 'send-confirm-subscription')
    }
    expect(await rowOf(email)).toMatchObject({ status: 'subscribed', source: 'default' })
    expect((await sandbox.mails(email)).map(({ subject }) => subject)).not.toContain(
      'You’re already subscribed',
    )
  })
})
