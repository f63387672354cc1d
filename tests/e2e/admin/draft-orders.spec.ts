import { randomUUID } from 'node:crypto'

import { expect, type Page } from '@playwright/test'
import {
  gate,
  issueCard,
  mailsTo,
  ownProduct,
  payNow,
  payWith,
  query,
  signIn,
  test,
  violations,
  waitUntilIdle,
} from '@tests/support/browser'

const newAddress = (): string =>
  `linden-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`
const checkAccessibility = async (page: Page) => expect(await violations(page)).toEqual([])
const orderOf = (email: string) =>
  query<{ id: number; status: string; total: number; payments: number }>(
    `select id, status, total_cents::integer as total,
        (select count(*)::integer from payments where order_id = orders.id and status = 'completed') as payments
      from orders where email = $1`,
    [email],
  )

const linkIn = (text = ''): string => /https?:\/\/\S+\/checkout\/DF-\S+/.exec(text)?.[0] ?? ''

/** Fills in a draft order of two items for `email` and saves it. */
const saveDraft = async (page: Page, email: string): Promise<void> => {
  const tee = await ownProduct()
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: 'New order' }).click()
  await expect(page.getByRole('heading', { name: 'New order', level: 1 })).toBeVisible()
  // Without items it costs nothing, but isn't a free order.
  await expect(page.getByText('Free', { exact: true })).toBeVisible()
  await expect(page.getByText('Then email a payment link')).toBeVisible()
  const search = page.getByLabel('Add a product')
  await search.fill(tee.name)
  await expect(page.getByRole('list', { name: 'Products found' })).toContainText(tee.name)
  const { open: release, opened: released } = gate()
  await page.route('**/api/admin/draft-orders/quote', async (route) => {
    await released
    await route.continue()
  })
  await search.press('Enter')
  const items = page.getByRole('list', { name: 'Items' })
  await expect(items).toContainText(tee.name)
  await expect(page.getByText('Then email a payment link')).toBeVisible()
  release()
  await expect(items).toContainText('$32.00 each')
  await items.getByLabel(`Size of ${tee.name}`).selectOption('M')
  await items.getByLabel(`Quantity of ${tee.name}`).selectOption('2')
  // Enter in a search field doesn't save the draft.
  await page.getByLabel('Find a customer').fill('nobody of this name')
  await expect(page.getByText('No customers found.')).toBeVisible()
  await page.getByLabel('Find a customer').press('Enter')
  await expect(page).toHaveURL(/\/admin\/draft-orders\/new$/)
  await page.getByLabel('Find a customer').fill('')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('First name').fill('Linden')
  await page.getByLabel('Last name').fill('Marsh')
  await page.getByLabel('Street address').fill('18 Alder Lane')
  await page.getByLabel('City').fill('Ojai')
  await page.getByLabel('State').selectOption('CA')
  await page.getByLabel('ZIP code').fill('93023')
  await page.getByLabel('Discount', { exact: true }).selectOption('percent')
  await page.getByLabel('Percent', { exact: true }).fill('25')
  // $64.00 − $16.00 + free shipping + 8% tax.
  await expect(page.getByText('$51.84')).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/admin\/draft-orders\/\d+$/)
}

test('staff create a draft order on a phone, and the customer pays for it with the link in the email', async ({
  page,
  browser,
}) => {
  test.slow()
  const email = newAddress()
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'marisol')
  await saveDraft(page, email)
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Send payment link' }).click()
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
  await expect(
    page.getByText(/waiting for the customer’s payment|payment link/i).first(),
  ).toBeVisible()

  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const link = linkIn((await mailsTo(email))[0]?.text)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const customer = await context.newPage()
  await customer.goto(link)
  await expect(customer.getByRole('heading', { name: 'Pay for your order' })).toBeVisible()
  await expect(customer.getByText('$51.84').first()).toBeVisible()
  // A cart that the customer has begun to pay for in another tab.
  const cartId = JSON.stringify(randomUUID())
  await customer.evaluate((id) => localStorage.setItem('cart-id', id), cartId)
  await payWith(customer, /cancel/i)
  await expect(customer.getByText('Payment canceled. Nothing was charged.')).toBeVisible()
  await checkAccessibility(customer)
  expect((await orderOf(email))[0]).toMatchObject({ payments: 0 })
  await payWith(customer, payNow)
  await customer.waitForURL(/\/orders\/DF-/)
  expect(await orderOf(email)).toMatchObject([{ status: 'paid', total: 5184, payments: 1 }])
  expect(await customer.evaluate(() => localStorage.getItem('cart-id'))).toBe(cartId)

  // After that, the link leads to the order.
  await customer.goto(link)
  await expect(customer).toHaveURL(/\/orders\/DF-/)
  await context.close()
})

