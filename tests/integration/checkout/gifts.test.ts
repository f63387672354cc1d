import { makeCheckout, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { defaultPricingRules } from '@/modules/checkout/rules/pricing'
import { orderReceivedEmail } from '@/modules/orders/emails/order-emails'
import { eraseRows } from '@/modules/privacy/actions/erase-rows'
import type { AdminSettings } from '@/modules/shop/queries/admin-settings'
import { defaultPromises, promiseTexts } from '@/modules/shop/rules/promises'
import type { Product } from '@/payload-types'
import { parseCsv } from '@/platform/csv'
import { withTransaction } from '@/platform/transaction'

type Placed = { id: string; orderNumber: string; key: string }
type Failed = { code: string; fields?: Record<string, string> }
type Stored = {
  id: number
  is_gift: boolean
  gift_recipient: string | null
  gift_note: string | null
  sender_name: string | null
  shipping_address_first_name: string
}

useSandbox()
let owner: TestPerson
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
  tee = await makeProduct({ name: 'Fern Tee' })
})

const place = (body: Record<string, unknown>) =>
  call<Placed & Failed>('POST', '/order', { body: { ...makeCheckout(tee), ...body } })
const stored = async ({ orderNumber }: Placed): Promise<Stored | undefined> =>
  (await rowsOf<Stored>(sql`select * from orders where order_number = ${orderNumber}`))[0]
const gift = { recipient: 'Grandma June', note: 'Proud of you.\nAna' }

it('stores the gift options and the plain sender name with the order', async () => {
  const { status, body: placed } = await place({ gift, plainPackage: true })
  expect(status).toBe(200)
  expect(await stored(placed)).toMatchObject({
    is_gift: true,
    gift_recipient: 'Grandma June',
    gift_note: 'Proud of you.\nAna',
    sender_name: 'DF Apparel',
    shipping_address_first_name: 'Wren',
  })
})

it('stores no gift and the shop’s sender name by default', async () => {
  const { body: placed } = await place({})
  expect(await stored(placed)).toMatchObject({
    is_gift: false,
    gift_recipient: null,
    gift_note: null,
    sender_name: 'Dayfern',
  })
})

it('applies a changed sender name only to later orders', async () => {
  const { body: before } = await place({ plainPackage: true })
  const { body: settings } = await call<AdminSettings>('GET', '/api/admin/settings', { as: owner })
  const changed = await call<AdminSettings>('PUT', '/api/admin/settings', {
    as: owner,
    body: { plainSenderName: 'Corner Goods', version: settings.updatedAt },
  })
  expect(changed.status).toBe(200)
  const { body: after } = await place({ plainPackage: true })
  expect((await stored(before))?.sender_name).toBe('DF Apparel')
  expect((await stored(after))?.sender_name).toBe('Corner Goods')
})

it('rejects an order with a gift note that is too long', async () => {
  const [before] = await rowsOf<{ count: string }>(sql`select count(*) from orders`)
  const { status, body } = await place({ gift: { note: 'x'.repeat(201) } })
  expect(status).toBe(400)
  expect(body.fields).toHaveProperty(['gift.note'])
  expect(await rowsOf(sql`select count(*) from orders`)).toEqual([before])
})

it('shows the gift options to staff and in exports, and an erasure removes the recipient and note', async () => {
  const { body: placed } = await place({
    gift,
    customer: { ...makeCheckout(tee).customer, email: 'giver@example.com' },
  })
  const order = await stored(placed)
  const shown = await call<{ package: unknown }>('GET', `/api/admin/orders/${order?.id}`, {
    as: owner,
  })
  expect(JSON.stringify(shown.body)).toContain('"note":"Proud of you.\\nAna"')
  const file = await call<string>('GET', `/api/admin/orders/export?ids=${order?.id}`, { as: owner })
  const [head, row] = parseCsv(file.body)
  const cells = Object.fromEntries(head?.cells.map((name, at) => [name, row?.cells[at]]) ?? [])
  expect(cells).toMatchObject({ isGift: 'yes', shippingMethod: 'standard', senderName: 'Dayfern' })
  const payload = await getTestPayload()
  await withTransaction(payload, (req, tx) =>
    eraseRows(req, tx, { userId: null, emails: ['giver@example.com'] }),
  )
  expect(await stored(placed)).toMatchObject({
    is_gift: true,
    gift_recipient: null,
    gift_note: null,
  })
})

it('shows the gift note on the receipt', () => {
  const email = orderReceivedEmail({
    orderNumber: 'DF-1',
    status: 'paid',
    paymentState: 'completed',
    firstName: 'Wren',
    items: [
      {
        name: 'Fern Tee',
        size: 'M',
        color: 'Pine',
        quantity: 1,
        unitPriceCents: 3200,
        imageUrl: null,
      },
    ],
    totals: {
      subtotalCents: 3200,
      discountCents: 0,
      shippingCents: 599,
      taxCents: 256,
      totalCents: 4055,
    },
    shippingAddress: {
      firstName: 'Grandma June',
      lastName: '',
      address1: '18 Alder Lane',
      address2: null,
      city: 'Ojai',
      stateCode: 'CA',
      zip: '93023',
      countryCode: 'US',
    },
    gift: { note: 'Proud of you.' },
    orderUrl: 'https://dayfern.example/orders/DF-1',
    shopUrl: 'https://dayfern.example',
    contactEmail: 'hello@dayfern.example',
    promises: promiseTexts(defaultPromises, defaultPricingRules),
  })
  expect(email.text).toContain('Gift note: “Proud of you.”')
  expect(email.text).toContain('Shipping to:\nGrandma June\n18 Alder Lane')
})
