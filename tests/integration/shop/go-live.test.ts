import { jest } from '@jest/globals'
import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { connectPrintful } from '@tests/support/printful'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { addPurchasedCards, issuePurchasedCards } from '@/modules/gift-cards/deliveries'
import { runGoLiveChecks, runInTime } from '@/modules/go-live/actions/run-checks'
import { createOwnAddressProof } from '@/modules/go-live/own-address-proof'
import { confirmationsKey } from '@/modules/go-live/queries/confirmations'
import type { GoLiveCheck } from '@/modules/go-live/rules/checks'
import { renewOrderKeys } from '@/modules/orders/actions/renew-order-keys'
import { createOrderKey } from '@/modules/orders/order-access-key'
import { getOrderByKey } from '@/modules/orders/queries/get-customer-order'
import { erasedValues } from '@/modules/privacy/rules/data-request'
import { env } from '@/platform/env'
import { withTransaction } from '@/platform/transaction'
import { getProviders } from '@/providers'

const sandbox = useSandbox()
let owner: TestPerson
beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
  await rowsOf(sql`update users set email = 'owner@shop.test' where id = ${owner.user.id}`)
})

const runChecks = async () => {
  const { status, body } = await call<{ ready: boolean; checks: GoLiveCheck[] }>(
    'GET',
    '/api/admin/go-live',
    { as: owner },
  )
  expect(status).toBe(200)
  return {
    ready: body.ready,
    find: (name: string) => body.checks.find((check) => check.name === name),
  }
}
const confirm = (as: TestPerson, name: string, code?: string) =>
  call('POST', '/api/admin/go-live/confirmations', { as, body: { name, code } })

it('a demo shop gets the problems to fix before going live', async () => {
  await makeProduct({ isActive: true })
  const { ready, find } = await runChecks()
  expect(ready).toBe(false)
  expect(find('paypal')).toMatchObject({ state: 'problem', detail: expect.stringMatching(/demo/) })
  expect(find('address')).toMatchObject({
    state: 'problem',
    detail: expect.stringMatching(/https/),
  })
  expect(find('database')?.state).toMatch(/good|advice/)
  expect(find('worker')).toMatchObject({ state: 'problem' })
  expect(find('products')).toMatchObject({ state: 'advice', href: '/admin/products' })
  expect(find('printful')).toMatchObject({ state: 'problem', href: '/admin/printful' })
  expect(find('etsy')).toMatchObject({ state: 'skipped' })
  expect(find('owner')).toMatchObject({ state: 'good' })
  expect(find('second-factor')).toMatchObject({ state: 'problem' })
  expect(find('policies')).toMatchObject({ state: 'waiting', canConfirm: true })
})

it('a connected service is tested and reported as a problem when it fails', async () => {
  await connectPrintful()
  expect((await runChecks()).find('printful')).toMatchObject({
    state: 'advice',
    detail: expect.stringMatching(/^Connected to Printful.* Its webhooks aren’t on\.$/),
  })
  expect((await call('POST', '/api/admin/printful/webhook', { as: owner })).status).toBe(200)
  expect((await runChecks()).find('printful')).toMatchObject({
    state: 'good',
    detail: expect.stringMatching(/^Connected to Printful/),
  })
  await sandbox.fault({ provider: 'printful', fault: 'status', status: 401, times: 5 })
  expect((await runChecks()).find('printful')).toMatchObject({
    state: 'problem',
    href: '/admin/printful',
  })
  await sandbox.clearFaults()
})

it('demo orders and a super admin without an email are problems', async () => {
  const order = await makeOrder()
  await rowsOf(sql`update orders set paypal_environment = 'demo' where id = ${order.id}`)
  expect((await runChecks()).find('demo-data')).toMatchObject({
    state: 'problem',
    detail: 'There is 1 order from the demo.',
  })
  await rowsOf(sql`update orders set paypal_environment = 'live' where id = ${order.id}`)
  await rowsOf(sql`update users set email = null where id = ${owner.user.id}`)
  const { find } = await runChecks()
  expect(find('demo-data')).toMatchObject({ state: 'good' })
  expect(find('owner')).toMatchObject({ state: 'problem' })
  await rowsOf(sql`update users set email = 'owner@shop.test' where id = ${owner.user.id}`)
})