test('a payment link contacts PayPal once the customer chooses to pay, by keyboard, and again after it fails', async ({
  page,
  browser,
}) => {
  test.slow()
  const email = newAddress()
  await signIn(page, 'marisol')
  await saveDraft(page, email)
  await page.getByRole('button', { name: 'Send payment link' }).click()
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)

  const context = await browser.newContext()
  const customer = await context.newPage()
  const outside: string[] = []
  customer.on('request', (request) => {
    const isOutside = new URL(request.url()).origin !== process.env.SHOP_URL
    if (isOutside && !/^(data|blob):/.test(request.url())) outside.push(request.url())
  })
  const payPalScript = /\/web-sdk\/v6\/core/
  await customer.route(payPalScript, (route) => route.abort())
  await customer.goto(linkIn((await mailsTo(email))[0]?.text))
  const choose = customer.getByRole('button', { name: 'Choose how to pay' })
  await expect(choose).toBeVisible()
  await expect(customer.getByText('We won’t contact PayPal until you choose')).toBeVisible()
  await waitUntilIdle(customer)
  expect(outside).toEqual([])
  await checkAccessibility(customer)

  const payment = customer.getByRole('group', { name: 'Payment', exact: true })
  await choose.press('Enter')
  await expect(payment).toBeFocused()
  await expect(customer.getByRole('alert').filter({ hasText: 'reach PayPal' })).toBeVisible()
  await checkAccessibility(customer)
  await customer.unroute(payPalScript)
  await customer.keyboard.press('Tab')
  await customer.keyboard.press('Tab')
  await expect(customer.getByRole('button', { name: 'Try again' })).toBeFocused()
  await customer.keyboard.press('Enter')
  await expect(customer.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
  await expect(payment).toBeFocused()
  await payWith(customer, payNow)
  await customer.waitForURL(/\/orders\/DF-/)
  expect(await orderOf(email)).toMatchObject([{ status: 'paid', payments: 1 }])
  await context.close()
})

test('the customer pays part with a gift card and the rest with PayPal, after canceling once', async ({
  page,
  browser,
}) => {
  test.slow()
  const [email, code] = [newAddress(), await issueCard('20.00')]
  const cardBalance = () =>
    query<{ cents: number }>(
      `select sum(amount_cents)::integer as cents from gift_card_entries where card_id =
        (select id from gift_cards where last_four = $1 order by id desc limit 1)`,
      [code.slice(-4)],
    )
  await signIn(page, 'marisol')
  await saveDraft(page, email)
  await page.getByRole('button', { name: 'Send payment link' }).click()
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const link = linkIn((await mailsTo(email))[0]?.text)

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const customer = await context.newPage()
  await customer.goto(link)
  await customer.getByRole('button', { name: 'Use a gift card' }).click()
  const field = customer.getByLabel('Gift card code')
  await field.fill('ABCD-EFGH-JKMN-PQRS')
  await field.press('Enter')
  await expect(customer.getByText('This gift card can’t be used.')).toBeVisible()
  await checkAccessibility(customer)
  await field.fill(code)
  await field.press('Enter')
  await expect(
    customer.getByText('It covers $20.00 of this order. $31.84 left to pay.'),
  ).toBeVisible()
  await checkAccessibility(customer)
  expect(await cardBalance()).toEqual([{ cents: 2000 }])

  await payWith(customer, /cancel/i)
  await expect(customer.getByText('Payment canceled. Nothing was charged.')).toBeVisible()
  await customer.reload()
  await expect(customer.getByText('$51.84').first()).toBeVisible()
  await customer.getByRole('button', { name: 'Use a gift card' }).click()
  await field.fill(code)
  await field.press('Enter')
  await expect(customer.getByText('$31.84 left to pay.')).toBeVisible()
  await payWith(customer, payNow)
  await customer.waitForURL(/\/orders\/DF-/)
  await expect(customer.getByText('−$20.00').first()).toBeVisible()
  expect(await orderOf(email)).toMatchObject([{ status: 'paid', total: 5184, payments: 2 }])
  expect(await cardBalance()).toEqual([{ cents: 0 }])
  await context.close()
})

test('staff mark a draft as paid another way, which records one payment even on a double click', async ({
  page,
}) => {
  test.slow()
  const email = newAddress()
  await signIn(page, 'marisol')
  await saveDraft(page, email)
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as paid another way' })
  await dialog.getByLabel('How was it paid?').fill('Cash at the fall market.')
  await dialog.getByRole('button', { name: 'Record $51.84' }).dblclick()
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
  expect(await orderOf(email)).toMatchObject([{ status: 'paid', total: 5184, payments: 1 }])
})

