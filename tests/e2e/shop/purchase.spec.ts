import { expect, type Page, type Request } from '@playwright/test'
import {
  addToCart,
  anyProduct,
  control,
  fillCheckout,
  mailsTo,
  openPaymentWindow,
  ownProduct,
  payNow,
  payWith,
  query,
  saveSettings,
  test,
  violations,
  waitUntilIdle,
} from '@tests/support/browser'

const email = () => `wren-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`
const eligibilityCall = /\/web-sdk\/v6\/eligibility/
const payPalScript = /\/web-sdk\/v6\/core/
const stateOf = async (address: string) =>
  query<{ status: string; payment_state: string; captures: number }>(
    `
  select status, payment_state, (select count(*)::int from payments p where p.order_id = o.id and p.kind = 'capture' and p.status = 'completed') as captures
  from orders o where email = $1`,
    [address],
  )

test(
  'a visitor finds a product, buys it, sees the confirmation, and gets the receipt by email',
  { tag: '@core' },
  async ({ page }) => {
    const address = email()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'One Day at a Time' })).toBeVisible()
    await page.getByRole('link', { name: 'Shop the collection' }).click()
    await expect(page.getByText(/\d+ product\(s\) found/)).toBeVisible()
    const search = page.getByRole('main').getByRole('searchbox', { name: 'Search' })
    await search.fill('one day at a time')
    await search.press('Enter')
    await expect(page).toHaveURL(/search=one/)
    await page.getByRole('link', { name: 'One Day at a Time Tee' }).first().click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'One Day at a Time Tee' }),
    ).toBeVisible()

    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await expect(page.getByText(/Please select a (size|color)/)).toBeVisible()
    await page.getByRole('radio', { name: /Pine/ }).check({ force: true })
    await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await page.goto('/cart')
    await expect(page.getByText(/Pine/).first()).toBeVisible()
    await expect(page.getByText('Add $18.00 more for free shipping')).toBeVisible()
    await page.getByRole('link', { name: 'Go to checkout' }).click()

    await expect(page.getByRole('button', { name: 'Complete Order Information' })).toBeDisabled()
    await fillCheckout(page, address)
    await expect(page.getByText('$40.55').filter({ visible: true }).first()).toBeVisible()
    await payWith(page, payNow)
    await page.waitForURL(/\/orders\/DF-\d+\?key=/)
    await expect(page.getByRole('heading', { name: /Thank you, Wren/ })).toBeVisible()
    await expect(page.getByText('$40.55').filter({ visible: true }).first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await stateOf(address)).toEqual([
      { status: 'paid', payment_state: 'completed', captures: 1 },
    ])
    await expect.poll(async () => (await mailsTo(address)).length).toBe(1)
    expect((await mailsTo(address))[0]?.text).toContain(page.url())
    const order = page.url()
    await page.goBack()
    await expect(page.getByText('Your cart is empty')).toBeVisible()
    await expect(page.getByText(/^Your order DF-\d+ was placed\.$/)).toBeVisible()
    await page.goto('/cart')
    await page.getByRole('link', { name: 'See your order' }).click()
    await page.waitForURL(order)
    await page.context().clearCookies()
    await page.goto('/cart')
    await expect(page.getByText('Your cart is empty')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Shop all' })).toBeVisible()
    await expect(page.getByText(/was placed/)).toHaveCount(0)
  },
)

/** Fills in the checkout, and returns the button in PayPal's window that pays. */
const openWindow = async (tab: Page, address: string) => {
  await tab.goto('/checkout')
  await fillCheckout(tab, address)
  const [window] = await Promise.all([
    tab.waitForEvent('popup'),
    tab.getByRole('button', { name: /paypal/i }).click(),
  ])
  const pay = window.getByRole('button', { name: payNow })
  await pay.waitFor()
  return pay
}

