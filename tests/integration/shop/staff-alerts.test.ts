import { makeCheckout, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { notifyAboutOrder } from '@/modules/notifications/notify-staff'
import { getSettings } from '@/modules/shop/queries/get-settings'
import type { Product } from '@/payload-types'
import { withTransaction } from '@/platform/transaction'

const sandbox = useSandbox()
let owner: TestPerson
let tee: Product
let mailbox: string
beforeAll(async () => {
  const payload = await getTestPayload()
  owner = await makePerson('super_admin')
  tee = await makeProduct()
  mailbox = (await getSettings(payload)).contactEmail
})

const buy = async () => {
  const { body } = await call<{ id: string; orderNumber: string; key: string }>('POST', '/order', {
    body: makeCheckout(tee),
  })
  await sandbox.approve(body.id)
  await call('POST', `/order/${body.id}/capture`, { body: { key: body.key } })
  return body
}
const subjects = async () => {
  await runWaitingJobs()
  return (await sandbox.mails(mailbox)).map(({ subject }) => subject)
}

it('emails the shop about a new order and its cancellation without customer data', async () => {
  const { orderNumber, key } = await buy()
  expect((await subjects()).filter((subject) => subject.includes(orderNumber))).toEqual([
    `New order ${orderNumber}`,
  ])
  await call('POST', `/api/orders/${orderNumber}/cancel`, { body: { key } })
  expect(await subjects()).toContain(`${orderNumber} was canceled by the customer`)
  const texts = (await sandbox.mails(mailbox)).map(({ text, html }) => text + html).join()
  expect(texts).toContain('1 item, $40.55.')
  expect(texts).not.toMatch(/Wren|Okafor|wren@example|Alder Lane/)
})

it('names the total alone for an order without items, such as a price difference', async () => {
  const { orderNumber } = await buy()
  const [order] = await rowsOf<{ id: number }>(
    sql`select id from orders where order_number = ${orderNumber}`,
  )
  const id = order?.id ?? 0
  await rowsOf(sql`delete from orders_items where _parent_id = ${id}`)
  await withTransaction(await getTestPayload(), (_, tx) =>
    notifyAboutOrder(tx, 'refund-failed', id),
  )
  await subjects()
  const mail = (await sandbox.mails(mailbox)).find(
    ({ subject }) => subject === `A refund for ${orderNumber} didn’t go through`,
  )
  expect(mail?.text).toContain('$40.55.')
  expect(mail?.text).not.toContain(', $40.55')
})

it('sends only the alerts turned on in the settings', async () => {
  const body = { alertGroups: ['problems'] }
  expect((await call('PUT', '/api/admin/settings', { as: owner, body })).status).toBe(200)
  const { orderNumber } = await buy()
  expect((await subjects()).join()).not.toContain(orderNumber)
})
