import { expect } from '@playwright/test'
import { fillCheckout, holdScripts, ownProduct, test, waitUntilIdle } from '@tests/support/browser'

test.use({ viewport: { width: 390, height: 844 } })

test('a typed search is kept when filters are applied, and the quick-add sheet shows errors at the options', async ({
  page,
}) => {
  const { name } = await ownProduct()
  await page.goto('/products')
  await page.getByRole('main').getByRole('searchbox', { name: 'Search' }).fill(name)
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByLabel('Price').selectOption({ index: 2 })
  await filters.getByRole('button', { name: 'Show products' }).click()
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('search') === name && url.searchParams.has('price'),
  )

  await page.goto(`/products?search=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Add ${name} to cart` }).click()
  const sheet = page.getByRole('dialog', { name })
  await sheet.getByRole('button', { name: 'Add to cart' }).click()
  // A toast, and a hint that stays next to the options.
  await expect(sheet.getByText('Please select a size', { exact: true })).toBeVisible()
  await expect(sheet.getByText('Size selection is required for this product.')).toBeVisible()
  await expect(sheet.getByRole('group', { name: 'Size' })).toHaveAccessibleDescription(
    'Please choose a size.',
  )
  const size = sheet.getByRole('radio', { name: 'S', exact: true })
  await expect(size).toBeFocused()
  await size.check({ force: true })
  await expect(sheet.getByText('Please choose a size.')).toHaveCount(0)
})

test('the menu and the filters open after their scripts failed to load at first', async ({
  page,
}) => {
  await page.goto('/products')
  await waitUntilIdle(page)
  const filters = page.getByRole('button', { name: 'Filters' })
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  await filters.click()
  await expect(page.getByText('Check your connection and try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page).toHaveURL(/#site-links$/)
  await page.unroute('**/_next/static/**/*.js')

  await filters.click()
  await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})

test('a type chosen in the filters keeps the category and the price that were chosen just before', async ({
  page,
}) => {
  await page.goto('/products?price=25-50')
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByLabel('Category').selectOption('nature')
  await filters.getByLabel('Price').selectOption('')
  await filters.getByRole('link', { name: /^T-shirts/ }).click()
  await expect(page).toHaveURL(
    (url) =>
      url.searchParams.get('garment') === 'tee' &&
      url.searchParams.get('category') === 'nature' &&
      !url.searchParams.has('price'),
  )
})

test(
  'clicks before hydration count, the sticky buy bar adds the selected quantity, and the footer links saved items',
  { tag: '@core' },
  async ({ page }) => {
    const { id, name } = await ownProduct()
    // As on a slow connection, everything is selected before the scripts have loaded.
    const allowScripts = await holdScripts(page)
    await page.goto(`/products/${id}?size=S`, { waitUntil: 'commit' })
    await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true })
    await page.getByRole('radio', { name: 'Pine', exact: true }).check({ force: true })
    await page.getByLabel('Quantity').selectOption('2')
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await page.getByRole('button', { name: 'Add to wishlist' }).click()
    allowScripts()
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}') as unknown))
      .toMatchObject({ items: [{ quantity: 2 }] })
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Add 2 to cart' }).click()
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}') as unknown))
      .toMatchObject({ items: [{ productId: id, quantity: 4, size: 'M', color: 'Pine' }] })
    await expect(page.getByRole('button', { name: 'Add to wishlist' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.goto('/about')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Saved items' }).click()
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible()
  },
)

test('a cart over the limit shows an error in the cart and at checkout', async ({ page }) => {
  const { id, name } = await ownProduct()
  const line = (size: string, color: string, productId = id) => ({
    productId,
    name,
    price: 32,
    image: '',
    quantity: 10,
    size,
    color,
  })
  const storeCart = (items: object[]) =>
    page.evaluate(
      (lines) => localStorage.setItem('cart', JSON.stringify({ items: lines, total: 0 })),
      items,
    )
  const kinds = [line('S', 'Pine'), line('M', 'Pine'), line('S', 'Bone'), line('M', 'Bone')]
  const others = await Promise.all([ownProduct(), ownProduct()])
  const lines = [
    ...kinds,
    ...others.flatMap((other) =>
      kinds.map((kind) => ({ ...kind, productId: other.id, name: other.name })),
    ),
  ].slice(0, 11)
  await page.goto('/about')
  await storeCart(lines)
  await page.goto('/cart')
  await expect(
    page.getByText(
      'Orders are limited to 100 items, and you have 110. Please remove some to check out.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /checkout/i })).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await expect(page.getByText('Orders are limited to 100 items')).toHaveCount(0)
  // At 100 units no line can grow.
  await expect(page.getByRole('button', { name: /^Increase quantity of / }).first()).toBeDisabled()

  await storeCart(lines)
  await page.goto('/checkout')
  await fillCheckout(page, 'wren@example.com')
  await page.getByRole('button', { name: /paypal/i }).click()
  await expect(
    page.getByText('Orders are limited to 100 items. Nothing was charged.'),
  ).toBeVisible()
})
