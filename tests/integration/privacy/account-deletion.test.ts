// @core
import { randomUUID } from 'node:crypto'

import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { findOrCreateCustomer } from '@/modules/accounts/actions/find-or-create-customer'
import { claimGuestOrders } from '@/modules/accounts/actions/verify-email'
import { issueGiftCard } from '@/modules/gift-cards/actions/staff-cards'
import {
  confirmSubscription,
  requestSubscription,
} from '@/modules/newsletter/actions/subscriptions'
import { createConfirmToken } from '@/modules/newsletter/subscription-links'
import { addOrderEvent } from '@/modules/orders/order-record'
import { eraseUser } from '@/modules/privacy/actions/erase-user'
import { purgeExpired } from '@/modules/privacy/actions/purge-expired'
import { requestOwnDeletion } from '@/modules/privacy/actions/request-deletion'
import { erasedAddressHash } from '@/modules/privacy/erased-address'
import { getDataRequest, getDataRequestWait } from '@/modules/privacy/queries/get-data-request'
import { withTransaction } from '@/platform/transaction'

import {
  ask,
  form,
  keyOf,
  letTimePass,
  night,
  requestOf,
  requestOfUser,
  requestsOf,
  work,
} from './deletion-requests'
import { readAllTables } from './make-user-with-data'
import { moveAccount as move } from './move-account'

const sandbox = useSandbox()
beforeAll(() => getTestPayload())
const moveAccount = (person: TestPerson, email?: string) => move(sandbox, person, email)
const waitsFor = async (code: string) =>
  (await getDataRequest(await getTestPayload(), code))?.waitsFor
const subjectsTo = async (email: string | null | undefined) =>
  (await sandbox.mails(email ?? '')).map(({ subject }) => subject)

describe('deletion request from the account', () => {
  it('requires a session and the password', async () => {
    const person = await makePerson('customer')
    expect(
      (await call('POST', '/api/account/deletion', { body: { currentPassword: person.password } }))
        .status,
    ).toBe(401)
    expect((await ask(person, {})).status).toBe(400)
    expect((await ask(person, { currentPassword: 'not-this-one' })).status).toBe(403)
    expect(await requestOfUser(person.user.id)).toBeUndefined()
    expect(await ask(person)).toMatchObject({ status: 201, body: { status: 'verified' } })
  })

  it('requires a recent sign-in from users without a password', async () => {
    const person = await makePerson('customer')
    await rowsOf(sql`update users set has_password = false where id = ${person.user.id}`)
    await rowsOf(
      sql`update users_sessions set created_at = now() - interval '1 hour' where _parent_id = ${person.user.id}`,
    )
    expect((await ask(person, {})).status).toBe(403)
    await rowsOf(
      sql`update users_sessions set created_at = now() where _parent_id = ${person.user.id}`,
    )
    expect((await ask(person, {})).status).toBe(201)
  })

  it('is created only once by simultaneous submissions', async () => {
    const person = await makePerson('customer')
    const answers = await Promise.all([1, 2, 3].map(() => ask(person)))
    expect(new Set(answers.map(({ body }) => body.code)).size).toBe(1)
    expect(await requestsOf(sql`user_id = ${person.user.id}`)).toHaveLength(1)
  })

  it.each(['editor', 'admin', 'super_admin'] as const)(
    'is rejected for the role %s',
    async (role) => {
      const person = await makePerson(role)
      expect((await ask(person)).status).toBe(409)
      expect(await requestOfUser(person.user.id)).toBeUndefined()
    },
  )

  it('does not delete an account that became a staff account, and reports why', async () => {
    const person = await makePerson('customer')
    const {
      body: { code },
    } = await ask(person)
    const payload = await getTestPayload()
    await payload.db.drizzle.transaction(async (tx) => {
      await tx.execute(sql`select set_config('app.role_change', '1', true)`)
      await tx.execute(sql`update users set role = 'super_admin' where id = ${person.user.id}`)
    })
    await letTimePass(code)
    await night()
    expect(await requestOf(code)).toMatchObject({ status: 'waiting' })
    expect(await waitsFor(code)).toContain('staff account')
    expect(await rowsOf(sql`select id from users where id = ${person.user.id}`)).toHaveLength(1)
  })

  it('can be withdrawn within seven days, which removes its data and deletes nothing', async () => {
    const person = await makePerson('customer')
    const {
      body: { code },
    } = await ask(person, { currentPassword: person.password, reason: 'A private reason' })
    await work()
    expect((await call('POST', '/api/account/deletion/withdraw', { as: person })).status).toBe(200)
    expect((await call('POST', '/api/account/deletion/withdraw', { as: person })).status).toBe(404)
    await letTimePass(code)
    await night()
    expect(await requestOf(code)).toMatchObject({ status: 'withdrawn', user_id: null, email: null })
    expect(await readAllTables()).not.toContain('A private reason')
    expect(await rowsOf(sql`select id from users where id = ${person.user.id}`)).toHaveLength(1)
    expect(await subjectsTo(person.user.email)).toEqual(
      expect.arrayContaining([
        'We have your data deletion request',
        'Your data deletion request was canceled',
      ]),
    )
  })

  it('is not processed before the seven days are over', async () => {
    const person = await makePerson('customer')
    const {
      body: { code },
    } = await ask(person)
    expect(await eraseUser(await getTestPayload(), (await requestOf(code))?.id ?? 0)).toBe(
      'nothing to do',
    )
    expect(await requestOf(code)).toMatchObject({ status: 'verified' })
  })
})

