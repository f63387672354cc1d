import { expect } from '@playwright/test'
import {
  addToCart,
  anyProduct,
  ownProduct,
  query,
  test,
  waitUntilIdle,
} from '@tests/support/browser'
import { expectAccessible } from '@tests/support/themes'

const pages = [
  '/',
  '/products',
  '/products?search=fern',
  '/products?search=zzzzqqqq',
  '/products/1',
  '/cart',
  '/checkout',
  '/orders/find',
  '/no-such-page',
  '/products/999999',
  '/blog',
  '/blog?type=meditation&sort=oldest',
  '/blog?search=zzzzqqqq',
  '/blog/what-happens-before-it-ships',
  '/blog/a-sitting-with-three-bells',
  '/reflections?tag=winter',
  '/reflections',
  '/reflections/what-the-fireweed-knows',
  '/about',
  '/contact',
  '/support',
  '/size-guide',
  '/terms',
  '/tribe',
  '/privacy-policy',
  '/data-deletion',
  '/gift-cards',
  '/gift-cards/balance',
  '/orders/find',
  '/auth',
  '/auth/forgot',
  '/blog/no-such-article',
  '/reflections/no-such-reflection',
]

// Two tests, so that they run in parallel.
for (const half of [0, 1])
  test(`shop pages are accessible in both themes on phone and desktop (${half + 1} of 2)`, async ({
    browser,
  }) => {
    test.setTimeout(480_000)
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    await addToCart(page, await anyProduct())
    for (const path of pages.filter((_, index) => index % 2 === half)) {
      await page.goto(path)
      await expectAccessible(page, { name: path })
    }
    await context.close()
  })

test(
  'an unknown product, article, or page returns 404 on the first and second visits',
  { tag: '@core' },
  async ({ request }) => {
    for (const path of [
      '/products/987654',
      '/products/abc',
      `/nowhere-${Date.now()}`,
      '/blog/no-such-article',
      '/reflections/no-such-reflection',
      '/reflections/what-happens-before-it-ships',
    ]) {
      expect((await request.get(path)).status(), path).toBe(404)
      expect((await request.get(path)).status(), path).toBe(404)
    }
  },
)

test('a link to a category that no longer exists leads to all products, with its other filters', async ({
  request,
}) => {
  for (const [path = '', target] of [
    ['/products?category=no-such-category', '/products'],
    ['/products?category=no-such-category&price=25-50&page=3', '/products?price=25-50'],
  ])
    for (const visit of ['first', 'second']) {
      const response = await request.get(path, { maxRedirects: 0 })
      expect([response.status(), response.headers().location], `${visit} visit`).toEqual([
        307,
        target,
      ])
    }
})

test('filters and pagination work without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  // A test that runs beside this one may change a product between the visit and the query.
  await expect(async () => {
    await page.goto(`${process.env.SHOP_URL}/products?category=recovery&price=25-50&sort=price-low`)
    const [row] = await query<{ n: number }>(
      `select count(*)::int as n from products where is_active and effective_price_cents between 2500 and 5000 and category_id = (select id from categories where slug = 'recovery')`,
    )
    await expect(page.getByText(`${row?.n} product(s) found`, { exact: true })).toBeVisible({
      timeout: 1000,
    })
  }).toPass()
  // A category has its own heading and description.
  const [category] = await query<{ name: string; description: string }>(
    `select name, description from categories where slug = 'recovery'`,
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(category?.name ?? '')
  await expect(page.getByText(category?.description ?? 'no description')).toBeVisible()
  await page.goto(`${process.env.SHOP_URL}/products`)
  await page
    .getByRole('navigation', { name: /page/i })
    .getByRole('link', { name: /2/ })
    .first()
    .click()
  await expect(page).toHaveURL(/page=2/)
  await context.close()
})