test('two tabs that both approve a payment for one cart are charged once, and the cart can be bought again', async ({
  page,
  context,
}) => {
  const address = email()
  const product = await anyProduct()
  await addToCart(page, product)
  const other = await context.newPage()
  const [first, second] = [await openWindow(page, address), await openWindow(other, address)]
  await first.click()
  await page.waitForURL(/\/orders\/DF-\d+\?key=/)
  await second.click()
  await expect(
    other.getByText(
      'You already paid for items in this cart. Nothing was charged this time. Pay again only if you want to order them again.',
    ),
  ).toBeVisible()
  await expect(other.getByText('Your cart is empty')).toBeVisible()
  expect(await violations(other)).toEqual([])
  expect(await stateOf(address)).toEqual(
    expect.arrayContaining([
      { status: 'paid', payment_state: 'completed', captures: 1 },
      { status: 'cancelled', payment_state: 'created', captures: 0 },
    ]),
  )
  await other.getByRole('link', { name: /^See order DF-/ }).click()
  await other.waitForURL(page.url())

  await addToCart(other, product)
  await (await openWindow(other, address)).click()
  await other.waitForURL(/\/orders\/DF-\d+\?key=/)
  expect(await stateOf(address)).toHaveLength(3)
})

test('a tab that has to wait for another tab’s payment pays at the next press once that one was declined', async ({
  page,
  context,
}) => {
  const address = email()
  await addToCart(page, await anyProduct())
  const other = await context.newPage()
  const first = (await openWindow(page, address)).page()
  const second = await openWindow(other, address)
  const [order] = await query<{ payment: string }>(
    'select paypal_order_id as payment from orders where email = $1 order by id limit 1',
    [address],
  )
  const path = `/v2/checkout/orders/${order?.payment}/capture`
  await control('POST', '/faults', {
    provider: 'paypal',
    match: { method: 'POST', path },
    fault: 'latency',
    latencyMs: 60_000,
  })
  await first.getByRole('button', { name: /declines/i }).click()
  type Planned = { faults: { match: { path?: string }; hits: number }[] }
  await expect
    .poll(async () =>
      ((await control('GET', '/faults')) as Planned).faults.find(
        ({ match }) => match.path === path,
      ),
    )
    .toMatchObject({ hits: 1 })
  await second.click()
  await expect(
    other.getByText(/still confirming another payment.+Nothing was charged this time/),
  ).toBeVisible()
  await control('POST', '/faults/answer')
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  await payWith(other, payNow)
  await other.waitForURL(/\/orders\/DF-\d+\?key=/)
  expect(await stateOf(address)).toEqual(
    expect.arrayContaining([
      { status: 'pending', payment_state: 'declined', captures: 0 },
      { status: 'cancelled', payment_state: 'created', captures: 0 },
      { status: 'paid', payment_state: 'completed', captures: 1 },
    ]),
  )
})

test('closing the payment window charges nothing and keeps the form, and the next attempt works', async ({
  page,
}) => {
  const address = email()
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await fillCheckout(page, address)
  const window = await openPaymentWindow(page)
  await window.close()
  await expect(page.getByText(/Nothing was charged/)).toBeVisible()
  await expect(page.getByLabel('Street address')).toHaveValue('18 Alder Lane')
  await page.reload()
  await expect(page.getByLabel('Street address')).toHaveValue('18 Alder Lane')
  await payWith(page, payNow)
  await page.waitForURL(/\/orders\/DF-/)
  expect(await stateOf(address)).toEqual([
    { status: 'paid', payment_state: 'completed', captures: 1 },
  ])
})

for (const name of [/paypal/i, /venmo/i])
  test(`a payment by ${name.source} that was approved before its window closed is completed and not called canceled`, async ({
    page,
  }) => {
    const address = email()
    await addToCart(page, await anyProduct())
    await page.goto('/checkout')
    await fillCheckout(page, address)
    const window = await openPaymentWindow(page, page.getByRole('button', { name }))
    const [order] = await query<{ id: string }>(
      'select paypal_order_id as id from orders where email = $1',
      [address],
    )
    await control('POST', `/paypal/orders/${order?.id}/approve`, {})
    await window.close()
    await page.waitForURL(/\/orders\/DF-/)
    expect(await stateOf(address)).toEqual([
      { status: 'paid', payment_state: 'completed', captures: 1 },
    ])
  })

test(
  'a declined payment shows an error, and the second attempt is captured once',
  { tag: '@core' },
  async ({ page }) => {
    const address = email()
    await addToCart(page, await anyProduct())
    await page.goto('/checkout')
    await fillCheckout(page, address)
    await payWith(page, /declines/i)
    await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
    await expect(page.getByText(/Nothing was charged/)).toBeVisible()
    await payWith(page, payNow)
    await page.waitForURL(/\/orders\/DF-/)
    expect(await stateOf(address)).toEqual([
      { status: 'paid', payment_state: 'completed', captures: 1 },
    ])
  },
)