describe('deletion request through the form', () => {
  it('sends a link and changes nothing until the link is confirmed', async () => {
    const person = await makePerson('customer')
    const email = person.user.email ?? ''
    expect((await form(email, { reason: 'I am leaving' })).status).toBe(200)
    await work()
    const request = await requestOfUser(person.user.id)
    expect(request).toMatchObject({ status: 'received', email, full_name: 'Wren Okafor' })
    const [mail] = await sandbox.mails(email)
    expect(mail?.subject).toBe('Please confirm your data deletion request')
    expect(mail?.text).toContain(`code=${request?.code}&key=${keyOf(request?.code ?? '')}`)
    const confirm = () =>
      call('POST', `/api/privacy/deletion-requests/${request?.code}/confirm`, {
        body: { key: keyOf(request?.code ?? '') },
      })
    expect([(await confirm()).status, (await confirm()).status]).toEqual([200, 200])
    expect(await requestOf(request?.code ?? '')).toMatchObject({ status: 'verified' })
  })

  it('responds the same for an unknown address, but saves and sends nothing', async () => {
    const known = await makePerson('customer')
    const [yes, no] = [await form(known.user.email ?? ''), await form('nobody-here@example.com')]
    expect([no.status, no.body]).toEqual([yes.status, yes.body])
    expect(await requestsOf(sql`email = 'nobody-here@example.com'`)).toEqual([])
    await work()
    expect(await subjectsTo('nobody-here@example.com')).toEqual([])
  })

  it('also works for guests, whose orders are anonymized', async () => {
    const email = 'a-guest@example.com'
    const order = await makeOrder({ email, status: 'delivered' })
    await form(email)
    const [request] = await requestsOf(sql`email = ${email}`)
    await call('POST', `/api/privacy/deletion-requests/${request?.code}/confirm`, {
      body: { key: keyOf(request?.code ?? '') },
    })
    await letTimePass(request?.code ?? '')
    await night()
    expect(
      await rowsOf(
        sql`select email, shipping_address_address1 as street from orders where id = ${order.id}`,
      ),
    ).toEqual([{ email: 'erased', street: null }])
    expect(await subjectsTo(email)).toContain('Your data has been deleted')
  })

  it('of a guest covers the account that they open with the address before it is carried out', async () => {
    const email = 'guest-then-customer@example.com'
    const order = await makeOrder({ email, status: 'delivered' })
    await form(email)
    const [request] = await requestsOf(sql`email = ${email}`)
    await call('POST', `/api/privacy/deletion-requests/${request?.code}/confirm`, {
      body: { key: keyOf(request?.code ?? '') },
    })
    const person = await makePerson('customer')
    await rowsOf(
      sql`update users set email = ${email}, pending_email = null where id = ${person.user.id}`,
    )
    await withTransaction(await getTestPayload(), (_, tx) =>
      claimGuestOrders(tx, person.user.id, email),
    )
    expect(await requestOfUser(person.user.id)).toMatchObject({ code: request?.code })
    await letTimePass(request?.code ?? '')
    await night()
    expect(
      await rowsOf(
        sql`select email, shipping_address_address1 as street from orders where id = ${order.id}`,
      ),
    ).toEqual([{ email: 'erased', street: null }])
    expect(await rowsOf(sql`select id from users where id = ${person.user.id}`)).toEqual([])
  })

  it('also works for people who left only an address, or whose record staff or a program made', async () => {
    const waiting = 'restock@example.com'
    const drafted = 'drafted@example.com'
    const recorded = 'recorded@example.com'
    const product = await makeProduct()
    await rowsOf(sql`
      insert into one_time_emails (email, kind, product_id) values (${waiting}, 'back-in-stock', ${product.id})`)
    await rowsOf(sql`insert into draft_orders (email) values (${drafted})`)
    const payload = await getTestPayload()
    const { id } = await findOrCreateCustomer(payload, {
      email: recorded,
      firstName: 'Sol',
      lastName: 'Reyes',
    })
    for (const email of [waiting, drafted, recorded]) {
      await form(email)
      const [request] = await requestsOf(sql`email = ${email}`)
      await call('POST', `/api/privacy/deletion-requests/${request?.code}/confirm`, {
        body: { key: keyOf(request?.code ?? '') },
      })
      await letTimePass(request?.code ?? '')
    }
    await night()
    expect(
      await rowsOf(sql`
        select email from one_time_emails where email = ${waiting}
        union all select email from draft_orders where email = ${drafted}
        union all select pending_email from users where id = ${id}`),
    ).toEqual([])
  })

  it('of a guest is withdrawn together with that of the account which the address then belongs to', async () => {
    const person = await makePerson('customer')
    const own = (await ask(person)).body.code
    const email = 'asked-twice@example.com'
    await makeOrder({ email, status: 'delivered' })
    await form(email)
    const guests = (await requestsOf(sql`email = ${email}`))[0]?.code ?? ''
    await call('POST', `/api/privacy/deletion-requests/${guests}/confirm`, {
      body: { key: keyOf(guests) },
    })
    await moveAccount(person, email)
    expect(await requestsOf(sql`user_id = ${person.user.id} and status = 'verified'`)).toHaveLength(
      2,
    )
    expect((await call('POST', '/api/account/deletion/withdraw', { as: person })).status).toBe(200)
    for (const code of [own, guests]) {
      expect(await requestOf(code)).toMatchObject({ status: 'withdrawn' })
      await letTimePass(code)
    }
    await night()
    expect(await rowsOf(sql`select id from users where id = ${person.user.id}`)).toHaveLength(1)
  })

  it('sends a separate link to each additional address', async () => {
    const [one, two] = [await makePerson('customer'), await makePerson('customer')]
    await form(one.user.email ?? '', { otherEmails: `${two.user.email}, not-known@example.com` })
    expect(await requestOfUser(one.user.id)).toMatchObject({ status: 'received' })
    expect(await requestOfUser(two.user.id)).toMatchObject({ status: 'received' })
  })

  it('ignores bots that fill in the hidden field', async () => {
    const person = await makePerson('customer')
    expect((await form(person.user.email ?? '', { website: 'https://spam.example' })).status).toBe(
      200,
    )
    expect(await requestOfUser(person.user.id)).toBeUndefined()
  })

  it.each([
    ['an empty name', { fullName: ' ' }],
    ['an invalid email address', { email: 'nobody' }],
    ['invalid additional addresses', { otherEmails: 'a@example.com, b' }],
    ['an unknown field', { role: 'super_admin' }],
    ['a reason that is too long', { reason: 'x'.repeat(2001) }],
  ])('rejects %s', async (_, change) => {
    expect((await form('somebody@example.com', change)).status).toBe(400)
  })

  it('sends at most three emails a day to one address, no matter how often it is requested', async () => {
    const person = await makePerson('customer')
    for (let time = 0; time < 6; time += 1) {
      expect((await form(person.user.email ?? '')).status).toBe(200)
      await work()
    }
    expect(await subjectsTo(person.user.email)).toHaveLength(3)
  })

  it('rejects wrong keys, keys of other requests, and expired links', async () => {
    const [person, other] = [await makePerson('customer'), await makePerson('customer')]
    await form(person.user.email ?? '')
    await form(other.user.email ?? '')
    const code = (await requestOfUser(person.user.id))?.code ?? ''
    const otherCode = (await requestOfUser(other.user.id))?.code ?? ''
    const confirm = (key: string, of = code) =>
      call('POST', `/api/privacy/deletion-requests/${of}/confirm`, { body: { key } })
    expect((await confirm('0'.repeat(32))).status).toBe(404)
    expect((await confirm(keyOf(otherCode))).status).toBe(404)
    expect((await confirm(keyOf('0'.repeat(24)), '0'.repeat(24))).status).toBe(404)
    await rowsOf(
      sql`update data_requests set verify_by = now() - interval '1 minute' where code = ${code}`,
    )
    expect((await confirm(keyOf(code))).status).toBe(409)
    await night()
    expect(await requestOf(code)).toMatchObject({
      status: 'refused',
      user_id: null,
      email: null,
      full_name: null,
    })
    expect(await requestOf(otherCode)).toMatchObject({ status: 'received' })
  })

  it('can be withdrawn with the link', async () => {
    const person = await makePerson('customer')
    await form(person.user.email ?? '')
    const code = (await requestOfUser(person.user.id))?.code ?? ''
    const withdraw = (key: string) =>
      call('POST', `/api/privacy/deletion-requests/${code}/withdraw`, { body: { key } })
    expect((await withdraw('0'.repeat(32))).status).toBe(404)
    expect([(await withdraw(keyOf(code))).status, (await withdraw(keyOf(code))).status]).toEqual([
      200, 200,
    ])
    expect(
      (
        await call('POST', `/api/privacy/deletion-requests/${code}/confirm`, {
          body: { key: keyOf(code) },
        })
      ).status,
    ).toBe(409)
  })
})

