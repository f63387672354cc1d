import { expect, type Page } from '@playwright/test'
import {
  addToCart,
  anyProduct,
  control,
  fillCheckout,
  holdScripts,
  issueCard,
  openPaymentWindow,
  ownProduct,
  payNow,
  payWith,
  query,
  saveSettings,
  test,
  violations,
} from '@tests/support/browser'

const email = () => `lark-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`
const paidBy = (address: string) =>
  query<{ status: string; method: string; payment: string }>(
    `select o.status, p.method, p.status as payment from payments p join orders o on o.id = p.order_id
      where o.email = $1 order by p.id`,
    [address],
  )
const checkAccessibility = async (page: Page) => expect(await violations(page)).toEqual([])

// These tests run one after the other, because they change the shop's payment methods.
test.describe.configure({ mode: 'default' })
test.beforeAll(() =>
  saveSettings({
    paymentMethods: ['apple_pay', 'google_pay', 'card', 'venmo'],
    appleDomainFile: '7b2276657273696f6e223a317d',
    expressCheckout: true,
  }),
)
test.afterAll(() => saveSettings({ paymentMethods: ['card', 'venmo'], appleDomainFile: null }))

test('Google Pay loads only once chosen, recovers from a cancel and rejected cards, and pays after verification', async ({
  page,
}) => {
  const address = email()
  const google: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/google-pay/')) google.push(request.url())
  })
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await fillCheckout(page, address)
  const choice = page.getByRole('button', { name: 'Google Pay', exact: true })
  await choice.waitFor()
  expect(google).toEqual([])
  await choice.click()
  const googleButton = page.getByRole('button', { name: 'Buy with GPay' })
  const sheet = page.getByRole('dialog', { name: 'Google Pay, demo' })
  await googleButton.click()
  await expect(sheet.getByText('$40.55')).toBeVisible()
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Payment canceled. Nothing was charged.')).toBeVisible()

  await choice.click()
  await googleButton.click()
  await sheet.getByRole('button', { name: /PayPal doesn’t take/ }).click()
  await expect(sheet.getByText(/couldn’t use this card/)).toBeVisible()
  await sheet.getByRole('button', { name: /doesn’t recognize/ }).click()
  const bank = page.getByRole('dialog', { name: 'Card verification, demo' })
  await bank.getByRole('button', { name: 'Verify the card' }).click()
  await expect(page.getByText(/Your bank couldn’t verify this card/)).toBeVisible()
  expect(await paidBy(address)).toEqual([])

  await choice.click()
  await googleButton.waitFor()
  await checkAccessibility(page)
  await googleButton.click()
  await sheet.getByRole('button', { name: /the bank verifies/ }).click()
  await bank.getByRole('button', { name: 'Verify the card' }).click()
  await page.waitForURL(/\/orders\/DF-/)
  expect(await paidBy(address)).toEqual([
    { status: 'paid', method: 'google_pay', payment: 'completed' },
  ])
})

test('Apple Pay shows the total, charges nothing when canceled or declined, and pays once', async ({
  page,
}) => {
  const address = email()
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await fillCheckout(page, address)
  const button = page.getByRole('button', { name: 'Pay with Apple Pay' })
  const sheet = page.getByRole('dialog', { name: 'Apple Pay, demo' })
  await button.dblclick()
  await expect(sheet.getByText('$40.55')).toBeVisible()
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Payment canceled. Nothing was charged.')).toBeVisible()
  await checkAccessibility(page)

  await button.click()
  await sheet.getByRole('button', { name: /declines/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  await expect(sheet).toHaveCount(0)

  await button.click()
  await sheet.getByRole('button', { name: 'Pay with Touch ID' }).click()
  await page.waitForURL(/\/orders\/DF-/)
  expect(await paidBy(address)).toEqual([
    { status: 'paid', method: 'apple_pay', payment: 'declined' },
    { status: 'paid', method: 'apple_pay', payment: 'completed' },
  ])
})

test('wallets are hidden if the browser or the domain doesn’t support them', async ({ page }) => {
  await addToCart(page, await anyProduct())
  await page.route(/\/web-sdk\/v6\/eligibility/, (route) =>
    route.fulfill({
      json: { eligible: ['paypal', 'applepay'], hasApplePayDevice: false },
      headers: { 'Access-Control-Allow-Origin': '*' },
    }),
  )
  await page.goto('/checkout')
  await fillCheckout(page, email())
  await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
  await expect(page.getByRole('button', { name: /apple pay|google pay/i })).toHaveCount(0)

  await page.unroute(/\/web-sdk\/v6\/eligibility/)
  await control('POST', '/paypal/settings', { isAppleDomainRegistered: false })
  try {
    await page.reload()
    const button = page.getByRole('button', { name: 'Pay with Apple Pay' })
    await button.click()
    await expect(page.getByText(/doesn’t work in your browser right now/)).toBeVisible()
    await expect(button).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
  } finally {
    await control('POST', '/paypal/settings', { isAppleDomainRegistered: true })
  }
})

const payPalCalls = (page: Page): string[] => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/web-sdk\/|checkoutnow/.test(request.url())) calls.push(request.url())
  })
  return calls
}
const approveIn = async (page: Page, choice: RegExp) => {
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Pay with PayPal' }).click(),
  ])
  await window.getByRole('button', { name: choice }).click()
}
const forgetOrders = () =>
  query(
    `update orders set email = 'earlier@example.com' where email = 'buyer@personal.example.com'`,
  )

