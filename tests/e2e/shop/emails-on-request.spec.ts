import { expect } from '@playwright/test'
import { addToCart, mailsTo, ownProduct, query, test, waitUntilIdle } from '@tests/support/browser'

test.use({ viewport: { width: 390, height: 844 } })

const newEmail = (name: string) =>
  `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`

test('a back-in-stock request sends one email, whose link cancels requests without JavaScript', async ({
  page,
  browser,
}) => {
  const { id, name } = await ownProduct()
  const setAvailable = (isAvailable: boolean) =>
    query(
      `update products_variants set available = $2 where _parent_id = $1 and color = 'Pine' and size = 'M'`,
      [id, isAvailable],
    )
  await setAvailable(false)
  const email = newEmail('waiting')
  await page.goto(`/products/${id}`)
  const form = page.getByRole('form', { name: 'Email me when it’s back' })
  await page.getByRole('radio', { name: 'Pine', exact: true }).check({ force: true })
  await expect(form).toHaveCount(0)
  await page.getByRole('radio', { name: /^M/ }).check({ force: true })
  await expect(page.getByText('Pine, size M is sold out.')).toBeVisible()
  await form.getByLabel('Email me when it’s back').fill('not an address')
  await form.getByRole('button', { name: 'Email me' }).click()
  await expect(form.getByLabel('Email me when it’s back')).toBeFocused()
  await form.getByLabel('Email me when it’s back').fill(email)
  await form.getByRole('button', { name: 'Email me' }).click()
  await expect(page.getByText('We’ll email you once when it’s back.')).toBeVisible()
  // Another variant needs its own request.
  await page.getByRole('radio', { name: 'S', exact: true }).check({ force: true })
  await expect(page.getByText('We’ll email you once when it’s back.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeEnabled()

  await setAvailable(true)
  await query(`select graphile_worker.add_job('queue-one-time-emails', '{}'::json)`)
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 30_000 }).toBe(1)
  const [mail] = await mailsTo(email)
  expect(mail?.subject).toBe('An item you asked about is back in stock')
  expect(mail?.text).toContain(name)
  await expect
    .poll(() => query('select 1 from one_time_emails where email = $1', [email]))
    .toEqual([])

  const link = /\S+\/emails\/stop\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const plain = await browser.newPage({ javaScriptEnabled: false })
  await plain.goto(link)
  await plain.getByRole('button', { name: 'Cancel all requests' }).click()
  await expect(plain.getByRole('heading', { level: 1, name: 'Requests canceled' })).toBeVisible()
  await plain.close()
})

test('without its script, the form for a cart’s email leaves the cart and its button', async ({
  page,
}) => {
  const { id, name } = await ownProduct()
  await addToCart(page, id)
  await page.goto('/cart')
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  const button = page.getByRole('button', { name: 'Email me this cart' })
  await button.click()
  await expect(page.getByText('Check your connection and try again.')).toBeVisible()
  await expect(button).toBeVisible()
  await expect(page.getByRole('list', { name: 'Items in your cart' })).toContainText(name)
})

test('a product stays when the form about its return to stock can’t be fetched', async ({
  page,
}) => {
  const { id, name } = await ownProduct()
  await query(
    `update products_variants set available = false where _parent_id = $1 and color = 'Pine' and size = 'M'`,
    [id],
  )
  await page.goto(`/products/${id}`)
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  await page.getByRole('radio', { name: 'Pine', exact: true }).check({ force: true })
  const failed = page.waitForEvent('requestfailed')
  await page.getByRole('radio', { name: /^M/ }).check({ force: true })
  await failed
  await waitUntilIdle(page)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('a cart is emailed, and the link adds its items on another device', async ({
  page,
  browser,
}) => {
  const { id, name } = await ownProduct()
  const email = newEmail('cart')
  await addToCart(page, id)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Email me this cart' }).click()
  const form = page.getByRole('form', { name: 'Email this cart to' })
  await form.getByLabel('Email this cart to').fill(email)
  await form.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByText('Your cart is on its way to your inbox.')).toBeVisible()
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 30_000 }).toBe(1)
  const link = /\S+\/cart\/saved\?items=\S+/.exec((await mailsTo(email))[0]?.text ?? '')?.[0] ?? ''

  const other = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await other.newPage()
  await phone.goto(link)
  const items = phone.getByRole('list', { name: 'Items in your saved cart' })
  await expect(items).toContainText(name)
  await expect(items).toContainText('$32.00')
  await phone.getByRole('button', { name: 'Add to cart' }).click()
  await expect(phone.getByText('1 item is in your cart at today’s price.')).toBeVisible()
  await phone.getByRole('link', { name: 'View cart' }).first().click()
  await expect(phone.getByRole('list', { name: 'Items in your cart' })).toContainText(name)
  await phone.goto(`${link}x`)
  await expect(phone.getByRole('heading', { name: 'We can’t read this link' })).toBeVisible()
  await other.close()
})
