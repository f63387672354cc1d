// @core
import { createHmac } from 'node:crypto'

import config from '@payload-config'
import { makePerson, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { strFromU8, unzipSync } from 'fflate'
import { handleEndpoints } from 'payload'
import { Client } from 'pg'

import { runJob } from '@/jobs/tasks'
import { getProduct } from '@/modules/catalog/queries/get-product'
import { personalTables } from '@/modules/privacy/queries/personal-data'
import { cacheTags, invalidationChannel } from '@/platform/cache-tags'
import { env } from '@/platform/env'

import {
  ask,
  letTimePass,
  night,
  requestOf,
  requestOfUser,
  requestsOf,
  work,
} from './deletion-requests'
import { makeUserWithData, readAllTables } from './make-user-with-data'

const sandbox = useSandbox()
beforeAll(() => getTestPayload())

const eraseNow = async (person: TestPerson): Promise<string> => {
  const { body } = await ask(person)
  await work()
  await letTimePass(body.code)
  await night()
  return body.code
}

/** Exports the user’s data and returns the files of the ZIP by name. */
const exported = async (
  person: TestPerson,
): Promise<{ headers: Headers; files: Record<string, string> }> => {
  const url = `${env.SERVER_URL}/cms/api/shop/account/export`
  const answer = await handleEndpoints({
    config,
    path: '/cms/api/shop/account/export',
    request: new Request(url, {
      headers: { cookie: person.cookie, 'sec-fetch-site': 'same-origin' },
    }),
  })
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return {
    headers: answer.headers,
    files: Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]),
    ),
  }
}