describe('a change of the account’s address', () => {
  const confirm = (code: string) =>
    call('POST', `/api/privacy/deletion-requests/${code}/confirm`, { body: { key: keyOf(code) } })
  const subscribe = async (email: string, status: string) => {
    const [row] = await rowsOf<{ id: number }>(
      sql`insert into subscribers (email, status) values (${email}, ${status}::enum_subscribers_status) returning id`,
    )
    return row?.id
  }
  const subscriptionsOf = (from: string, to: string) =>
    rowsOf(sql`select email, status from subscribers where email in (${from}, ${to}) order by id`)
  const requestedBy = async (person: TestPerson) => {
    await form(person.user.email ?? '')
    return (await requestOfUser(person.user.id))?.code ?? ''
  }

  it('closes a request that its earlier address never confirmed, and the next one goes to the new address', async () => {
    const person = await makePerson('customer')
    const code = await requestedBy(person)
    const email = await moveAccount(person)
    expect((await confirm(code)).status).toBe(409)
    expect(await requestOf(code)).toMatchObject({
      status: 'refused',
      user_id: null,
      email: null,
      full_name: null,
    })
    await form(email)
    await work()
    expect(await subjectsTo(email)).toContain('Please confirm your data deletion request')
    expect(await requestOfUser(person.user.id)).toMatchObject({ status: 'received', email })
  })

  it('leaves a request that was confirmed before', async () => {
    const person = await makePerson('customer')
    const code = await requestedBy(person)
    await confirm(code)
    await moveAccount(person)
    expect(await requestOf(code)).toMatchObject({ status: 'verified', user_id: person.user.id })
  })

  it('takes the newsletter and requested emails along, which an erasure then finds', async () => {
    const person = await makePerson('customer')
    const from = person.user.email ?? ''
    const to = `moved-${randomUUID()}@example.com`
    const [one, two] = [await makeProduct(), await makeProduct()]
    const subscriber = await subscribe(from, 'subscribed')
    await rowsOf(sql`
      insert into one_time_emails (kind, email, product_id, size, color) values
      ('back-in-stock', ${from}, ${one.id}, 'M', 'Pine'), ('back-in-stock', ${from}, ${two.id}, 'M', 'Pine'),
      ('back-in-stock', ${to}, ${two.id}, 'M', 'Pine'), ('cart', ${from}, null, null, null)`)
    await moveAccount(person, to)
    expect(await subscriptionsOf(from, to)).toEqual([{ email: to, status: 'subscribed' }])
    const requested = () =>
      rowsOf(sql`
        select email, kind, product_id as product from one_time_emails where email in (${from}, ${to}) order by kind, product_id`)
    expect(await requested()).toEqual([
      { email: to, kind: 'back-in-stock', product: one.id },
      { email: to, kind: 'back-in-stock', product: two.id },
      { email: to, kind: 'cart', product: null },
    ])
    // At Mailchimp, the earlier address is archived and the new one added.
    expect(
      await rowsOf(
        sql`select 1 from mailchimp_deletions where member_id = md5(${from}) and subscriber_id = ${subscriber}`,
      ),
    ).toHaveLength(1)
    expect(
      await rowsOf(
        sql`select key from graphile_worker.jobs where key in ('delete-from-mailchimp', ${`push-to-mailchimp:${subscriber}`})`,
      ),
    ).toHaveLength(2)

    const { body } = await ask(person)
    await letTimePass(body.code)
    await night()
    expect(await requestOf(body.code)).toMatchObject({ status: 'completed' })
    expect([...(await subscriptionsOf(from, to)), ...(await requested())]).toEqual([])
  })

  it('keeps what only the earlier address is on, which an erasure then finds', async () => {
    const person = await makePerson('customer')
    const from = person.user.email ?? ''
    const order = await makeOrder({ email: from, status: 'delivered' })
    await rowsOf(
      sql`insert into contact_messages (name, email, topic, body) values ('Rue', ${from}, 'A size', 'Which one?')`,
    )
    await rowsOf(
      sql`insert into customer_notes (email, text, author_name) values (${from}, 'Called twice', 'June')`,
    )
    await rowsOf(sql`insert into draft_orders (email) values (${from})`)
    const to = await moveAccount(person)
    expect(await rowsOf(sql`select customer_id from orders where id = ${order.id}`)).toEqual([
      { customer_id: person.user.id },
    ])
    expect(await rowsOf(sql`select 1 from draft_orders where email = ${to}`)).toHaveLength(1)
    const { body } = await ask(person)
    await letTimePass(body.code)
    await night()
    await work()
    expect(await requestOf(body.code)).toMatchObject({ status: 'completed' })
    const left = await readAllTables()
    for (const text of [from, 'Called twice']) expect(left).not.toContain(text)
  })

  it('gets no open order of its earlier address, which may be someone else’s mailbox by now', async () => {
    const person = await makePerson('customer')
    const { id } = await makeOrder({ email: person.user.email ?? '', status: 'paid' })
    await moveAccount(person)
    expect(await rowsOf(sql`select customer_id from orders where id = ${id}`)).toEqual([
      { customer_id: null },
    ])
  })

  it('keeps what the new address chose about the newsletter before', async () => {
    const person = await makePerson('customer')
    const from = person.user.email ?? ''
    const to = `moved-${randomUUID()}@example.com`
    await subscribe(from, 'subscribed')
    await subscribe(to, 'unsubscribed')
    await moveAccount(person, to)
    expect(await subscriptionsOf(from, to)).toEqual([{ email: to, status: 'unsubscribed' }])
  })

  it.each(['subscribed', 'unsubscribed'])(
    'stays %s although someone entered the new address without confirming it',
    async (status) => {
      const person = await makePerson('customer')
      const from = person.user.email ?? ''
      const to = `moved-${randomUUID()}@example.com`
      const subscriber = await subscribe(from, status)
      await requestSubscription(await getTestPayload(), {
        email: to,
        form: 'default',
        network: null,
      })
      const [request] = await rowsOf<{ id: number }>(sql`
        select event.id from subscriber_events event
        join subscribers on subscribers.id = event.subscriber_id where email = ${to}`)
      await moveAccount(person, to)
      expect(await subscriptionsOf(from, to)).toEqual([{ email: to, status }])
      expect(await rowsOf(sql`select id from subscribers where email = ${to}`)).toEqual([
        { id: subscriber },
      ])
      const token = createConfirmToken(request?.id ?? 0)
      expect(await confirmSubscription(await getTestPayload(), token, null)).toBe('unknown')
    },
  )

  it('subscribes nobody with a link that the earlier address got', async () => {
    const person = await makePerson('customer')
    const from = person.user.email ?? ''
    await subscribe(from, 'pending')
    const to = await moveAccount(person)
    expect(await subscriptionsOf(from, to)).toEqual([])
  })

  it('also ends the link of a request that came in at the same moment', async () => {
    const person = await makePerson('customer')
    const code = await requestedBy(person)
    await rowsOf(
      sql`update users set email = ${`late-${randomUUID()}@example.com`} where id = ${person.user.id}`,
    )
    expect((await confirm(code)).status).toBe(409)
    expect(await requestOf(code)).toMatchObject({ status: 'received' })
  })
})