test.describe('card payments', () => {
  // These tests run one after the other, because the last one changes the shop's payment methods.
  test.describe.configure({ mode: 'default' })

  test('the card form can be closed, and Venmo pays the same order after a declined card', async ({
    page,
  }) => {
    const address = email()
    await addToCart(page, await anyProduct())
    await page.goto('/checkout')
    await fillCheckout(page, address)
    const cardButton = page.getByRole('button', { name: 'Debit or Credit Card' })
    const venmoButton = page.getByRole('button', { name: 'Pay with Venmo' })
    const cardForm = page.getByRole('group', { name: 'Debit or credit card, demo' })
    await cardButton.click()
    await expect(cardForm).toBeVisible()
    await expect(venmoButton).toBeHidden()
    await page.getByRole('button', { name: 'Choose another way to pay' }).click()
    await expect(cardForm).toHaveCount(0)
    await expect(page.getByText('Payment canceled. Nothing was charged.')).toBeVisible()

    const window = await openPaymentWindow(page, venmoButton)
    await window.close()
    await expect(page.getByText('Payment canceled. Nothing was charged.')).toBeVisible()

    await cardButton.click()
    await cardForm.getByRole('button', { name: /declines/ }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
    await payWith(page, payNow, /venmo/i)
    await page.waitForURL(/\/orders\/DF-/)
    expect(await stateOf(address)).toEqual([
      { status: 'paid', payment_state: 'completed', captures: 1 },
    ])
    expect(
      await query(
        `select p.method, p.status from payments p join orders o on o.id = p.order_id where o.email = $1 order by p.id`,
        [address],
      ),
    ).toEqual([
      { method: 'card', status: 'declined' },
      { method: 'venmo', status: 'completed' },
    ])
  })

  test('a card pays without a PayPal account, and only eligible payment buttons are shown', async ({
    page,
  }) => {
    const address = email()
    await addToCart(page, await anyProduct())
    await page.route(eligibilityCall, (route) =>
      route.fulfill({
        json: { eligible: ['card'] },
        headers: { 'Access-Control-Allow-Origin': '*' },
      }),
    )
    await page.goto('/checkout')
    await fillCheckout(page, address)
    await page.getByRole('button', { name: 'Debit or Credit Card' }).click()
    await expect(page.getByRole('button', { name: /paypal|venmo/i })).toHaveCount(0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: payNow }).click()
    await page.waitForURL(/\/orders\/DF-/)
    expect(await stateOf(address)).toEqual([
      { status: 'paid', payment_state: 'completed', captures: 1 },
    ])
  })

  test(
    'a card in PayPal’s fields is verified, never sent to the shop, and can be corrected after a decline',
    { tag: '@core' },
    async ({ page }) => {
      await saveSettings({ paymentMethods: ['card', 'venmo', 'card_fields', 'paylater'] })
      try {
        const address = email()
        const sent: string[] = []
        page.on('request', (request) => {
          if (request.url().startsWith(new URL(page.url()).origin))
            sent.push(`${request.url()} ${request.postData() ?? ''}`)
        })
        await addToCart(page, await anyProduct())
        await page.goto('/checkout')
        await fillCheckout(page, address)
        await expect(page.getByRole('button', { name: 'Pay Later' })).toBeVisible()
        await expect(page.locator('paypal-message')).toHaveCount(0)
        const cardButton = page.getByRole('button', { name: 'Debit or credit card' })
        await page.route('**/_next/static/**/*.js', (route) => route.abort())
        await cardButton.click()
        await expect(page.getByText('Check your connection and try again.')).toBeVisible()
        await page.unroute('**/_next/static/**/*.js')
        await cardButton.click()
        const form = page.getByRole('form', { name: 'Card' })
        const type = (label: string, text: string) =>
          form
            .frameLocator(`iframe[title="${label}"]`)
            .getByLabel(label, { exact: true })
            .fill(text)
        await form.getByRole('button', { name: 'Pay $' }).click()
        await expect(form.getByText('Please check the card number.')).toBeVisible()
        await type('Card number', '4868719181895556')
        await type('Expires (MM/YY)', '04/30')
        await type('Security code', '123')
        await expect(form.getByText('Please check the card number.')).toBeHidden()
        expect(await violations(page)).toEqual([])

        const verification = page.getByRole('dialog', { name: 'Card verification, demo' })
        await form.getByRole('button', { name: 'Pay $' }).click()
        await expect(verification).toHaveCSS('border-radius', '12px')
        await verification.getByRole('button', { name: 'Close' }).click()
        await expect(page.getByText('Payment canceled. Nothing was charged.')).toBeVisible()
        await form.getByRole('button', { name: 'Pay $' }).click()
        await verification.getByRole('button', { name: 'Verify the card' }).click()
        await expect(page.getByText(/Your bank couldn’t verify this card/)).toBeVisible()

        await type('Card number', '4012888888881881')
        await form.getByLabel('Name on card').fill('CCREJECT-EC')
        await form.getByRole('button', { name: 'Pay $' }).click()
        await expect(page.getByText(/Check the card’s expiration date/)).toBeVisible()
        await form.getByLabel('Name on card').fill('Wren Okafor')
        await form.getByRole('button', { name: 'Pay $' }).click()
        await page.waitForURL(/\/orders\/DF-/)
        expect(await stateOf(address)).toEqual([
          { status: 'paid', payment_state: 'completed', captures: 1 },
        ])
        expect(sent.filter((text) => /4868719181895556|4012888888881881/.test(text))).toEqual([])
      } finally {
        await saveSettings({ paymentMethods: ['card', 'venmo'] })
      }
    },
  )

  test('a card whose confirmation isn’t heard of is charged once, and its form keeps the keyboard focus nearby', async ({
    page,
  }) => {
    await saveSettings({ paymentMethods: ['card', 'venmo', 'card_fields'] })
    try {
      const address = email()
      await addToCart(page, await anyProduct())
      await page.goto('/checkout')
      await fillCheckout(page, address)
      const payment = page.getByRole('group', { name: 'Payment' })
      const open = page.getByRole('button', { name: 'Debit or credit card' })
      await open.press('Enter')
      await expect(payment).toBeFocused()
      await page.getByRole('button', { name: 'Choose another way to pay' }).press('Enter')
      await expect(payment).toBeFocused()
      await open.click()
      const form = page.getByRole('form', { name: 'Card' })
      for (const [label, text] of [
        ['Card number', '4012888888881881'],
        ['Expires (MM/YY)', '04/30'],
        ['Security code', '123'],
      ] as const)
        await form
          .frameLocator(`iframe[title="${label}"]`)
          .getByLabel(label, { exact: true })
          .fill(text)
      const confirmation = /\/card-sessions\/[^/]+\/submit/
      await page.route(confirmation, (route) => route.abort(), { times: 1 })
      await form.getByRole('button', { name: 'Pay $' }).click()
      await expect(page.getByText('Something went wrong in the payment window.')).toBeVisible()
      expect(await stateOf(address)).toEqual([
        { status: 'pending', payment_state: 'created', captures: 0 },
      ])

      await page.route(confirmation, async (route) => {
        await route.fetch()
        await route.abort()
      })
      await form.getByRole('button', { name: 'Pay $' }).click()
      await page.waitForURL(/\/orders\/DF-/)
      expect(await stateOf(address)).toEqual([
        { status: 'paid', payment_state: 'completed', captures: 1 },
      ])
    } finally {
      await saveSettings({ paymentMethods: ['card', 'venmo'] })
    }
  })
})

