import { expect, type Locator, type Page } from '@playwright/test'
import {
  addToCart,
  anyProduct,
  fillCheckout,
  holdScripts,
  mailsTo,
  openPaymentWindow,
  payNow,
  payWith,
  query,
  test,
  violations,
} from '@tests/support/browser'

const newAddress = (): string =>
  `willow-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`
const checkAccessibility = async (page: Page) => expect(await violations(page)).toEqual([])

test('a gift card that was filled in and sent before hydration keeps the chosen amount', async ({
  page,
}) => {
  const allowScripts = await holdScripts(page)
  await page.goto('/gift-cards', { waitUntil: 'domcontentloaded' })
  const form = page.getByRole('form', { name: 'Gift card' })
  const amount = form.getByRole('radio', { name: '$50.00' })
  await expect(amount).not.toBeChecked()
  await amount.check({ force: true })
  await form.getByLabel('Recipient’s name').fill('Rowan')
  await form.getByLabel('Recipient’s email').fill('rowan@example.com')
  await form.getByRole('button', { name: 'Add to cart' }).click()
  allowScripts()
  await page.waitForURL('**/cart')
  await expect(page.getByText('$50.00').first()).toBeVisible()
})

test(
  'a visitor buys a gift card on a phone for a friend, who checks its balance and spends it',
  { tag: '@core' },
  async ({ page, browser }) => {
    test.slow()
    const [buyer, friend] = [newAddress(), newAddress()]
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/gift-cards')
    const form = page.getByRole('form', { name: 'Gift card' })
    await form.getByRole('button', { name: 'Add to cart' }).click()
    await expect(form.getByText('Please add the recipient’s name.')).toBeVisible()
    await checkAccessibility(page)
    await form.getByText('Other amount').click()
    await form.getByLabel('Amount in US dollars').fill('5')
    await form.getByLabel('Recipient’s name').fill('Rowan')
    await form.getByLabel('Recipient’s email').fill(friend)
    await form.getByLabel('Message').fill('One day at a time.')
    await form.getByRole('button', { name: 'Add to cart' }).click()
    await expect(form.getByLabel('Amount in US dollars')).toHaveAttribute('aria-invalid', 'true')
    await form.getByLabel('Amount in US dollars').fill('45')
    await form.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('**/cart')
    await expect(page.getByText('$45.00').first()).toBeVisible()
    await checkAccessibility(page)

    // A gift card is emailed, so checkout asks for no address.
    await page.goto('/checkout')
    await page.getByLabel('Email', { exact: true }).fill(buyer)
    await page.getByLabel('First name').fill('Wren')
    await page.getByLabel('Last name').fill('Okafor')
    await expect(page.getByLabel('Street address')).toHaveCount(0)
    await checkAccessibility(page)
    await payWith(page, payNow)
    await page.waitForURL(/\/orders\/DF-/)
    await expect(page.getByText('Rowan').first()).toBeVisible()
    await checkAccessibility(page)

    await expect.poll(async () => (await mailsTo(friend)).length).toBe(1)
    const code =
      /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/.exec((await mailsTo(friend))[0]?.text ?? '')?.[0] ?? ''
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const other = await context.newPage()
    await other.goto('/gift-cards/balance')
    await other.getByLabel('Gift card code').fill(code.toLowerCase())
    await other.getByRole('button', { name: 'Check balance' }).click()
    await expect(other.getByText(/has \$45\.00 left/)).toBeVisible()

    await addToCart(other, await anyProduct())
    await other.goto('/checkout')
    await fillCheckout(other, friend)
    await other.getByText('Use a gift card').click()
    await other.getByLabel('Gift card code').fill(code)
    await other.getByRole('button', { name: 'Apply' }).last().click()
    await expect(other.getByText(/\$4\.45 left after this order/)).toBeVisible()
    await checkAccessibility(other)
    await other.getByRole('button', { name: /place order/i }).dblclick()
    await other.waitForURL(/\/orders\/DF-/)
    expect(
      await query(`select status, gift_card_cents::integer as card from orders where email = $1`, [
        friend,
      ]),
    ).toEqual([{ status: 'paid', card: 4055 }])
    await other.goto('/gift-cards/balance')
    await other.getByLabel('Gift card code').fill(code)
    await other.getByRole('button', { name: 'Check balance' }).click()
    await expect(other.getByText(/has \$4\.45 left/)).toBeVisible()
    await context.close()
  },
)