test('with 100% off, staff place a free order with its reason, once even on a double click', async ({
  page,
}) => {
  test.slow()
  const email = newAddress()
  await signIn(page, 'marisol')
  await saveDraft(page, email)
  await page.getByLabel('Percent', { exact: true }).fill('100')
  await page.getByRole('button', { name: 'Place free order' }).click()
  await expect(page.getByRole('button', { name: 'Send payment link' })).toBeHidden()
  const dialog = page.getByRole('dialog', { name: 'Place a free order' })
  await checkAccessibility(page)
  await expect(dialog.getByLabel('Why is it free?')).toBeFocused()
  await dialog.getByRole('button', { name: 'Place free order' }).click()
  await expect(dialog.getByText('Please enter a reason.')).toHaveCount(1)
  await dialog.getByLabel('Why is it free?').fill('Won the fall giveaway.')
  await dialog.getByRole('button', { name: 'Place free order' }).dblclick()
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
  await expect(page.getByText('Won the fall giveaway.')).toBeVisible()
  await expect(page.getByText('This order is free, so there’s no payment.')).toBeVisible()
  expect(await orderOf(email)).toMatchObject([{ status: 'paid', total: 0, payments: 0 }])
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const text = (await mailsTo(email))[0]?.text
  expect(text).toContain('is waiting to be printed')
  expect(text).not.toContain('giveaway')
})

test('a draft is reopened from the list and deleted', async ({ page }) => {
  test.slow()
  const email = newAddress()
  await signIn(page, 'marisol')
  await saveDraft(page, email)
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: 'Drafts' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: email })
    .getByRole('link', { name: 'Linden Marsh' })
    .click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/admin\/draft-orders$/)
  expect(await query(`select 1 from draft_orders where email = $1`, [email])).toEqual([])
})

test('choosing another customer never leaves the address of the one before', async ({ page }) => {
  const mark = `${Date.now()}-${Math.floor(Math.random() * 1e6)}`
  const [ann, bo] = [`ann-${mark}@example.com`, `bo-${mark}@example.com`]
  for (const [email, name, street] of [
    [ann, 'Ann', '1 Aster Way'],
    [bo, 'Bo', '2 Birch Way'],
  ])
    await query(
      `insert into orders (order_number, uuid, checkout_id, access_key_hash, status, payment_state, email, subtotal_cents,
          total_cents, shipping_address_first_name, shipping_address_last_name, shipping_address_address1,
          shipping_address_city, shipping_address_state_code, shipping_address_zip)
        select 'DF-A' || left(mark::text, 8), mark::text, mark::text, mark::text, 'delivered', 'completed', $1, 3200, 3200, $2, 'Marsh', $3,
          'Ojai', 'CA', '93023' from gen_random_uuid() as mark`,
      [email, name, street],
    )
  await signIn(page, 'marisol')
  await page.goto('/admin/draft-orders/new')
  const emailField = page.getByLabel('Email', { exact: true })
  const street = page.getByLabel('Street address')
  const choose = async (email: string): Promise<void> => {
    const search = page.getByLabel('Find a customer')
    await search.fill(email)
    await expect(page.getByRole('list', { name: 'Customers found' })).toContainText(email)
    await search.press('Enter')
    await expect(emailField).toHaveValue(email)
  }
  const isLookup =
    (email: string) =>
    (url: URL): boolean =>
      url.pathname === '/api/admin/orders' && url.searchParams.get('search') === email

  await choose(ann)
  await expect(street).toHaveValue('1 Aster Way')
  const isLookupOfBo = isLookup(bo)
  await page.route(isLookupOfBo, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (one) => isLookupOfBo(new URL(one.url())))
  await choose(bo)
  await failed
  await expect(street).toHaveValue('')
  await expect(page.getByLabel('First name')).toHaveValue('')
  await page.unroute(isLookupOfBo)

  // Ann's address arrives after Bo's.
  const { open: release, opened: released } = gate()
  await page.route(isLookup(ann), async (route) => {
    await released
    await route.continue()
  })
  await choose(ann)
  await choose(bo)
  await expect(street).toHaveValue('2 Birch Way')
  const late = page.waitForResponse((one) => isLookup(ann)(new URL(one.url())))
  release()
  await (await late).finished()
  await page.getByLabel('Find a customer').fill(`nobody of ${mark}`)
  await expect(page.getByText('No customers found.')).toBeVisible()
  await expect(street).toHaveValue('2 Birch Way')
  await expect(page.getByLabel('First name')).toHaveValue('Bo')
})