test('a payment approved in PayPal’s app completes in the returning tab, but not in another browser', async ({
  page,
  context,
  browser,
}) => {
  const address = email()
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await fillCheckout(page, address)
  await openPaymentWindow(page)
  const [order] = await query<{ id: string }>(
    'select paypal_order_id as id from orders where email = $1',
    [address],
  )
  const returned = `/checkout?token=${order?.id}&PayerID=DEMOBUYER4UYR`
  await page.goto('/cart')
  await control('POST', `/paypal/orders/${order?.id}/approve`, {})

  const stranger = await browser.newContext()
  const other = await stranger.newPage()
  await other.goto(returned)
  await expect(other.getByText(/You approved your payment/)).toBeVisible()
  await expect(other).toHaveURL(/\/checkout$/)
  await stranger.close()
  expect(await stateOf(address)).toMatchObject([{ status: 'pending' }])

  const tab = await context.newPage()
  await tab.goto(`/checkout?token=${order?.id}`)
  await expect(tab.getByText('Payment canceled. Nothing was charged.')).toBeVisible()
  await tab.goto(returned)
  await tab.waitForURL(/\/orders\/DF-/)
  expect(await stateOf(address)).toEqual([
    { status: 'paid', payment_state: 'completed', captures: 1 },
  ])
  await tab.goto('/cart')
  await expect(tab.getByText('Your cart is empty')).toBeVisible()
})