describe('a user with data in every personal table', () => {
  it('gets all of it in the export, but no secrets', async () => {
    const person = await makeUserWithData()
    const { headers, files } = await exported(person)
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      'application/zip',
      'private, no-store',
    ])
    const json = (files['data.json'] ?? '').toLowerCase()
    const csv = Object.entries(files)
      .filter(([name]) => name.endsWith('.csv'))
      .map(([, text]) => text)
      .join('\n')
      .toLowerCase()
    const all = [...person.canaries, ...person.waits, ...person.stays]
    expect(all.filter((canary) => !json.includes(canary))).toEqual([])
    expect(all.filter((canary) => !csv.includes(canary))).toEqual([])
    const tables = JSON.parse(files['data.json'] ?? '') as Record<string, Record<string, unknown>[]>
    // Mailchimp’s deletions are only recorded by an erasure.
    expect(personalTables.map(({ name }) => name).filter((name) => !(name in tables))).toEqual([
      'mailchimp_deletions',
    ])
    const columns = Object.values(tables).flat().flatMap(Object.keys)
    expect(columns.filter((name) => /hash|salt|secret|seed|token|session/.test(name))).toEqual([])
    expect(person.secrets).toHaveLength(4)
    expect(person.secrets.filter((text) => (json + csv).includes(text.toLowerCase()))).toEqual([])
  })

  it('gets no data of other users', async () => {
    const [person, other] = [await makeUserWithData(), await makeUserWithData()]
    const { files } = await exported(person)
    const all = Object.values(files).join('\n').toLowerCase()
    const theirs = [...other.canaries, ...other.waits, ...other.stays]
    expect(theirs.filter((canary) => all.includes(canary))).toEqual([])
  })

  it('gets what was refunded of each item, and what gift cards paid, but not what others paid with a card that was a gift', async () => {
    const [buyer, recipient] = [await makeUserWithData(), await makeUserWithData()]
    const order = await makeOrder({ customer: recipient.user.id, status: 'delivered' })
    await rowsOf(sql`
      insert into gift_card_entries (card_id, kind, amount_cents, order_id, request_id, actor)
      select card_id, 'reserve', -300, ${order.id}, ${`used-${order.id}`}, 'buyer'
        from gift_card_deliveries where order_id = ${buyer.orderId} and sent_at is not null`)
    const [theirs, own] = [(await exported(recipient)).files, (await exported(buyer)).files]
    const rows = (files: Record<string, string>, name: string) =>
      (JSON.parse(files['data.json'] ?? '') as Record<string, unknown[]>)[name]
    expect(rows(own, 'refund_lines')).toEqual([
      expect.objectContaining({
        order_id: buyer.orderId,
        quantity: '1',
        amount_cents: '700',
        tax_cents: '60',
      }),
    ])
    const entry = (orderId: number, amount: string) =>
      expect.objectContaining({ order_id: orderId, kind: 'reserve', amount_cents: amount })
    expect(rows(own, 'gift_card_entries')).toEqual([entry(buyer.orderId, '-500')])
    expect(rows(theirs, 'gift_card_entries')).toHaveLength(2)
    expect(rows(theirs, 'gift_card_entries')).toContainEqual(entry(order.id, '-300'))
    expect(own['gift_card_entries.csv']).not.toContain('-300')
  })

  it('gets and erases nothing about people whose address contains or continues theirs', async () => {
    const person = await makePerson('customer')
    const email = `ann${person.user.id}@dune.co`
    await rowsOf(sql`update users set email = ${email} where id = ${person.user.id}`)
    const strangers = [`jo${email}`, `jo.${email}`, `${email}m`, `${email}.uk`, `jo+${email}`]
    await rowsOf(
      sql`insert into sync_runs (provider, kind, status) values ('mailchimp', 'mailchimp-sync', 'done')`,
    )
    const write = (key: string, message: string) =>
      rowsOf(sql`
        with limited as (insert into rate_limits (key, points, expire) values (${key}, 1, 0))
        insert into sync_rows (run_id, key, label, result, message)
        select max(id), ${key}, ${key}, 'updated', ${message} from sync_runs`)
    for (const address of strangers)
      await write(`sign-in-name:203.0.113.7 ${address}`, `Unsubscribed ${address}.`)
    await write(`mail-to-address:${email}`, `Unsubscribed ${email.toUpperCase()}.`)
    await write(`a run about somebody ${person.user.id}`, `Moved (${email}) to the archive.`)

    const all = Object.values((await exported(person)).files).join('\n')
    expect(all).toContain(`mail-to-address:${email}`)
    expect(all).toContain(`Moved (${email}) to the archive.`)
    expect(strangers.filter((address) => all.includes(address))).toEqual([])
    const written = () =>
      rowsOf<{ key: string }>(sql`
        select key from rate_limits where position(${email} in key) > 0
        union all select key from sync_rows where position(${email} in lower(message)) > 0`)
    await eraseNow(person)
    expect((await written()).map(({ key }) => key).sort()).toEqual(
      strangers
        .flatMap((address) => {
          const key = `sign-in-name:203.0.113.7 ${address}`
          return [key, key]
        })
        .sort(),
    )
  })

  it('is removed from the whole database by an erasure, which keeps order totals', async () => {
    const person = await makeUserWithData()
    const before = (await readAllTables()).toLowerCase()
    expect(person.canaries.filter((canary) => !before.includes(canary))).toEqual([])
    const kept = () =>
      rowsOf(
        sql`select order_number, total_cents, created_at, shipping_address_state_code, shipping_address_country_code from orders where id = ${person.orderId}`,
      )
    const books = await kept()
    const code = await eraseNow(person)

    const after = (await readAllTables()).toLowerCase()
    expect(person.canaries.filter((canary) => after.includes(canary))).toEqual([])
    expect(await kept()).toEqual(books)
    expect(
      await rowsOf(
        sql`select shipping_address_first_name as name, email, customer_id from orders where id = ${person.orderId}`,
      ),
    ).toEqual([{ name: 'Erased', email: 'erased', customer_id: null }])
    expect(
      await rowsOf(
        sql`select author, customer_id from reviews where product_id = ${person.productId}`,
      ),
    ).toEqual([{ author: 'A former customer', customer_id: null }])
    expect(await requestOf(code)).toMatchObject({
      status: 'completed',
      user_id: null,
      email: null,
      note: null,
      full_name: null,
    })
    expect((await sandbox.mails(person.email)).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['We have your data deletion request', 'Your data has been deleted']),
    )
    expect((await call('GET', '/api/auth/user', { as: person })).status).toBe(401)
  })

  it('once erased, is still in a gift card that waits for its day, until it is sent, and in the proof of a sale without tax', async () => {
    const person = await makeUserWithData()
    await eraseNow(person)
    const found = async (canaries: string[]) => {
      const tables = (await readAllTables()).toLowerCase()
      return canaries.filter((canary) => tables.includes(canary))
    }
    expect(await found(person.waits)).toEqual(person.waits)
    expect(await found(person.stays)).toEqual(person.stays)
    await runJob(await getTestPayload(), 'send-gift-card', { deliveryId: person.waitingCard })
    expect(await found(person.waits)).toEqual([])
    expect(await found(person.stays)).toEqual(person.stays)
    const [recipient = ''] = person.waits.filter((canary) => canary.includes('email'))
    const [email] = await sandbox.mails(`${recipient}@example.com`)
    for (const canary of person.waits.filter((one) => one !== recipient))
      expect(`${email?.subject} ${email?.text}`).toContain(canary)
  })

  it.each(['before', 'after'])(
    'leaves no recipient of a gift card that was refunded %s the erasure, and is never sent',
    async (moment) => {
      const person = await makeUserWithData()
      const refund = () =>
        rowsOf(sql`
      insert into gift_card_entries (card_id, kind, amount_cents, order_id, request_id, actor)
      select card_id, 'cancel', -2500, order_id, gen_random_uuid()::text, 'June' from gift_card_deliveries where id = ${person.waitingCard}`)
      if (moment === 'before') await refund()
      await eraseNow(person)
      if (moment === 'after') {
        await refund()
        await runJob(await getTestPayload(), 'send-gift-card', { deliveryId: person.waitingCard })
      }
      const after = (await readAllTables()).toLowerCase()
      expect(person.waits.filter((canary) => after.includes(canary))).toEqual([])
    },
  )

  it('leaves an audit log entry for each changed or deleted review, with field names only', async () => {
    const person = await makeUserWithData()
    const reviewsOf = (status: string) =>
      rowsOf<{ id: number }>(
        sql`select id from reviews where customer_id = ${person.user.id} and status = ${status}`,
      )
    const [[approved], [waiting]] = [await reviewsOf('approved'), await reviewsOf('waiting')]
    await eraseNow(person)
    const entriesAbout = (id: number | undefined) =>
      rowsOf(
        sql`select action, actor_id, actor_role, details from audit_events where subject_type = 'review' and subject_id = ${String(id)}`,
      )
    expect(await entriesAbout(approved?.id)).toEqual([
      {
        action: 'review.updated',
        actor_id: null,
        actor_role: 'the shop',
        details: { fields: ['author', 'customer', 'order', 'note'] },
      },
    ])
    expect(await entriesAbout(waiting?.id)).toEqual([
      { action: 'review.deleted', actor_id: null, actor_role: 'the shop', details: null },
    ])
  })

  it('can be erased without changing the data of others', async () => {
    const [person, other] = [await makeUserWithData(), await makeUserWithData()]
    const theirs = await makeOrder({
      customer: other.user.id,
      email: person.email,
      status: 'delivered',
    })
    const linesOf = async () =>
      (await readAllTables())
        .split('\n')
        .filter((line) => other.canaries.some((canary) => line.toLowerCase().includes(canary)))
        .sort()
    // It also clears what closed requests still hold, whoever made them.
    await night()
    const before = await linesOf()
    await eraseNow(person)
    expect(await linesOf()).toEqual(before)
    expect(await rowsOf(sql`select customer_id from orders where id = ${theirs.id}`)).toEqual([
      { customer_id: other.user.id },
    ])
  })
})