describe('erasing a user', () => {
  const due = async (order: Parameters<typeof makeOrder>[0]) => {
    const person = await makePerson('customer')
    const placed = await makeOrder({
      customer: person.user.id,
      email: person.user.email ?? '',
      ...order,
    })
    const {
      body: { code },
    } = await ask(person)
    await letTimePass(code)
    return {
      person,
      placed,
      code,
      run: async () => eraseUser(await getTestPayload(), (await requestOf(code))?.id ?? 0),
    }
  }

  it.each(['pending', 'paid', 'processing', 'shipped'] as const)(
    'waits while an order is %s, reports why, and continues once it is delivered',
    async (status) => {
      const { person, placed, code, run } = await due({ status })
      expect(await run()).toBe('waiting')
      expect(await requestOf(code)).toMatchObject({ status: 'waiting', user_id: person.user.id })
      expect(await waitsFor(code)).toContain('on its way')
      await rowsOf(sql`update orders set status = 'delivered' where id = ${placed.id}`)
      expect(await run()).toBe('erased')
    },
  )

  it('never shows the person what staff noted about a waiting request, and keeps the note', async () => {
    const { placed, code, run } = await due({ status: 'paid' })
    await rowsOf(sql`update data_requests set note = 'Her ex-partner called' where code = ${code}`)
    for (let nights = 0; nights < 2; nights += 1) {
      expect(await run()).toBe('waiting')
      expect(await waitsFor(code)).toContain('on its way')
      expect(await requestOf(code)).toMatchObject({ note: 'Her ex-partner called' })
    }
    await rowsOf(sql`update orders set status = 'delivered' where id = ${placed.id}`)
    expect(await waitsFor(code)).toBeNull()
    expect(await run()).toBe('erased')
    expect(await requestOf(code)).toMatchObject({ note: null })
  })

  it('does not wait for a package shipped more than thirty days ago', async () => {
    const { run } = await due({
      status: 'shipped',
      shippedAt: new Date(Date.now() - 31 * 86_400_000).toISOString(),
    })
    expect(await run()).toBe('erased')
  })

  it('waits for a package that came back and was sent again less than thirty days ago', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const shippedAt = daysAgo(60)
    const { placed, run } = await due({
      status: 'shipped',
      shippedAt,
      shipments: [
        { id: '1', shippedAt, isReturned: true },
        { id: '2', shippedAt: daysAgo(5), isReshipment: true },
      ],
    })
    expect(await run()).toBe('waiting')
    await rowsOf(sql`
      update orders set shipments = jsonb_set(shipments, '{1,shippedAt}', to_jsonb(now() - interval '31 days')) where id = ${placed.id}`)
    expect(await run()).toBe('erased')
  })

  it.each([
    [
      'a payment that is pending at PayPal',
      (id: number) => rowsOf(sql`update orders set payment_state = 'pending' where id = ${id}`),
    ],
    [
      'a payment that does not match the order',
      (id: number) => rowsOf(sql`update orders set payment_state = 'mismatch' where id = ${id}`),
    ],
    [
      'a reversed payment',
      (id: number) =>
        rowsOf(
          sql`insert into order_events (order_id, type, message, actor) values (${id}, 'reversed', 'PayPal took the payment back.', 'PayPal')`,
        ),
    ],
    [
      'a dispute',
      (id: number) =>
        rowsOf(sql`
      insert into webhook_events (provider, event_id, event_type, body, status)
      select 'paypal', uuid, 'CUSTOMER.DISPUTE.CREATED', json_build_object('dispute_id', 'PP-' || id, 'disputed_transactions', json_build_array(json_build_object('custom', uuid)))::jsonb, 'ignored' from orders where id = ${id}`),
    ],
  ])('waits for %s', async (_, make) => {
    const { placed, run } = await due({ status: 'delivered' })
    await make(placed.id)
    expect(await run()).toBe('waiting')
  })

  it('waits for a payment that does not match the order only until it is refunded', async () => {
    const { placed, run } = await due({ status: 'cancelled' })
    await rowsOf(sql`update orders set payment_state = 'mismatch' where id = ${placed.id}`)
    await rowsOf(sql`delete from payments where order_id = ${placed.id}`)
    const record = (kind: string, status: string, cents: number) =>
      rowsOf(sql`
        insert into payments (order_id, kind, provider, provider_id, status, amount_cents, currency)
        values (${placed.id}, ${kind}, 'paypal', gen_random_uuid()::text, ${status}, ${cents}, 'USD')`)
    await record('capture', 'completed', 4055)
    await record('capture', 'pending', 4055)
    await record('refund', 'completed', 3000)
    expect(await run()).toBe('waiting')
    await record('refund', 'completed', 1055)
    expect(await run()).toBe('waiting')
    // The second payment was refunded, too.
    await rowsOf(
      sql`update payments set status = 'declined' where order_id = ${placed.id} and status = 'pending'`,
    )
    expect(await run()).toBe('erased')
  })

  it.each(['requested', 'approved', 'received'] as const)(
    'waits while a return is %s, tells staff of which order, and continues once it is closed',
    async (status) => {
      const { placed, code, run } = await due({ status: 'delivered' })
      await rowsOf(sql`
        insert into returns (order_id, status, reason, wish, request_id)
        values (${placed.id}, ${status}::enum_returns_status, 'size', 'store-credit', ${randomUUID()})`)
      expect(await run()).toBe('waiting')
      expect(await waitsFor(code)).toContain('A return isn’t finished')
      const id = (await requestOf(code))?.id ?? 0
      expect(await getDataRequestWait(await getTestPayload(), id)).toEqual({
        reason: 'return',
        orders: [{ id: placed.id, orderNumber: placed.orderNumber, reason: 'return' }],
      })
      await rowsOf(sql`update returns set status = 'closed' where order_id = ${placed.id}`)
      expect(await run()).toBe('erased')
    },
  )

  it('continues when a dispute is resolved', async () => {
    const { placed, run } = await due({ status: 'delivered' })
    for (const type of ['CREATED', 'RESOLVED'])
      await rowsOf(sql`
        insert into webhook_events (provider, event_id, event_type, body, status)
        select 'paypal', uuid || ${type}::text, ${`CUSTOMER.DISPUTE.${type}`}, json_build_object('dispute_id', 'PP-' || id, 'custom', uuid)::jsonb, 'ignored' from orders where id = ${placed.id}`)
    expect(await run()).toBe('erased')
  })

  it('changes nothing if it fails midway and succeeds completely the next time', async () => {
    const { person, placed, code, run } = await due({ status: 'delivered' })
    await rowsOf(
      sql`alter table audit_events add constraint refuse_everything check (false) not valid`,
    )
    try {
      await expect(run()).rejects.toThrow()
    } finally {
      await rowsOf(sql`alter table audit_events drop constraint refuse_everything`)
    }
    expect(await rowsOf(sql`select email from users where id = ${person.user.id}`)).toEqual([
      { email: person.user.email },
    ])
    expect(await rowsOf(sql`select email from orders where id = ${placed.id}`)).toEqual([
      { email: person.user.email },
    ])
    expect(await requestOf(code)).toMatchObject({ status: 'verified' })
    expect([await run(), await run()]).toEqual(['erased', 'nothing to do'])
  })

  it('happens once when three workers start it simultaneously', async () => {
    const { run } = await due({ status: 'delivered' })
    expect((await Promise.all([run(), run(), run()])).sort()).toEqual([
      'erased',
      'nothing to do',
      'nothing to do',
    ])
  })

  it('sends the final email once and then removes the address', async () => {
    const { person, code, run } = await due({ status: 'delivered' })
    await run()
    const request = await requestOf(code)
    expect(request).toMatchObject({ email: person.user.email })
    const send = async () =>
      runJob(await getTestPayload(), 'send-deletion-completed', { requestId: request?.id ?? 0 })
    await send()
    await send()
    expect(
      (await subjectsTo(person.user.email)).filter(
        (subject) => subject === 'Your data has been deleted',
      ),
    ).toHaveLength(1)
    expect(await requestOf(code)).toMatchObject({ email: null })
  })

  it('records the erasure in the audit log without personal data', async () => {
    const { person, run } = await due({ status: 'delivered' })
    await run()
    const [row] = await rowsOf<{ details: unknown; actor_role: string }>(
      sql`select details, actor_role from audit_events where action = 'person.erased' order by id desc limit 1`,
    )
    expect(row).toEqual({
      details: {
        userId: person.user.id,
        addressHashes: [erasedAddressHash(person.user.email ?? '')],
      },
      actor_role: 'the shop',
    })
    expect(JSON.stringify(row)).not.toContain('@')
  })
})

