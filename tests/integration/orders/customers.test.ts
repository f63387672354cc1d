import { randomUUID } from 'node:crypto'

import { makePerson, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { getCustomer } from '@/modules/orders/queries/get-customer'
import { eraseRows } from '@/modules/privacy/actions/erase-rows'
import { purgeExpired } from '@/modules/privacy/actions/purge-expired'
import { withTransaction } from '@/platform/transaction'

let admin: TestPerson
let colleague: TestPerson
let editor: TestPerson
let buyer: TestPerson
let buyerEmail: string
let guestOrder: number
let accountOrder: number

type Row = { id: number; email: string; orders: number; spent: string; userId: number | null }
const list = async (query = ''): Promise<Row[]> =>
  (await call<Row[]>('GET', `/api/admin/customers${query}`, { as: admin })).body

beforeAll(async () => {
  const payload = await getTestPayload()
  ;[admin, colleague, editor, buyer] = await Promise.all([
    makePerson('admin'),
    makePerson('admin'),
    makePerson('editor'),
    makePerson('customer'),
  ])
  buyerEmail = buyer.user.email ?? ''
  guestOrder = (await makeOrder({ email: 'Guest@Example.com' }, { captured: true })).id
  const refunded = await makeOrder({ email: 'guest@example.com' }, { captured: true })
  await payload.create({
    collection: 'payments',
    data: {
      order: refunded.id,
      kind: 'refund',
      provider: 'paypal',
      providerId: 'REFUND-CUSTOMER',
      status: 'completed',
      amountCents: 1055,
      currency: 'USD',
    },
  })
  accountOrder = (
    await makeOrder({ email: 'old@example.com', customer: buyer.user.id }, { captured: true })
  ).id
  await makeOrder({ email: buyerEmail.toUpperCase() }, { captured: true })
  await rowsOf(
    sql`insert into subscribers (email, status) values ('guest@example.com', 'subscribed')`,
  )
})

it('combines a guest’s orders regardless of the email’s case, net of refunds', async () => {
  expect(
    (await list('?search=guest@example.com')).map(({ id, orders, spent }) => [id, orders, spent]),
  ).toEqual([[guestOrder, 2, '70.55']])
})

it('combines an account’s orders with guest orders that use its email address', async () => {
  const [row, ...others] = await list(`?search=${encodeURIComponent(buyerEmail)}`)
  expect(others).toEqual([])
  expect(row).toMatchObject({
    id: accountOrder,
    email: buyerEmail.toLowerCase(),
    orders: 2,
    userId: buyer.user.id,
  })
  expect(await list('?search=old@example.com')).toEqual([row])
})

it('matches each search term against the emails of both the orders and the account', async () => {
  const [row] = await list('?search=old@example.com')
  expect(await list(`?search=${encodeURIComponent(`old@example.com ${buyerEmail}`)}`)).toEqual([
    row,
  ])
  expect(await list(`?search=${encodeURIComponent(`guest@example.com ${buyerEmail}`)}`)).toEqual([])
})

it('sorts customers by amount spent', async () => {
  const spent = (await list('?sort=spent')).map((row) => Number(row.spent))
  expect(spent).toEqual([...spent].sort((a, b) => b - a))
  expect(new Set(spent).size).toBeGreaterThan(1)
})

it('returns the same customer with orders, addresses, and newsletter status for each of their orders', async () => {
  const customer = await getCustomer(await getTestPayload(), guestOrder)
  expect(customer).toMatchObject({
    id: guestOrder,
    email: 'guest@example.com',
    spentCents: 7055,
    newsletter: 'subscribed',
    userId: null,
  })
  expect(customer?.placed).toMatchObject([
    { refundedCents: 1055, priceDifference: null },
    { id: guestOrder, refundedCents: 0, priceDifference: null },
  ])
  expect(customer?.addresses).toHaveLength(1)
  expect(await getCustomer(await getTestPayload(), customer?.placed[0]?.id ?? 0)).toEqual(customer)
})

it('returns no address for a customer who bought only gift cards', async () => {
  const { id } = await makeOrder({ email: 'cards@example.com' }, { captured: true })
  await rowsOf(
    sql`update orders set shipping_address_first_name = null, shipping_address_last_name = null,
      shipping_address_address1 = null, shipping_address_city = null, shipping_address_state_code = null,
      shipping_address_zip = null, shipping_address_country_code = null where id = ${id}`,
  )
  expect((await getCustomer(await getTestPayload(), id))?.addresses).toEqual([])
})

describe('customer notes', () => {
  type Notes = { notes: { id: number; text: string; author: string }[] }
  const path = () => `/api/admin/customers/${guestOrder}/notes`
  const add = (text: string, as = admin, requestId: string = randomUUID()) =>
    call<Notes>('POST', path(), { as, body: { text, requestId } })
  const notes = async () => (await getCustomer(await getTestPayload(), guestOrder))?.notes ?? []

  it('are added once per request, changed only by their author, and logged without their text', async () => {
    const requestId = randomUUID()
    await add('Prefers size M', admin, requestId)
    const { status, body } = await add('Prefers size M', admin, requestId)
    expect(status).toBe(201)
    expect(body.notes).toEqual([
      expect.objectContaining({ text: 'Prefers size M', author: expect.any(String) as string }),
    ])
    const note = `${path()}/${body.notes[0]?.id}`
    const edited = await call<Notes>('PUT', note, { as: admin, body: { text: 'Size L' } })
    expect(edited.body.notes[0]?.text).toBe('Size L')
    expect((await call('PUT', note, { as: colleague, body: { text: 'Mine' } })).status).toBe(403)
    expect((await call('DELETE', note, { as: colleague })).status).toBe(403)
    expect((await call('DELETE', note, { as: admin })).status).toBe(200)
    expect(await notes()).toEqual([])
    const audit = await rowsOf<{ action: string; details: unknown }>(
      sql`select action, details from audit_events where subject_type = 'customer' order by id`,
    )
    expect(audit.map(({ action }) => action)).toEqual([
      'customer.note_added',
      'customer.note_edited',
      'customer.note_deleted',
    ])
    expect(JSON.stringify(audit)).not.toMatch(/size/i)
  })

  it('are rejected when empty, from editors, and for unknown customers', async () => {
    expect((await add('  ')).status).toBe(400)
    expect((await add('x', editor)).status).toBe(403)
    const unknown = { as: admin, body: { text: 'x', requestId: randomUUID() } }
    expect((await call('POST', '/api/admin/customers/999999/notes', unknown)).status).toBe(404)
    expect(await notes()).toEqual([])
  })

  it('can’t be deleted through another customer’s URL', async () => {
    const { body } = await add('Keep me')
    const other = `/api/admin/customers/${accountOrder}/notes/${body.notes[0]?.id}`
    expect((await call('DELETE', other, { as: admin })).status).toBe(404)
    expect(await notes()).toHaveLength(1)
  })

  it('are kept by the nightly cleanup while the customer has orders', async () => {
    await purgeExpired(await getTestPayload())
    expect(await notes()).toHaveLength(1)
  })
})

it('erasing a customer removes them from the list, their page, and their notes', async () => {
  const payload = await getTestPayload()
  await withTransaction(payload, (req, tx) =>
    eraseRows(req, tx, { userId: null, emails: ['guest@example.com'] }),
  )
  expect(await list('?search=guest@example.com')).toEqual([])
  expect((await list()).map(({ email }) => email)).not.toContain('erased')
  expect(await getCustomer(payload, guestOrder)).toBeNull()
  expect(await rowsOf(sql`select 1 from customer_notes`)).toEqual([])
})

describe('an account without a confirmed address', () => {
  const makeUnconfirmed = async (email: string): Promise<{ account: number; order: number }> => {
    const { user } = await makePerson('customer')
    await rowsOf(sql`update users set email = null where id = ${user.id}`)
    const order = await makeOrder({ email, customer: user.id }, { captured: true })
    return { account: user.id, order: order.id }
  }

  it('belongs to the customer who orders with it, who can be tax-exempt', async () => {
    const { account, order } = await makeUnconfirmed('Pending@Example.com')
    expect(await list('?search=pending@example.com')).toEqual([
      expect.objectContaining({ id: order, orders: 1, userId: account }),
    ])
    const payload = await getTestPayload()
    expect(await getCustomer(payload, order)).toMatchObject({ userId: account })
    const exempted = await call('PUT', `/api/admin/customers/${order}/tax-certificate`, {
      as: admin,
      body: { certificate: 'EX-1' },
    })
    expect(exempted.status).toBe(200)
    expect(await getCustomer(payload, order)).toMatchObject({ taxCertificate: 'EX-1' })
    await call('POST', `/api/admin/customers/${order}/notes`, {
      as: admin,
      body: { text: 'Follows the account', requestId: randomUUID() },
    })
    await rowsOf(sql`update users set email = 'confirmed@example.com' where id = ${account}`)
    expect(await getCustomer(payload, order)).toMatchObject({
      email: 'confirmed@example.com',
      userId: account,
      notes: [expect.objectContaining({ text: 'Follows the account' })],
    })
  })

  it('gets neither the notes nor the tax exemption of a guest by ordering with their address', async () => {
    const { id: guest } = await makeOrder({ email: 'Victim@Example.com' }, { captured: true })
    const { account, order } = await makeUnconfirmed('victim@example.com')
    expect(await list('?search=victim@example.com')).toEqual([
      expect.objectContaining({ id: guest, orders: 2, userId: null }),
    ])
    const payload = await getTestPayload()
    for (const id of [guest, order])
      expect(await getCustomer(payload, id)).toMatchObject({ userId: null })
    const exempted = await call('PUT', `/api/admin/customers/${guest}/tax-certificate`, {
      as: admin,
      body: { certificate: 'EX-2' },
    })
    expect(exempted.status).toBe(409)
    const noted = await call('POST', `/api/admin/customers/${guest}/notes`, {
      as: admin,
      body: { text: 'About the guest', requestId: randomUUID() },
    })
    expect(noted.status).toBe(201)
    expect(await rowsOf(sql`select tax_certificate from users where id = ${account}`)).toEqual([
      { tax_certificate: null },
    ])
    expect(
      await rowsOf(sql`select customer_id from customer_notes where email = 'victim@example.com'`),
    ).toEqual([{ customer_id: null }])
  })

  it('is not the customer’s while another one ordered with the same address', async () => {
    const { order } = await makeUnconfirmed('shared@example.com')
    const other = await makeUnconfirmed('shared@example.com')
    expect(await list('?search=shared@example.com')).toEqual([
      expect.objectContaining({ orders: 2, userId: null }),
    ])
    expect(await getCustomer(await getTestPayload(), order)).toMatchObject({ userId: null })
    await rowsOf(sql`update users set email = 'shared@example.com' where id = ${other.account}`)
    expect(await list('?search=shared@example.com')).toEqual([
      expect.objectContaining({ orders: 2, userId: other.account }),
    ])
    expect(await getCustomer(await getTestPayload(), order)).toMatchObject({
      userId: other.account,
    })
  })
})

describe('the list of customers', () => {
  const addresses = [
    'ann@dune.example',
    'ANN@dune.example',
    'ben@dune.example',
    'Cleo@dune.example',
  ]
  const accounts: number[] = []
  const pick = <Item>(items: readonly Item[]): Item | null =>
    items[Math.floor(Math.random() * items.length)] ?? null

  const addOrder = (email: string | null, account: number | null) =>
    rowsOf(sql`insert into orders (order_number, uuid, checkout_id, access_key_hash, status, version, currency, subtotal_cents,
        shipping_cents, tax_cents, total_cents, email, customer_id, payment_state, payment_attempt, price_difference_state, created_at)
      select id, id, id, 'x', 'paid', 1, 'USD', 100, 0, 0, 100, ${email}, ${account}, 'completed', 1,
        ${pick([null, null, 'applied'])}, now() - random() * interval '9 days' from (select gen_random_uuid()::text as id) new`)
  /** One of the orders, which another statement may change at the same moment. */
  const anOrder = sql`(select id from orders where access_key_hash = 'x' order by random() limit 1)`
  const writes: (() => Promise<unknown>)[] = [
    () => addOrder(pick(addresses), pick([null, ...accounts])),
    () =>
      rowsOf(sql`insert into payments (order_id, kind, provider, provider_id, status, amount_cents)
        values (${anOrder}, ${pick(['refund', 'manual'])}, 'paypal', gen_random_uuid()::text, ${pick(['completed', 'pending'])}, 7)`),
    () =>
      rowsOf(sql`update payments set status = ${pick(['completed', 'failed'])}, amount_cents = 9
        where id = (select id from payments order by random() limit 1)`),
    () =>
      rowsOf(
        sql`update orders set email = ${pick([...addresses, 'erased'])} where id = ${anOrder}`,
      ),
    () =>
      rowsOf(
        sql`update orders set customer_id = ${pick([null, ...accounts])} where id = ${anOrder}`,
      ),
    () =>
      rowsOf(
        sql`update users set email = ${pick([null, 'ann@dune.example'])} where id = ${accounts[0]}`,
      ),
    () =>
      rowsOf(
        sql`update users set email = ${pick([null, 'ben@dune.example'])} where id = ${accounts[1]}`,
      ),
  ]

  beforeAll(async () => {
    accounts.push((await makePerson('customer')).user.id, (await makePerson('customer')).user.id)
    await addOrder('ann@dune.example', null)
    await writes[1]?.()
  })

  it('agrees with the orders, payments, and accounts, whatever writes them at the same time', async () => {
    for (let round = 0; round < 40; round += 1) {
      await Promise.all(Array.from({ length: 8 }, async () => pick(writes)?.()))
      await rowsOf(
        sql`delete from orders where id = ${anOrder} and id not in (select order_id from payments)`,
      )
      expect(await rowsOf(sql`select * from customers order by email`)).toEqual(
        await rowsOf(sql`
          select lower(coalesce(users.email, orders.email)) as email, min(orders.id) as first_order_id,
            (array_agg(orders.id order by orders.created_at desc, orders.id desc))[1] as last_order_id,
            case when count(distinct customer_id) = 1 then min(customer_id) end as only_account_id,
            (count(*) filter (where price_difference_state is null))::integer as orders,
            coalesce(sum(revenue.cents), 0)::bigint as spent_cents, min(orders.created_at) as first_order_at,
            coalesce(max(orders.created_at) filter (where price_difference_state is null), max(orders.created_at)) as last_order_at
          from orders left join users on users.id = customer_id
          left join (select order_id, sum(case kind when 'refund' then -amount_cents else amount_cents end) as cents
            from payments where status = 'completed' group by 1) revenue on revenue.order_id = orders.id
          where orders.email <> 'erased' group by 1 order by 1`),
      )
    }
  })
})
