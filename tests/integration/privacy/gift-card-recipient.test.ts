import { randomUUID } from 'node:crypto'

import { makePerson, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { strFromU8, unzipSync } from 'fflate'

import { runJob } from '@/jobs/tasks'
import { issueGiftCard } from '@/modules/gift-cards/actions/staff-cards'
import { exportUserData } from '@/modules/privacy/queries/export-user-data'

import { ask, form, keyOf, letTimePass, night, requestsOf, work } from './deletion-requests'

const sandbox = useSandbox()
beforeAll(() => getTestPayload())

type Delivery = Record<
  'recipient_name' | 'recipient_email' | 'sender_name' | 'message' | 'code_seed',
  string | null
> & { amount_cents: string; card_id: number | null; send_on: string | null }

const deliveryOf = async (id: number) => {
  const [row] = await rowsOf<Delivery>(sql`
    select recipient_name, recipient_email, sender_name, message, code_seed, amount_cents::text, card_id, send_on
    from gift_card_deliveries where id = ${id}`)
  return row
}

/** A gift card that someone else buys for an address: sent, waiting for its day, or in an order that isn't paid. */
const buyCardFor = async (
  email: string,
  state: 'sent' | 'waiting' | 'unpaid',
): Promise<{ id: number; orderId: number; buyerEmail: string }> => {
  const buyerEmail = `buyer-${randomUUID()}@example.com`
  const order = await makeOrder({
    email: buyerEmail,
    status: state === 'unpaid' ? 'pending' : 'delivered',
  })
  const card =
    state === 'unpaid'
      ? null
      : await issueGiftCard(
          await getTestPayload(),
          { id: (await makePerson('admin')).user.id, role: 'admin', name: 'June' },
          { amountCents: 2500, note: 'Bought' },
        )
  const [row] = await rowsOf<{ id: number }>(sql`
    insert into gift_card_deliveries (order_id, origin, amount_cents, recipient_name, recipient_email, sender_name, message, send_on, code_seed, card_id, sent_at)
    values (${order.id}, 'purchase', 2500, 'Juniper', ${email}, 'Wren', 'For Juniper’s first year', ${state === 'waiting' ? '2099-01-01' : null},
            ${randomUUID()}, ${card?.id ?? null}, ${state === 'sent' ? sql`now()` : null}) returning id`)
  return { id: row?.id ?? 0, orderId: order.id, buyerEmail }
}

const eraseAccount = async (person: TestPerson): Promise<void> => {
  const { body } = await ask(person)
  await work()
  await letTimePass(body.code)
  await night()
}

const emailOf = (person: TestPerson): string => person.user.email ?? ''
const erased = { recipient_name: null, recipient_email: 'erased', message: null }

describe('the recipient of a gift card that someone else bought', () => {
  it('finds their name, email, and message in their export, without the code and the buyer’s order', async () => {
    const person = await makePerson('customer')
    const { id, orderId, buyerEmail } = await buyCardFor(emailOf(person).toUpperCase(), 'sent')
    const zip = exportUserData(await getTestPayload(), {
      userId: person.user.id,
      emails: [emailOf(person).toLowerCase()],
    })
    const files = unzipSync(new Uint8Array(await new Response(zip).arrayBuffer()))
    const json = strFromU8(files['data.json'] ?? new Uint8Array())
    expect(Object.keys(files)).not.toContain('orders.csv')
    const tables: unknown = JSON.parse(json)
    expect(tables).toMatchObject({
      gift_card_deliveries: [
        {
          id,
          order_id: orderId,
          recipient_name: 'Juniper',
          recipient_email: emailOf(person).toUpperCase(),
          message: 'For Juniper’s first year',
        },
      ],
    })
    const seed = (await deliveryOf(id))?.code_seed ?? 'no seed'
    expect(json).not.toContain(seed)
    expect(json).not.toContain(buyerEmail)
  })

  it('is erased from a card that was sent, which keeps its amount, its code, and who bought it', async () => {
    const person = await makePerson('customer')
    const { id, orderId, buyerEmail } = await buyCardFor(emailOf(person), 'sent')
    const before = await deliveryOf(id)
    await eraseAccount(person)
    expect(await deliveryOf(id)).toEqual({ ...before, ...erased })
    expect(before).toMatchObject({ sender_name: 'Wren', amount_cents: '2500' })
    expect(await rowsOf(sql`select email from orders where id = ${orderId}`)).toEqual([
      { email: buyerEmail },
    ])
  })

  it.each(['waiting', 'unpaid'] as const)(
    'stays on a card that is %s until it is sent, and is erased then',
    async (state) => {
      const person = await makePerson('customer')
      const { id } = await buyCardFor(emailOf(person), state)
      await eraseAccount(person)
      expect(await deliveryOf(id)).toMatchObject({
        recipient_name: 'Juniper',
        recipient_email: emailOf(person),
      })
      if (state === 'unpaid') {
        const admin = await makePerson('admin')
        const { id: cardId } = await issueGiftCard(
          await getTestPayload(),
          { id: admin.user.id, role: 'admin', name: 'June' },
          { amountCents: 2500, note: 'Bought' },
        )
        await rowsOf(sql`update gift_card_deliveries set card_id = ${cardId} where id = ${id}`)
      }
      await runJob(await getTestPayload(), 'send-gift-card', { deliveryId: id })
      const mails = await sandbox.mails(emailOf(person))
      expect(mails.map(({ subject }) => subject)).toContain('Wren sent you a gift card')
      expect(await deliveryOf(id)).toMatchObject({ ...erased, sender_name: 'Wren' })
    },
  )

  it('is erased from a waiting card that is refunded after the erasure, once its day comes', async () => {
    const person = await makePerson('customer')
    const { id } = await buyCardFor(emailOf(person), 'waiting')
    await eraseAccount(person)
    await rowsOf(sql`
      insert into gift_card_entries (card_id, kind, amount_cents, order_id, request_id, actor)
      select card_id, 'cancel', -2500, order_id, ${randomUUID()}, 'June' from gift_card_deliveries where id = ${id}`)
    await runJob(await getTestPayload(), 'send-gift-card', { deliveryId: id })
    expect(await deliveryOf(id)).toMatchObject(erased)
  })

  it.each(['before', 'after'])(
    'is erased from a waiting card whose order is canceled %s the erasure, and gets no email',
    async (time) => {
      const person = await makePerson('customer')
      const { id, orderId } = await buyCardFor(emailOf(person), 'waiting')
      const cancel = () =>
        rowsOf(sql`update orders set status = 'cancelled' where id = ${orderId} returning 1`)
      if (time === 'before') await cancel()
      await eraseAccount(person)
      expect(await deliveryOf(id)).toMatchObject(
        time === 'before' ? erased : { recipient_name: 'Juniper' },
      )
      if (time === 'after') await cancel()
      await runJob(await getTestPayload(), 'send-gift-card', { deliveryId: id })
      expect(await deliveryOf(id)).toMatchObject(erased)
      const mails = await sandbox.mails(emailOf(person))
      expect(mails.map(({ subject }) => subject)).not.toContain('Wren sent you a gift card')
    },
  )

  it('can ask for the erasure with the form, without an account or an order', async () => {
    const email = `recipient-${randomUUID()}@example.com`
    const { id } = await buyCardFor(email, 'sent')
    await form(email)
    const [request] = await requestsOf(sql`email = ${email}`)
    const code = request?.code ?? ''
    await call('POST', `/api/privacy/deletion-requests/${code}/confirm`, {
      body: { key: keyOf(code) },
    })
    await letTimePass(code)
    await night()
    expect(await deliveryOf(id)).toMatchObject(erased)
  })

  it('is not erased from the cards of others', async () => {
    const [person, other] = [await makePerson('customer'), await makePerson('customer')]
    const { id } = await buyCardFor(emailOf(other), 'sent')
    const before = await deliveryOf(id)
    await eraseAccount(person)
    expect(await deliveryOf(id)).toEqual(before)
  })
})

describe('the buyer of a gift card that waits for its day', () => {
  const buy = async (person: TestPerson, data: Parameters<typeof makeOrder>[0]) => {
    const order = await makeOrder({
      customer: person.user.id,
      email: emailOf(person),
      status: 'paid',
      items: [],
      ...data,
    })
    const card = await issueGiftCard(
      await getTestPayload(),
      { id: (await makePerson('admin')).user.id, role: 'admin', name: 'June' },
      { amountCents: 2500, note: 'Bought' },
    )
    const recipient = `recipient-${randomUUID()}@example.com`
    const [row] = await rowsOf<{ id: number }>(sql`
      insert into gift_card_deliveries (order_id, origin, amount_cents, recipient_name, recipient_email, sender_name, message, send_on, code_seed, card_id)
      values (${order.id}, 'purchase', 2500, 'Juniper', ${recipient}, 'Wren', 'For you', '2099-01-01', ${randomUUID()}, ${card.id}) returning id`)
    return { orderId: order.id, recipient, id: row?.id ?? 0 }
  }
  const orderOf = async (id: number) =>
    (await rowsOf(sql`select email, status from orders where id = ${id}`))[0]

  it('is erased at once if the order is nothing else, and the card is still sent on its day', async () => {
    const person = await makePerson('customer')
    const { orderId, recipient, id } = await buy(person, {})
    await eraseAccount(person)
    expect(await orderOf(orderId)).toEqual({ email: 'erased', status: 'paid' })
    await runJob(await getTestPayload(), 'send-gift-card', { deliveryId: id })
    expect((await sandbox.mails(recipient)).map(({ subject }) => subject)).toEqual([
      'Wren sent you a gift card',
    ])
    expect(await deliveryOf(id)).toMatchObject({ ...erased, sender_name: null })
    expect(await orderOf(orderId)).toEqual({ email: 'erased', status: 'delivered' })
  })

  it('takes the recipient along if the order was canceled, because the card isn’t sent', async () => {
    const person = await makePerson('customer')
    const { id } = await buy(person, { status: 'cancelled' })
    await eraseAccount(person)
    expect(await deliveryOf(id)).toMatchObject({ ...erased, sender_name: null })
  })

  it('waits for a paid price difference, which has no items, either', async () => {
    const person = await makePerson('customer')
    const { orderId } = await buy(person, { priceDifference: { state: 'open' } })
    await eraseAccount(person)
    expect(await orderOf(orderId)).toEqual({ email: emailOf(person), status: 'paid' })
  })
})