describe('nightly cleanup', () => {
  it('anonymizes orders older than seven years and no newer ones', async () => {
    const [old, young] = [
      await makeOrder({ email: 'old@example.com', status: 'delivered' }),
      await makeOrder({ email: 'young@example.com', status: 'delivered' }),
    ]
    await rowsOf(
      sql`update orders set created_at = now() - interval '7 years 1 day' where id = ${old.id}`,
    )
    await purgeExpired(await getTestPayload())
    expect(
      await rowsOf(sql`select email from orders where id in (${old.id}, ${young.id}) order by id`),
    ).toEqual([{ email: 'erased' }, { email: 'young@example.com' }])
  })
})

it('nightly cleanup erases what closed requests still have of their person, and the address of one that waits for its email after a week', async () => {
  const add = async (status: string, age: string) => {
    const code = randomUUID()
    await rowsOf(sql`
      insert into data_requests (code, source, status, full_name, email, other_emails, account_created, reason, note, received_at, acknowledge_by, verify_by, updated_at)
      values (${code}, 'form', ${status}::enum_data_requests_status, 'Rue', 'rue@example.com', 'sol@example.com', 'spring', 'Why', 'Phoned', now(), now(), now() + interval '1 day', now() - ${age}::interval)`)
    return code
  }
  const codes = [
    await add('refused', '1 hour'),
    await add('withdrawn', '1 hour'),
    await add('completed', '8 days'),
    await add('received', '8 days'),
  ]
  await purgeExpired(await getTestPayload())
  const texts = await Promise.all(
    codes.map((code) =>
      rowsOf(sql`
        select email, num_nonnulls(full_name, other_emails, account_created, reason, note)::integer as others from data_requests where code = ${code}`),
    ),
  )
  expect(texts.flat()).toEqual([
    { email: null, others: 0 },
    { email: 'rue@example.com', others: 0 },
    { email: null, others: 0 },
    { email: 'rue@example.com', others: 5 },
  ])
})