it('a shop whose only super admins still use a demo password has no owner', async () => {
  const args = { payload: await getTestPayload(), providers: getProviders() }
  const ownerCheck = async (published: string[]) =>
    (await runGoLiveChecks({ ...args, publishedPasswords: () => Promise.resolve(published) })).find(
      ({ name }) => name === 'owner',
    )
  expect(await ownerCheck(['june'])).toMatchObject({ state: 'good' })
  expect(await ownerCheck([owner.user.username ?? ''])).toMatchObject({
    state: 'problem',
    detail: 'There’s no super admin with a password of their own.',
    fix: 'Run "npm run go-live", which creates your account.',
  })
})

it('PayPal’s sandbox isn’t ready to open, and neither are its orders in a shop with live payments', async () => {
  const args = {
    payload: await getTestPayload(),
    providers: getProviders(),
    publishedPasswords: () => Promise.resolve([]),
  }
  const checksWith = async (environment: 'sandbox' | 'live') => {
    const replaced = jest.replaceProperty(env, 'PAYPAL_ENVIRONMENT', environment)
    const checks = await runGoLiveChecks(args)
    replaced.restore()
    return (name: string) => checks.find((check) => check.name === name)
  }
  const order = await makeOrder()
  await rowsOf(sql`update orders set paypal_environment = 'sandbox' where id = ${order.id}`)
  const demo = await checksWith('sandbox')
  expect(demo('paypal')).toMatchObject({
    state: 'problem',
    detail: 'PayPal’s sandbox accepts the keys. No real money moves.',
  })
  expect(demo('demo-data')).toMatchObject({ state: 'good' })
  const live = await checksWith('live')
  expect(live('paypal')).toMatchObject({ state: 'good' })
  expect(live('demo-data')).toMatchObject({
    state: 'problem',
    detail: 'There is 1 order from PayPal’s sandbox.',
    fix: 'Stop the shop and run "npm run go-live -- --sandbox-orders".',
  })
  await rowsOf(sql`update orders set paypal_environment = 'live' where id = ${order.id}`)
  expect((await checksWith('live'))('demo-data')).toMatchObject({ state: 'good' })
})

it('says what to do when PayPal rejects the keys and when it doesn’t answer', async () => {
  const args = {
    payload: await getTestPayload(),
    providers: getProviders(),
    publishedPasswords: () => Promise.resolve([]),
  }
  const findingsWith = async (status: number): Promise<unknown[]> => {
    await sandbox.fault({ provider: 'paypal', fault: 'status', status, times: 20 })
    const replaced = jest.replaceProperty(env, 'PAYPAL_ENVIRONMENT', 'live')
    try {
      return (await runGoLiveChecks(args))
        .filter(({ group }) => group === 'payments')
        .map(({ detail, fix }) => [detail, fix])
    } finally {
      replaced.restore()
      await sandbox.clearFaults()
    }
  }
  const rejected = [
    'PayPal rejects PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.',
    'Sandbox and live have separate keys. Copy both from your live app at developer.paypal.com, and restart.',
  ]
  expect(await findingsWith(401)).toEqual([rejected, rejected])
  const unreachable = [
    expect.stringMatching(/^Couldn’t check with PayPal: PayPal/),
    expect.stringMatching(/^Check that this server can reach PayPal/),
  ]
  expect(await findingsWith(503)).toEqual([unreachable, unreachable])
})