const fillCard = async (form: Locator, name: string): Promise<void> => {
  await form.getByLabel('Recipient’s name').fill(name)
  await form.getByLabel('Recipient’s email').fill(newAddress())
}

test('a gift card whose day is only half filled in isn’t sent right away', async ({ page }) => {
  await page.goto('/gift-cards')
  const form = page.getByRole('form', { name: 'Gift card' })
  await fillCard(form, 'Rowan')
  await form.getByLabel('Email it on').pressSequentially('1225')
  await form.getByRole('button', { name: 'Add to cart' }).click()
  await expect(form.getByText('Please enter the full date, or leave it blank.')).toBeVisible()
  await expect(form.getByLabel('Email it on')).toBeFocused()
  await checkAccessibility(page)
  await form.getByLabel('Email it on').fill('')
  await form.getByRole('button', { name: 'Add to cart' }).click()
  await page.waitForURL('**/cart')
})

test('a second gift card can be added after going back to the form', async ({ page }) => {
  // The page stays, and is shown again as it was left, as browsers do with their cache of pages.
  await page.route('**/cart', (route) => route.fulfill({ status: 204 }))
  await page.goto('/gift-cards')
  const form = page.getByRole('form', { name: 'Gift card' })
  await fillCard(form, 'Rowan')
  const left = page.waitForRequest('**/cart')
  await form.getByRole('button', { name: 'Add to cart' }).click()
  await left
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  )
  await page.unroute('**/cart')
  await fillCard(form, 'Linden')
  await form.getByRole('button', { name: 'Add to cart' }).click()
  await page.waitForURL('**/cart')
  await expect(page.getByText('Rowan').first()).toBeVisible()
  await expect(page.getByText('Linden').first()).toBeVisible()
})

const storedCard = (id: string, sendOn: string | null) => ({
  id,
  amountCents: 5000,
  recipientName: 'Rowan',
  recipientEmail: newAddress(),
  senderName: '',
  message: '',
  sendOn,
})

test('checkout says what is wrong with a gift card in the cart, and removes only what was paid', async ({
  page,
}) => {
  const address = newAddress()
  await addToCart(page, await anyProduct())
  const store = (...cards: ReturnType<typeof storedCard>[]) =>
    page.evaluate((json) => localStorage.setItem('gift-cards', json), JSON.stringify(cards))
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Email me this cart' }).click()
  const hint = page.getByText('Then we delete your address.')
  await expect(hint).not.toContainText('Gift cards')
  await store(storedCard('late', '2026-01-02'))
  await page.reload()
  await page.getByRole('button', { name: 'Email me this cart' }).click()
  await expect(hint).toContainText('Gift cards aren’t included.')
  await page.goto('/checkout')
  await fillCheckout(page, address)
  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  await expect(
    page.getByText('There’s a problem with a gift card in your cart. That day is in the past.'),
  ).toBeVisible()
  await checkAccessibility(page)

  const [paid, later] = [storedCard('paid', null), storedCard('later', null)]
  await store(paid)
  await page.reload()
  const window = await openPaymentWindow(
    page,
    page.getByRole('button', { name: 'Pay with PayPal' }),
  )
  // Another tab adds a card and a product meanwhile.
  const tab = await page.context().newPage()
  await tab.goto('/about')
  await tab.evaluate(
    (json) => localStorage.setItem('gift-cards', json),
    JSON.stringify([paid, later]),
  )
  await window.getByRole('button', { name: payNow }).click()
  await page.waitForURL(/\/orders\/DF-/)
  const left = await page.evaluate(
    () => JSON.parse(localStorage.getItem('gift-cards') ?? '[]') as { id: string }[],
  )
  expect(left.map(({ id }) => id)).toEqual(['later'])
  expect(
    await query(`select total_cents > 9000 as both from orders where email = $1`, [address]),
  ).toEqual([{ both: true }])
})