it('nightly cleanup removes tax exemption certificates after seven years, also from orders that were erased', async () => {
  const exempt = { status: 'delivered', taxCertificate: 'CA-1234' } as const
  const [old, erased, young] = [
    await makeOrder(exempt),
    await makeOrder({ ...exempt, email: 'erased' }),
    await makeOrder(exempt),
  ]
  await rowsOf(
    sql`update orders set created_at = now() - interval '7 years 1 day' where id in (${old.id}, ${erased.id})`,
  )
  await purgeExpired(await getTestPayload())
  expect(
    await rowsOf(
      sql`select id, tax_certificate as certificate from orders where id in (${old.id}, ${erased.id}, ${young.id}) order by id`,
    ),
  ).toEqual([
    { id: old.id, certificate: null },
    { id: erased.id, certificate: null },
    { id: young.id, certificate: 'CA-1234' },
  ])
})

it('nightly cleanup anonymizes unpaid orders after 90 days', async () => {
  const unpaid = { status: 'cancelled', paymentState: 'declined' } as const
  const [old, young, paid] = [
    await makeOrder({ email: 'gave-up@example.com', ...unpaid }),
    await makeOrder({ email: 'gave-up-lately@example.com', ...unpaid }),
    await makeOrder({ email: 'bought@example.com', status: 'cancelled' }, { captured: true }),
  ]
  await rowsOf(
    sql`update orders set created_at = now() - interval '91 days' where id in (${old.id}, ${paid.id})`,
  )
  await purgeExpired(await getTestPayload())
  expect(
    await rowsOf(
      sql`select email from orders where id in (${old.id}, ${young.id}, ${paid.id}) order by id`,
    ),
  ).toEqual([
    { email: 'erased' },
    { email: 'gave-up-lately@example.com' },
    { email: 'bought@example.com' },
  ])
})