test('express checkout from the cart fills in the form, shows the total, and charges only once confirmed', async ({
  page,
}) => {
  await forgetOrders()
  const calls = payPalCalls(page)
  await addToCart(page, await anyProduct())
  await page.goto('/cart')
  await page.getByRole('link', { name: 'Express checkout with PayPal' }).waitFor()
  expect(calls).toEqual([])
  await page.getByRole('link', { name: 'Express checkout with PayPal' }).click()

  await approveIn(page, /cancel/i)
  await expect(page.getByText('Payment canceled. Nothing was charged.')).toBeVisible()
  await checkAccessibility(page)
  await approveIn(page, payNow)
  await expect(page.getByText(/PayPal filled in your details/)).toBeVisible()
  await expect(page.getByLabel('Street address')).toHaveValue('18 Alder Lane')
  await expect(page.getByLabel('ZIP code')).toHaveValue('93023')
  await checkAccessibility(page)
  expect(await query(`select 1 from orders where email = 'buyer@personal.example.com'`)).toEqual([])
  await page.getByRole('button', { name: 'Pay $40.55 with PayPal' }).dblclick()
  await page.waitForURL(/\/orders\/DF-/)
  expect(await paidBy('buyer@personal.example.com')).toEqual([
    { status: 'paid', method: 'paypal_express', payment: 'completed' },
  ])
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('express checkout from a product page adds the item once, and works again after a declined payment', async ({
  page,
}) => {
  await forgetOrders()
  const calls = payPalCalls(page)
  await addToCart(page, await anyProduct())
  await page.getByRole('button', { name: 'Express checkout with PayPal' }).click()
  await page.waitForURL(/\/checkout\?express/)
  await expect(page.getByText('Qty 1').filter({ visible: true }).first()).toBeVisible()
  expect(calls.filter((url) => url.includes('checkoutnow'))).toEqual([])
  await approveIn(page, /declines/)
  await page.getByRole('button', { name: 'Pay $40.55 with PayPal' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  await approveIn(page, payNow)
  await page.waitForURL(/\/orders\/DF-/)
  expect(await paidBy('buyer@personal.example.com')).toMatchObject([
    { status: 'paid', method: 'paypal', payment: 'completed' },
  ])
})

test('express checkout from a product page counts what is in the cart already', async ({
  page,
}) => {
  const { id } = await ownProduct()
  await addToCart(page, id)
  await page.getByLabel('Quantity').selectOption('3')
  await page.getByRole('button', { name: 'Express checkout with PayPal' }).click()
  await page.waitForURL(/\/checkout\?express/)
  await expect(page.getByText('Qty 3').filter({ visible: true }).first()).toBeVisible()
})

test('express checkout pressed before hydration opens once the scripts have loaded', async ({
  page,
}) => {
  const { id } = await ownProduct()
  const allowScripts = await holdScripts(page)
  await page.goto(`/products/${id}`, { waitUntil: 'commit' })
  await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true })
  await page.getByRole('radio', { name: 'Pine', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Express checkout with PayPal' }).click()
  allowScripts()
  await page.waitForURL(/\/checkout\?express/)
  await expect(page.getByText('Qty 1').filter({ visible: true }).first()).toBeVisible()
})

test('express checkout doesn’t accept an address the shop doesn’t deliver to, and is hidden when turned off', async ({
  page,
}) => {
  await control('POST', '/paypal/settings', {
    shipping: {
      name: { full_name: 'Riley Demo' },
      address: {
        admin_area_2: 'Toronto',
        admin_area_1: 'ON',
        postal_code: 'M5V 2T6',
        country_code: 'CA',
      },
    },
  })
  try {
    await addToCart(page, await anyProduct())
    await page.goto('/checkout?express')
    await approveIn(page, /doesn’t ship here/)
    await expect(page.getByText('Payment canceled. Nothing was charged.')).toBeVisible()
  } finally {
    await control('POST', '/paypal/settings', {
      shipping: {
        name: { full_name: 'Riley Demo' },
        address: {
          address_line_1: '18 Alder Lane',
          admin_area_2: 'Ojai',
          admin_area_1: 'CA',
          postal_code: '93023',
          country_code: 'US',
        },
      },
    })
  }
  await saveSettings({ expressCheckout: false })
  try {
    await page.goto('/checkout?express')
    await expect(page.getByRole('heading', { name: 'Express checkout' })).toHaveCount(0)
    await page.goto('/cart')
    await expect(page.getByRole('link', { name: 'Go to checkout' })).toBeVisible()
    await expect(page.getByRole('link', { name: /express/i })).toHaveCount(0)
  } finally {
    await saveSettings({ expressCheckout: true })
  }
})

test('express checkout asks to fill in the form where the browser of another app can’t open PayPal', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Instagram 400.0',
  })
  const page = await context.newPage()
  await addToCart(page, await anyProduct())
  await page.goto('/checkout?express')
  const button = page.getByRole('button', { name: 'Pay with PayPal' })
  await button.click()
  await expect(page.getByText(/Express checkout doesn’t work in this browser/)).toBeVisible()
  await expect(page.getByText(/Something went wrong/)).toHaveCount(0)
  await expect(button).toHaveCount(0)
  await checkAccessibility(page)
  await fillCheckout(page, email())
  await button.click()
  await page.waitForURL(/checkoutnow\?token=/)
  await context.close()
})

test('Venmo and Pay Later charge nothing when they are canceled or declined, and the same order is paid once', async ({
  page,
}) => {
  await saveSettings({ paymentMethods: ['venmo', 'paylater'] })
  const address = email()
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  const eligibility = page.waitForRequest(/\/web-sdk\/v6\/eligibility\?.*amount=40\.55/)
  await fillCheckout(page, address)
  await eligibility
  for (const name of [/venmo/i, /pay later/i])
    await test.step(`${name.source} is canceled and declined`, async () => {
      const button = page.getByRole('button', { name })
      const window = await openPaymentWindow(page, button)
      await window.close()
      await expect(page.getByText('Payment canceled. Nothing was charged.')).toBeVisible()
      await payWith(page, /declines/i, name)
      const declined = page.getByRole('alert').filter({ hasText: 'declined' })
      await expect(declined).toContainText('Nothing was charged')
      expect(await paidBy(address)).toEqual([])
    })
  await payWith(page, payNow, /pay later/i)
  await page.waitForURL(/\/orders\/DF-/)
  expect(await paidBy(address)).toEqual([
    { status: 'paid', method: 'paylater', payment: 'completed' },
  ])
})

test('Pay Later goes when a gift card leaves too little to pay, and comes back when the card is removed', async ({
  page,
}) => {
  const code = await issueCard('20.00')
  await saveSettings({ paymentMethods: ['venmo', 'paylater'] })
  const product = await ownProduct()
  await addToCart(page, product.id)
  const amounts: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/web-sdk/v6/eligibility') amounts.push(searchParams.get('amount') ?? '')
  })
  await page.goto('/checkout')
  await fillCheckout(page, email())
  const payLater = page.getByRole('button', { name: /pay later/i })
  await expect(payLater).toBeVisible()

  await page.getByRole('button', { name: 'Use a gift card' }).click()
  await page.getByLabel('Gift card code').fill(code)
  await page.getByLabel('Gift card code').press('Enter')
  await expect(payLater).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove gift card' }).click()
  await expect(payLater).toBeVisible()
  // PayPal was asked once for each total.
  expect(amounts.slice(-2)).toEqual(['40.55', '20.55'])
  expect(new Set(amounts).size).toBe(amounts.length)
})