test('a buyer in the browser of another app pays on PayPal’s page and comes back to the paid order', async ({
  browser,
  baseURL,
}) => {
  const address = email()
  const context = await browser.newContext({
    baseURL,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Instagram 400.0',
  })
  const page = await context.newPage()
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await fillCheckout(page, address)
  // Venmo has no page of its own to go to.
  const venmo = page.getByRole('button', { name: /venmo/i })
  await venmo.click()
  await expect(page.getByText(/doesn’t work in your browser.+Please choose another/)).toBeVisible()
  await expect(venmo).toHaveCount(0)
  await page.getByRole('button', { name: /paypal/i }).click()
  await page.waitForURL(/checkoutnow\?token=/)
  await page.goBack()
  await expect(page.getByRole('button', { name: /paypal/i })).toBeEnabled()

  // A browser may restore the page as it was left, with its buttons still waiting.
  await page.route(/checkoutnow\?token=/, (route) => route.fulfill({ status: 204 }))
  const isLeft = page.waitForRequest(/checkoutnow\?token=/)
  await page.getByRole('button', { name: /paypal/i }).click()
  await isLeft
  await expect(page.getByRole('button', { name: 'Pay with PayPal', disabled: false })).toHaveCount(
    0,
  )
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeEnabled()
  await page.unroute(/checkoutnow\?token=/)
  await page.getByRole('button', { name: /paypal/i }).click()
  await page.waitForURL(/checkoutnow\?token=/)
  await page.getByRole('button', { name: payNow }).click()
  await page.waitForURL(/\/orders\/DF-/)
  expect(await stateOf(address)).toEqual([
    { status: 'paid', payment_state: 'completed', captures: 1 },
  ])
  await context.close()
})