describe('data export', () => {
  it('requires a session and a same-origin request, and is rate limited', async () => {
    expect((await call('GET', '/api/account/export')).status).toBe(401)
    const person = await makePerson('customer')
    expect(
      (
        await call('GET', '/api/account/export', {
          as: person,
          headers: { 'sec-fetch-site': 'cross-site' },
        })
      ).status,
    ).toBe(401)
    const statuses: number[] = []
    for (let time = 0; time < 6; time += 1)
      statuses.push((await call('GET', '/api/account/export', { as: person })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  })

  it('contains no cell that a spreadsheet would run as a formula', async () => {
    const person = await makePerson('customer')
    await rowsOf(
      sql`insert into contact_messages (name, email, topic, body, user_id) values ('=cmd|calc', 'a@example.com', '@sum', '+1', ${person.user.id})`,
    )
    const { files } = await exported(person)
    expect(files['contact_messages.csv']).not.toMatch(/(^|,)[=+@]/m)
    expect(files['contact_messages.csv']).toContain('=cmd|calc')
  })
})

describe('pausing an account', () => {
  it('ends every session and hides the user’s reviews until the next sign-in', async () => {
    const person = await makeUserWithData()
    const payload = await getTestPayload()
    const shown = async () => (await getProduct(payload, person.productId))?.reviews.length
    expect(await shown()).toBe(1)
    const listener = new Client({ connectionString: env.DATABASE_URL })
    await listener.connect()
    await listener.query(`listen ${invalidationChannel}`)
    /** Resolves once the cached page of the product is renewed. */
    const renewal = () =>
      new Promise<void>((resolve) => {
        const hear = ({ payload: text }: { payload?: string }) => {
          const tags = JSON.parse(text ?? '[]') as string[]
          if (!tags.includes(cacheTags.product(person.productId))) return
          listener.off('notification', hear)
          resolve()
        }
        listener.on('notification', hear)
      })
    const hidden = renewal()
    expect((await call('POST', '/api/account/pause', { as: person })).status).toBe(200)
    expect((await call('GET', '/api/auth/user', { as: person })).status).toBe(401)
    expect(await shown()).toBe(0)
    await hidden
    const shownAgain = renewal()
    const signIn = await call('POST', '/api/auth/local', {
      body: { username: person.user.username, password: person.password },
    })
    expect(signIn).toMatchObject({ status: 200, body: { welcomeBack: true } })
    expect(await shown()).toBe(1)
    await shownAgain
    await listener.end()
    expect(await rowsOf(sql`select email from users where id = ${person.user.id}`)).toEqual([
      { email: person.email },
    ])
  })

  it('is not available to staff and visitors', async () => {
    expect(
      (await call('POST', '/api/account/pause', { as: await makePerson('admin') })).status,
    ).toBe(409)
    expect((await call('POST', '/api/account/pause')).status).toBe(401)
  })
})

describe('Facebook’s data deletion callback', () => {
  const encode = (value: unknown): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (subject: string, key = env.FACEBOOK_APP_SECRET ?? ''): string => {
    const payload = encode({ algorithm: 'HMAC-SHA256', issued_at: 1_790_000_000, user_id: subject })
    return `${createHmac('sha256', key).update(payload).digest('base64url')}.${payload}`
  }
  const knock = (signedRequest: string, headers: Record<string, string> = {}) =>
    call<{ url: string; confirmation_code: string }>('POST', '/api/privacy/facebook-deletion', {
      raw: new URLSearchParams({ signed_request: signedRequest }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  const facebookPerson = async (subject: string) => {
    const person = await makePerson('customer')
    await rowsOf(
      sql`insert into identities (user_id, provider, subject) values (${person.user.id}, 'facebook', ${subject})`,
    )
    return person
  }

  it('creates one request, even when called twice, and returns its status page and code', async () => {
    const person = await facebookPerson('1001')
    const first = await knock(signed('1001'), {
      'sec-fetch-site': 'cross-site',
      origin: 'https://www.facebook.com',
    })
    expect(first.status).toBe(200)
    expect(first.body.url).toBe(
      `${env.SERVER_URL}/data-deletion/status?code=${first.body.confirmation_code}`,
    )
    expect((await knock(signed('1001'))).body).toEqual(first.body)
    expect(await requestsOf(sql`user_id = ${person.user.id}`)).toMatchObject([
      { status: 'verified', code: first.body.confirmation_code },
    ])
  })

  it('stores nothing if the request is forged', async () => {
    const person = await facebookPerson('1002')
    const before = await rowsOf(sql`select count(*) from data_requests`)
    expect((await knock(signed('1002', 'a guess'))).status).toBe(401)
    expect((await knock('')).status).toBe(400)
    expect(
      (
        await call('POST', '/api/privacy/facebook-deletion', {
          body: { signed_request: signed('1002') },
        })
      ).status,
    ).toBe(415)
    expect(await rowsOf(sql`select count(*) from data_requests`)).toEqual(before)
    expect(await requestOfUser(person.user.id)).toBeUndefined()
  })

  it('is completed immediately for an unknown user', async () => {
    const { status, body } = await knock(signed('999999'))
    expect(status).toBe(200)
    expect(await requestOf(body.confirmation_code)).toMatchObject({
      status: 'completed',
      user_id: null,
    })
  })
})