it('a changed PAYLOAD_SECRET is a problem that names gift cards and order links, which can be renewed', async () => {
  const payload = await getTestPayload()
  const order = await makeOrder()
  await withTransaction(payload, async (_, tx) => {
    await addPurchasedCards(tx, order.id, [
      {
        amountCents: 5000,
        recipientName: 'Sam',
        recipientEmail: 'sam@example.com',
        senderName: 'Wren',
        message: '',
        sendOn: null,
      },
    ])
    await issuePurchasedCards(tx, { ...order, purchasedCardsCents: 5000 })
  })
  const erased = await makeOrder({ accessKeyHash: erasedValues.email })
  const secretCheck = async () => (await runChecks()).find('secret')
  const withChangedSecret = async (): Promise<void> => {
    // A card that wasn't sent yet gets a code that works on its day.
    expect((await secretCheck())?.detail).toBe(
      'PAYLOAD_SECRET has changed: links in emails about existing orders don’t work and 1 of 1 stored key can’t be read.',
    )
    await rowsOf(sql`update gift_card_deliveries set sent_at = now() where order_id = ${order.id}`)
    expect(await secretCheck()).toMatchObject({
      state: 'problem',
      detail:
        'PAYLOAD_SECRET has changed: 1 gift card has a code that doesn’t work, links in emails about existing orders don’t work, and 1 of 1 stored key can’t be read.',
      fix: expect.stringMatching(
        /^Set the earlier PAYLOAD_SECRET, and restart\..*issued by hand, or whose recipient was erased/,
      ),
    })
    expect(await renewOrderKeys(payload)).toBeGreaterThan(0)
    expect(await renewOrderKeys(payload)).toBe(0)
    expect((await secretCheck())?.detail).toBe(
      'PAYLOAD_SECRET has changed: 1 gift card has a code that doesn’t work and 1 of 1 stored key can’t be read.',
    )
    const { orderNumber, uuid } = order
    const opened = await getOrderByKey(payload, orderNumber, createOrderKey(uuid))
    expect(opened?.orderNumber).toBe(orderNumber)
  }
  expect(await secretCheck()).toMatchObject({ state: 'good' })
  const replaced = jest.replaceProperty(
    env,
    'PAYLOAD_SECRET',
    'a secret that came later, 0123456789',
  )
  try {
    await withChangedSecret()
  } finally {
    replaced.restore()
  }
  await renewOrderKeys(payload)
  expect(await secretCheck()).toMatchObject({ state: 'good' })
  expect(
    await rowsOf(sql`select access_key_hash as hash from orders where id = ${erased.id}`),
  ).toEqual([{ hash: erasedValues.email }])
})

it('a shop isn’t ready until its own state or those of its sales tax are chosen, whatever anyone confirms', async () => {
  const save = (body: object) => call('PUT', '/api/admin/settings', { as: owner, body })
  const problem = { name: 'tax', group: 'shop', title: 'Sales tax', state: 'problem' }
  const links = { href: '/admin/settings', canConfirm: true }
  const expectProblem = async (detail: string, fix: string) => {
    expect((await confirm(owner, 'tax')).body).toEqual({
      code: 'conflict',
      error: 'Choose the states where you collect tax first.',
    })
    const { ready, find } = await runChecks()
    expect(ready).toBe(false)
    expect(find('tax')).toEqual({ ...problem, ...links, detail, fix })
  }
  // As the demo, or as a shop that was updated.
  await expectProblem(
    'Tax is collected in every state.',
    'Choose the states where you’re registered, and check their rates.',
  )
  expect((await save({ taxStates: [] })).status).toBe(200)
  // From a version in which an empty list could be confirmed.
  const payload = await getTestPayload()
  await payload.kv.set(confirmationsKey, { tax: '2026-01-02T10:00:00.000Z' })
  await expectProblem(
    'Your state isn’t set, so no sales tax is collected.',
    'Choose your state and any others where you’re registered, and check their rates.',
  )
  await payload.kv.set(confirmationsKey, {})
  for (const [change, detail] of [
    [{ homeState: 'OH' }, 'Tax is collected in OH.'],
    [{ taxStates: ['TX', 'CA'] }, 'Tax is collected in CA, TX.'],
  ] as const) {
    expect((await save(change)).status).toBe(200)
    expect((await runChecks()).find('tax')).toMatchObject({ state: 'waiting', detail })
  }
})

it('manual checks can be confirmed and are recorded in the audit log', async () => {
  expect((await confirm(owner, 'tax')).status).toBe(200)
  expect((await confirm(owner, 'time-zone')).status).toBe(200)
  const { find } = await runChecks()
  expect(find('tax')).toMatchObject({
    state: 'good',
    detail: expect.stringMatching(/Confirmed on/),
  })
  expect(find('policies')).toMatchObject({ state: 'waiting' })
  expect((await confirm(owner, 'paypal')).status).toBe(400)
  expect(
    await rowsOf(
      sql`select subject_id as name from audit_events where action = 'shop.go_live_confirmed' order by id`,
    ),
  ).toEqual([{ name: 'tax' }, { name: 'time-zone' }])
})