test('checkout explains how to order without eligible payment methods, and offers PayPal if eligibility is unknown', async ({
  page,
}) => {
  await addToCart(page, await anyProduct())
  await page.route(eligibilityCall, (route) =>
    route.fulfill({ json: { eligible: [] }, headers: { 'Access-Control-Allow-Origin': '*' } }),
  )
  await page.goto('/checkout')
  await fillCheckout(page, email())
  await expect(page.getByText(/Try another browser or phone, or email/)).toBeVisible()
  await expect(page.getByRole('button', { name: /paypal|venmo|(?<!gift )card/i })).toHaveCount(0)
  await page.unroute(eligibilityCall)
  await page.route(eligibilityCall, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
  await expect(page.getByRole('button', { name: /venmo|(?<!gift )card/i })).toHaveCount(0)

  await page.route(payPalScript, (route) => route.abort())
  await page.reload()
  await expect(page.getByText('We couldn’t reach PayPal.')).toBeVisible()
  await expect(page.getByText(/Try another browser or phone, or email/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.unroute(payPalScript)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
})

test('an eCheck order is pending and becomes paid when the eCheck clears', async ({ page }) => {
  const address = email()
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await fillCheckout(page, address)
  await payWith(page, /echeck/i)
  await page.waitForURL(/\/orders\/DF-/)
  expect(await stateOf(address)).toEqual([
    { status: 'pending', payment_state: 'pending', captures: 0 },
  ])
  const [row] = await query<{ provider_id: string }>(
    'select p.provider_id from payments p join orders o on o.id = p.order_id where o.email = $1',
    [address],
  )
  await control('POST', `/paypal/captures/${row?.provider_id}/complete`, {})
  await expect
    .poll(() => stateOf(address))
    .toEqual([{ status: 'paid', payment_state: 'completed', captures: 1 }])
})

test('if the tab closes right after approval, the shop captures the payment by itself', async ({
  page,
  context,
}) => {
  const address = email()
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await fillCheckout(page, address)
  await page.route('**/order/*/capture', (route) => route.abort())
  await payWith(page, payNow)
  await expect.poll(async () => (await stateOf(address)).length).toBe(1)
  await context.close()
  await expect
    .poll(() => stateOf(address), { timeout: 100_000, intervals: [1000] })
    .toEqual([{ status: 'paid', payment_state: 'completed', captures: 1 }])
})

test('the cart shows that a price has changed since the item was added', async ({ page }) => {
  const product = await ownProduct()
  await addToCart(page, product.id)
  await query(`update products set base_price_cents = base_price_cents + 300 where id = $1`, [
    product.id,
  ])
  await page.goto('/cart')
  await expect(
    page
      .getByText(/price/i)
      .filter({ hasText: /chang|now/i })
      .first(),
  ).toBeVisible()
})

test('the cart is shared with other tabs and survives a reload', async ({ page, context }) => {
  const product = await anyProduct()
  const other = await context.newPage()
  await other.goto('/cart')
  await expect(other.getByText('Your cart is empty')).toBeVisible()
  await addToCart(page, product)
  await expect(other.getByText('Your cart is empty')).toBeHidden()
  await other.reload()
  await expect(other.getByRole('link', { name: 'Go to checkout' })).toBeVisible()
})

const cartOf = (page: Page) =>
  page.evaluate(() =>
    (
      JSON.parse(localStorage.getItem('cart') ?? '{"items":[]}') as {
        items: { size: string; quantity: number }[]
      }
    ).items.map(({ size, quantity }) => [size, quantity]),
  )

test('a double click adds an item once, and adding, removing, and clearing can be undone', async ({
  page,
}) => {
  const { id, name } = await ownProduct()
  await page.goto(`/products/${id}?size=S&color=Pine`)
  const add = page.getByRole('button', { name: 'Add to cart' }).first()
  await page.getByLabel('Quantity').selectOption('2')
  await add.dblclick()
  await expect.poll(() => cartOf(page)).toEqual([['S', 2]])
  await expect(page.getByText('Added to cart')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => cartOf(page)).toEqual([])
  await add.click()
  await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true })
  await add.click()
  await expect
    .poll(() => cartOf(page))
    .toEqual([
      ['S', 2],
      ['M', 2],
    ])

  await page.goto('/cart')
  await page.getByRole('button', { name: `Remove ${name}, Pine, size S` }).click()
  await expect.poll(() => cartOf(page)).toEqual([['M', 2]])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => cartOf(page))
    .toEqual([
      ['S', 2],
      ['M', 2],
    ])
  await page.getByRole('button', { name: 'Clear cart' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear cart' }).click()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => cartOf(page))
    .toEqual([
      ['S', 2],
      ['M', 2],
    ])
})

test('the toast after adding an item opens the cart drawer, which works by keyboard and on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { id, name } = await ownProduct()
  await page.goto(`/products/${id}?size=S&color=Pine`)
  const add = page.getByRole('button', { name: 'Add to cart' }).first()
  await add.press('Enter')
  const viewCart = page.getByRole('link', { name: 'View cart' })
  await expect(viewCart).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(viewCart).toBeFocused()
  for (const name of ['Undo', 'Dismiss', 'Add to wishlist']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name, exact: true }).first()).toBeFocused()
  }
  await add.focus()
  await viewCart.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Your cart' })
  await expect(drawer.getByText('Pine, size S · Qty 1')).toBeVisible()
  await expect(drawer.getByText('Total before tax')).toBeVisible()
  await expect(page.getByText('Added to cart')).toBeHidden()
  expect(await violations(page)).toEqual([])
  await drawer.getByRole('button', { name: `Remove ${name}, Pine, size S` }).click()
  await expect(drawer.getByText('Your cart is empty.')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(drawer.getByText('Pine, size S · Qty 1')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(add).toBeFocused()

  await page.goto('/gift-cards')
  const form = page.getByRole('form', { name: 'Gift card' })
  await form.getByLabel('Recipient’s name').fill('Rowan')
  await form.getByLabel('Recipient’s email').fill('rowan@example.com')
  await form.getByRole('button', { name: 'Add to cart' }).click()
  await page.waitForURL('**/cart')
  await page.goto(`/products/${id}?size=S&color=Pine`)
  await add.click()
  await page.getByRole('link', { name: 'View cart' }).click()
  await drawer.getByRole('button', { name: 'Remove Gift card for Rowan' }).click()
  await expect(drawer.getByText('Gift card for Rowan removed.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(drawer.getByRole('button', { name: 'Remove Gift card for Rowan' })).toBeVisible()
  await drawer.getByRole('link', { name: 'Checkout' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
})

test('the cart drawer shows current prices and what is sold out, and the cart page still tells the old price', async ({
  page,
}) => {
  const { id } = await ownProduct()
  for (const size of ['S', 'M']) {
    await page.goto(`/products/${id}?size=${size}&color=Pine`)
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await expect(page.getByRole('link', { name: 'View cart' })).toBeVisible()
  }
  await query('update products set base_price_cents = 2900 where id = $1', [id])
  await query(
    `update products_variants set available = false where _parent_id = $1 and size = 'M'`,
    [id],
  )
  await page.getByRole('link', { name: 'View cart' }).click()
  const lines = page.getByRole('dialog', { name: 'Your cart' }).getByRole('listitem')
  await expect(lines.filter({ hasText: 'size S' })).toContainText('$29.00')
  await expect(lines.filter({ hasText: 'size M' })).toContainText('Sold out')
  await page.goto('/cart')
  await expect(
    page.getByText('The price is now $29.00. It was $32.00.', { exact: true }),
  ).toBeVisible()
})

test('checkout reports a ZIP code of another state, shows no errors for new fields, and has a quick exit', async ({
  page,
}) => {
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await page.getByText('Complete Order Information').click({ force: true })
  await expect(page.getByText('Please add a city.')).toHaveCount(1)
  await page.getByLabel('My billing address is the same').uncheck()
  await expect(page.getByRole('group', { name: 'What’s your billing address?' })).toBeVisible()
  await expect(page.getByText('Please add a city.')).toHaveCount(1)
  await page.getByLabel('My billing address is the same').check()

  await fillCheckout(page, email(), { State: 'PA' })
  await expect(
    page.getByText('ZIP code 93023 is in California. Please check the state and ZIP code.'),
  ).toBeVisible()
  await expect(page.getByLabel('ZIP code')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('button', { name: 'Complete Order Information' })).toBeDisabled()
  await page.getByLabel('State').selectOption('CA')
  await expect(page.getByRole('button', { name: /paypal/i })).toBeVisible()
  // The phone number is optional, so a wrong one isn't missing.
  await page.getByLabel('Phone').fill('call me')
  await expect(page.getByText('Please check: Phone')).toBeVisible()
  await expect(page.getByText('Still needed')).toBeHidden()
  await page.getByLabel('Phone').fill('')

  await expect(page.getByRole('link', { name: 'Quick exit' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'text 988' })).toHaveAttribute('href', 'sms:988')
})

test('without JavaScript, cart and checkout say that they need it instead of showing a broken form', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/checkout')
  await expect(page.getByText(/Checkout needs JavaScript/)).toBeVisible()
  await expect(page.getByLabel('Street address')).toBeHidden()
  await expect(page.getByRole('link', { name: 'text 988' })).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText(/Your cart needs JavaScript/)).toBeVisible()
  await expect(page.getByText('Loading')).toBeHidden()
  await context.close()
})

test('the error page can be left with “Try again” once a script can be fetched', async ({
  page,
}) => {
  const { id } = await ownProduct()
  await addToCart(page, id)
  const known = new Set<string>()
  const note = (request: Request): void => void known.add(request.url())
  page.on('request', note)
  await page.goto('/checkout')
  await waitUntilIdle(page)
  page.off('request', note)
  // What an empty cart shows is fetched on its own.
  await page.evaluate(() => localStorage.clear())
  const scripts = '**/_next/static/**/*.js'
  await page.route(scripts, (route) =>
    known.has(route.request().url()) ? route.continue() : route.abort(),
  )
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})