it('nightly cleanup anonymizes all old unpaid orders in one night, however many there are', async () => {
  const { id } = await makeOrder({ email: 'gave-up@example.com', status: 'cancelled' })
  const [columns] = await rowsOf<{ names: string }>(sql`
    select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
    where table_name = 'orders' and table_schema = 'public' and is_generated = 'NEVER'`)
  const names = sql.raw(columns?.names ?? '')
  await rowsOf(sql`
    insert into orders (${names}) select ${names} from
      (select copy.* from orders o, generate_series(1, 1001) n, jsonb_populate_record(o, jsonb_build_object(
        'id', nextval('orders_id_seq'), 'order_number', 'DF-many-' || n, 'uuid', gen_random_uuid(),
        'checkout_id', gen_random_uuid(), 'created_at', now() - interval '91 days')) copy
      where o.id = ${id}) copies`)
  await purgeExpired(await getTestPayload())
  expect(
    await rowsOf(
      sql`select email, count(*)::integer from orders where order_number like 'DF-many-%' group by email`,
    ),
  ).toEqual([{ email: 'erased', count: 1001 }])
  await rowsOf(sql`delete from orders where order_number like 'DF-many-%'`)
})

it('nightly cleanup removes emails that failed for a month, and no other jobs', async () => {
  const add = async (task: string, age: string) => {
    const [job] = await rowsOf<{ id: string }>(
      sql`select id from graphile_worker.add_job(${task}, '{}')`,
    )
    await rowsOf(
      sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = '550', run_at = now() - ${age}::interval where id = ${job?.id}::bigint`,
    )
  }
  await rowsOf(sql`delete from graphile_worker._private_jobs`)
  await add('send-order-received', '31 days')
  await add('send-order-shipped', '29 days')
  await add('submit-order', '31 days')
  await purgeExpired(await getTestPayload())
  expect(
    await rowsOf(
      sql`select task_identifier as task from graphile_worker.jobs where last_error = '550' order by 1`,
    ),
  ).toEqual([{ task: 'send-order-shipped' }, { task: 'submit-order' }])
  await rowsOf(sql`delete from graphile_worker._private_jobs`)
})

it('an erasure replaces the name of former staff in timelines, notes, and the ledger of gift cards, and never who else acted', async () => {
  const [author, impostor] = [await makePerson('editor'), await makePerson('customer')]
  const name = `Juniper Vale${author.user.id}`
  await rowsOf(
    sql`update users set first_name = 'Juniper', last_name = ${`Vale${author.user.id}`} where id = ${author.user.id}`,
  )
  await rowsOf(
    sql`update users set first_name = 'the', last_name = 'shop' where id = ${impostor.user.id}`,
  )
  const order = await makeOrder({ status: 'delivered', email: 'noted@example.com' })
  const payload = await getTestPayload()
  for (const actor of ['the shop', 'buyer', name, `API key “Bookkeeping” of ${name}`])
    await addOrderEvent({ payload }, order.id, { type: 'note', message: actor, actor })
  const owner = await makePerson('super_admin')
  await rowsOf(sql`
    insert into customer_notes (email, text, author_id, author_name, request_id)
    values ('noted@example.com', 'Prefers email', ${author.user.id}, ${name}, ${randomUUID()})`)
  const issue = (actor: string) =>
    issueGiftCard(
      payload,
      { id: owner.user.id, role: 'super_admin', name: actor },
      { amountCents: 2500, note: 'Thank you' },
    )
  const cards = [await issue('the shop'), await issue(name), await issue('June')]
  await call('PATCH', `/api/admin/users/${author.user.id}`, {
    as: owner,
    body: { role: 'customer' },
  })
  for (const { user } of [author, impostor]) {
    const { code } = await requestOwnDeletion(payload, user)
    await letTimePass(code)
  }
  await night()
  expect(
    await rowsOf(
      sql`select message, actor from order_events where order_id = ${order.id} and type = 'note' order by id`,
    ),
  ).toEqual([
    { message: 'the shop', actor: 'the shop' },
    { message: 'buyer', actor: 'buyer' },
    { message: name, actor: 'A former member of staff' },
    { message: `API key “Bookkeeping” of ${name}`, actor: 'A former member of staff' },
  ])
  const actors = await Promise.all(
    cards.map(({ id }) =>
      rowsOf(sql`
        select actor, amount_cents::integer as cents from gift_card_entries where card_id = ${id}`),
    ),
  )
  expect(actors.flat()).toEqual([
    { actor: 'the shop', cents: 2500 },
    { actor: 'A former member of staff', cents: 2500 },
    { actor: 'June', cents: 2500 },
  ])
  expect(
    await rowsOf(
      sql`select author_name as author from customer_notes where email = 'noted@example.com'`,
    ),
  ).toEqual([{ author: 'A former member of staff' }])
})

it('an erasure can replace who acted in the ledger of gift cards, and nothing else in it', async () => {
  const payload = await getTestPayload()
  const { user } = await makePerson('admin')
  const actor = { id: user.id, role: 'admin', name: 'June' }
  const { id } = await issueGiftCard(payload, actor, { amountCents: 2500, note: 'Thank you' })
  const change = (set: ReturnType<typeof sql>, isErasure: boolean) =>
    payload.db.drizzle.transaction(async (tx) => {
      if (isErasure) await tx.execute(sql`select set_config('app.erasure', '1', true)`)
      await tx.execute(sql`update gift_card_entries set ${set} where card_id = ${id}`)
    })
  await expect(change(sql`actor = 'Nobody'`, false)).rejects.toThrow()
  await expect(change(sql`actor = 'Nobody', amount_cents = 9900`, true)).rejects.toThrow()
  await change(sql`actor = 'Nobody'`, true)
  expect(
    await rowsOf(
      sql`select actor, amount_cents::integer as cents from gift_card_entries where card_id = ${id}`,
    ),
  ).toEqual([{ actor: 'Nobody', cents: 2500 }])
})

it('order timeline entries cannot be changed or deleted', async () => {
  const order = await makeOrder()
  const [event] = await rowsOf<{ id: number }>(
    sql`insert into order_events (order_id, type, message, actor) values (${order.id}, 'placed', 'Order placed', 'buyer') returning id`,
  )
  await expect(
    rowsOf(sql`update order_events set message = 'Never' where id = ${event?.id}`),
  ).rejects.toThrow()
  await expect(rowsOf(sql`delete from order_events where id = ${event?.id}`)).rejects.toThrow()
})