it('two people can confirm different checks at the same time', async () => {
  const payload = await getTestPayload()
  const before = (await payload.kv.get<object>(confirmationsKey)) ?? {}
  await payload.kv.set(confirmationsKey, {})
  const names = ['policies', 'time-zone'] as const
  const confirmed = await Promise.all(names.map((name) => confirm(owner, name)))
  expect(confirmed.map(({ status }) => status)).toEqual([200, 200])
  expect(Object.keys((await payload.kv.get<object>(confirmationsKey)) ?? {}).sort()).toEqual([
    ...names,
  ])
  await payload.kv.set(confirmationsKey, before)
})

it('a confirmation lasts only as long as what was confirmed', async () => {
  const setTaxStates = async (taxStates: string[]): Promise<void> => {
    const { status } = await call('PUT', '/api/admin/settings', { as: owner, body: { taxStates } })
    expect(status).toBe(200)
  }
  expect((await confirm(owner, 'policies')).status).toBe(200)
  await setTaxStates(['CA', 'NY', 'TX'])
  const replaced = jest.replaceProperty(env, 'SHOP_TIME_ZONE', 'Europe/Berlin')
  const changed = await runChecks()
  replaced.restore()
  expect(changed.find('tax')).toMatchObject({
    state: 'waiting',
    detail: 'Tax is collected in CA, NY, TX.',
  })
  expect(changed.find('time-zone')).toMatchObject({
    state: 'waiting',
    detail: expect.stringMatching(/in Europe\/Berlin\.$/),
  })
  expect(changed.find('policies')).toMatchObject({ state: 'good' })
  await setTaxStates(['CA', 'TX'])
  const { find } = await runChecks()
  for (const name of ['tax', 'time-zone']) expect(find(name)).toMatchObject({ state: 'good' })
})

it('receipt of the test email is confirmed only by its recipient with the code in it', async () => {
  expect((await confirm(owner, 'email-received')).status).toBe(400)
  expect((await confirm(owner, 'email-received', 'f'.repeat(32))).status).toBe(400)
  expect(
    await call('POST', '/api/admin/go-live/test-email', { as: owner, body: {} }),
  ).toMatchObject({ status: 200, body: { sentTo: 'owner@shop.test' } })
  const [mail] = await sandbox.mails('owner@shop.test')
  const code = /received=([0-9a-f]{32})/.exec(mail?.text ?? '')?.[1]
  const other = await makePerson('super_admin')
  expect((await confirm(other, 'email-received', code)).status).toBe(400)
  expect((await confirm(owner, 'email-received', code)).status).toBe(200)
  expect((await runChecks()).find('email-received')).toMatchObject({ state: 'good' })
  // Such as the demo's inbox, or the provider from before.
  const replaced = jest.replaceProperty(env, 'SMTP_URL', 'smtp://mail.fern.shop')
  expect((await runChecks()).find('email-received')).toMatchObject({ state: 'waiting' })
  replaced.restore()
  await rowsOf(sql`update users set email = null where id = ${other.user.id}`)
  expect(
    await call('POST', '/api/admin/go-live/test-email', { as: other, body: {} }),
  ).toMatchObject({ status: 409 })
})

it('only a request with a current proof gets the number of proxies', async () => {
  const ask = (proof: string, forwardedFor: string) =>
    call('GET', `/api/go-live/own-address?proof=${proof}`, {
      headers: { 'x-forwarded-for': forwardedFor },
    })
  expect((await ask('', '192.0.2.77')).status).toBe(404)
  expect((await ask('0'.repeat(64), '192.0.2.77')).status).toBe(404)
  const old = createOwnAddressProof(Date.now() - 180_000)
  expect((await ask(old, '192.0.2.77')).status).toBe(404)
  expect(await ask(createOwnAddressProof(), '192.0.2.77, 203.0.113.9')).toMatchObject({
    status: 200,
    body: { proxies: 1 },
  })
})

it('the PayPal webhook is null if missing and otherwise has its URL and events', async () => {
  const { payments } = getProviders()
  expect(await payments.getWebhook()).toBeNull()
  await sandbox.webhooks({ url: 'https://shop.test/api/webhooks/paypal' })
  expect(await payments.getWebhook()).toMatchObject({
    url: 'https://shop.test/api/webhooks/paypal',
    eventTypes: expect.arrayContaining(['*']),
  })
})

it('a check that times out is reported as a problem', async () => {
  expect(await runInTime(() => new Promise<never>(() => {}), 20)).toMatchObject({
    state: 'problem',
    detail: 'No response within 0.02 seconds.',
    fix: expect.stringMatching(/^Check again\./),
  })
})