test('colors and sizes narrow the products to as many as they say, and widen them again, without JavaScript', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const found = async (): Promise<number> =>
    Number(
      /(\d+) product\(s\) found/.exec(await page.getByText(/product\(s\) found/).innerText())?.[1],
    )
  await page.goto(`${process.env.SHOP_URL}/products`)
  const all = await found()
  await page.getByText('Type, color, and size').click()
  for (const group of ['Type', 'Color', 'Size']) {
    const before = await found()
    const choice = page
      .getByRole('navigation', { name: group, exact: true })
      .getByRole('link')
      .first()
    const count = Number(/\((\d+)\)$/.exec(await choice.innerText())?.[1])
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(before)
    await choice.click()
    await expect(page.getByText(`${count} product(s) found`)).toBeVisible()
  }
  expect(new URL(page.url()).searchParams.size).toBe(3)
  for (const group of ['Type', 'Color', 'Size'])
    await page
      .getByRole('navigation', { name: group, exact: true })
      .locator('[aria-current]')
      .click()
  await expect(page).toHaveURL(/\/products$/)
  expect(await found()).toBe(all)
  await context.close()
})

test('a product page on a phone stays within its size budget for scripts and images', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const bytes = { script: 0, image: 0 }
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const kinds = new Map<string, 'script' | 'image'>()
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') kinds.set(requestId, 'script')
    if (type === 'Image') kinds.set(requestId, 'image')
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind) bytes[kind] += encodedDataLength
  })
  await page.goto(`${process.env.SHOP_URL}/products/1`)
  await page.waitForLoadState('networkidle')
  expect(bytes.script).toBeLessThanOrEqual(150_000)
  expect(bytes.image).toBeLessThanOrEqual(120_000)
  await context.close()
})

test('the photo viewer works by keyboard and mouse, and returns focus when closed', async ({
  page,
}) => {
  await page.goto('/products/1')
  const open = page.getByRole('button', { name: 'View full screen' })
  const viewer = page.getByRole('dialog', { name: /^Photos of / })
  await open.press('Enter')
  await expect(viewer).toBeVisible()
  const status = viewer.getByRole('status')
  await expect(status).toHaveText(/^Photo 1 of \d+$/)
  await expect(viewer.getByRole('button', { name: 'Previous photo' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.keyboard.press('ArrowRight')
  await expect(status).toHaveText(/^Photo 2 of/)
  await viewer.getByRole('button', { name: 'Previous photo' }).click()
  await expect(status).toHaveText(/^Photo 1 of/)

  const photo = viewer.getByRole('img').first()
  const widthOf = async () => (await photo.boundingBox())?.width ?? 0
  const whole = await widthOf()
  await page.keyboard.press('+')
  await expect.poll(widthOf).toBeGreaterThan(whole * 1.4)
  // Arrow keys pan a zoomed photo instead of changing the photo.
  await page.keyboard.press('ArrowRight')
  await expect(status).toHaveText(/^Photo 1 of/)
  await page.keyboard.press('0')
  await expect.poll(widthOf).toBe(whole)
  await photo.click()
  await expect.poll(widthOf).toBeGreaterThan(whole * 2)
  await photo.click()
  await expect.poll(widthOf).toBe(whole)

  await expectAccessible(page, { name: 'photo viewer' })
  await viewer.getByRole('button', { name: 'Next photo' }).click()
  await expect(status).toHaveText(/^Photo 2 of/)
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(open).toBeFocused()
  // The gallery shows the last viewed photo.
  await expect(page.getByRole('button', { name: / 2 of \d+$/ })).toHaveAttribute(
    'aria-current',
    'true',
  )
})

test('at 200% zoom, the product name is within two screens and the photo fits on one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto('/products/1')
  const name = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect((name?.y ?? Infinity) + (name?.height ?? 0)).toBeLessThan(2 * 450)
  const photo = await page
    .getByRole('region', { name: 'Photos' })
    .getByRole('img')
    .first()
    .boundingBox()
  expect(photo?.height).toBeLessThanOrEqual(450)
})

test('a product is added to the wishlist from its card in the product list', async ({ page }) => {
  const { id, name } = await ownProduct()
  await page.goto(`/products?search=${encodeURIComponent(name)}`)
  const heart = page.getByRole('button', { name: `Add ${name} to wishlist` })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Saved on this device')).toBeVisible()
  await expect(page).toHaveURL(/\/products\?search=/)
  await page.goto(`/products/${id}`)
  await expect(page.getByRole('button', { name: 'Add to wishlist' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('a product can still be saved when the script for it failed to load at first', async ({
  page,
}) => {
  const { id } = await ownProduct()
  await page.goto(`/products/${id}`)
  const heart = page.getByRole('button', { name: 'Add to wishlist' })
  await expect(heart).toBeVisible()
  await waitUntilIdle(page)
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await heart.click()
    await expect(page.getByText('Check your connection and try again.')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
  }
  await page.unroute('**/_next/static/**/*.js')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
})

test('a click on a saved product whose heart couldn’t show that doesn’t remove it', async ({
  page,
}) => {
  const { id } = await ownProduct()
  await page.goto(`/products/${id}`)
  await waitUntilIdle(page)
  const scripts = new Set<string>()
  page.on('request', (request) => scripts.add(request.url()))
  const heart = page.getByRole('button', { name: 'Add to wishlist' })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')

  const onlyForSaving = new Set([...scripts].filter((url) => url.endsWith('.js')))
  expect(onlyForSaving.size).toBeGreaterThan(0)
  await page.route(
    (url) => onlyForSaving.has(url.href),
    (route) => route.abort(),
  )
  await page.reload()
  await waitUntilIdle(page)
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await page.unrouteAll()
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  expect(await page.evaluate(() => localStorage.getItem('wishlist'))).toBe(JSON.stringify([id]))
})

test('the cart’s recently viewed products leave out what is in the cart', async ({ page }) => {
  const [first, second] = [await ownProduct(), await ownProduct()]
  const list = page.getByRole('region', { name: 'Recently viewed' })
  for (const { id, name } of [first, second]) {
    await page.goto(`/products/${id}`)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('recently-viewed')))
      .toContain(name)
  }
  await addToCart(page, second.id)
  await page.goto('/cart')
  await expect(list.getByRole('link')).toHaveText([first.name])
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(list.getByRole('link')).toHaveText([second.name, first.name])
})

test('recently viewed products stay on the device, and Clear and Quick exit delete them', async ({
  page,
}) => {
  const [first, second] = [await ownProduct(), await ownProduct()]
  const sent: string[] = []
  const list = page.getByRole('region', { name: 'Recently viewed' })
  const stored = () => page.evaluate(() => localStorage.getItem('recently-viewed'))
  await page.goto(`/products/${first.id}`)
  await expect.poll(stored).toContain(first.name)
  await expect(list).toHaveCount(0)
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto(`/products/${second.id}`)
  await expect(list.getByRole('link', { name: first.name })).toHaveAttribute(
    'href',
    `/products/${first.id}`,
  )
  await expect(list.getByRole('link', { name: second.name })).toHaveCount(0)
  expect(sent.filter((request) => request.includes(`/products/${first.id}`))).toEqual([])
  await page.goto('/cart')
  await expect(list.getByRole('link')).toHaveCount(2)
  await list.getByRole('button', { name: 'Clear' }).click()
  await expect(list).toHaveCount(0)
  expect(await stored()).toBeNull()

  await page.goto(`/products/${first.id}`)
  await expect.poll(stored).toContain(first.name)
  await page.route('https://www.weather.gov/**', (route) => route.fulfill({ body: 'Weather' }))
  await page.getByRole('link', { name: 'Quick exit' }).last().click()
  await page.waitForURL('https://www.weather.gov/')
  await page.goto('/about')
  expect(await stored()).toBeNull()
})
