import { expect, type Page } from '@playwright/test'
import {
  addToCart,
  anyProduct,
  fillCheckout,
  query,
  test,
  waitUntilIdle,
} from '@tests/support/browser'

import { invalidationChannel } from '@/platform/cache-tags'

const publicPages = [
  '/',
  '/products',
  '/products/1',
  '/cart',
  '/orders/find',
  '/blog',
  '/blog?tag=morning',
  '/blog/a-sitting-with-three-bells',
  '/reflections',
  '/reflections/what-the-fireweed-knows',
  '/tribe',
  '/about',
  '/contact',
  '/support',
  '/size-guide',
  '/terms',
  '/privacy-policy',
  '/data-deletion',
  '/auth',
  '/no-such-page',
]

/** Records requests of a page to other origins, from now on. */
const requestsOutside = (page: Page): string[] => {
  const outside: string[] = []
  const shop = new URL(process.env.SHOP_URL ?? '').origin
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== shop)
      outside.push(request.url())
  })
  return outside
}

test('no page makes a request to another origin', async ({ page }) => {
  const outside = requestsOutside(page)
  for (const path of publicPages) {
    await page.goto(path)
    await waitUntilIdle(page)
  }
  expect(outside).toEqual([])
})

test('cart and checkout with items make no request to another origin until the order can be paid', async ({
  page,
}) => {
  const outside = requestsOutside(page)
  await addToCart(page, await anyProduct())
  for (const path of ['/cart', '/checkout']) {
    await page.goto(path)
    await waitUntilIdle(page)
    expect(outside, path).toEqual([])
  }
  // Everything but the ZIP code.
  await fillCheckout(page, `outside-${Date.now()}@example.com`, { 'ZIP code': '9302' })
  const missing = page.getByRole('button', { name: 'Complete Order Information' })
  await expect(missing).toBeDisabled()
  await waitUntilIdle(page)
  expect(outside).toEqual([])
  // The page asks PayPal how this buyer can pay once there is an order to pay for.
  await page.getByLabel('ZIP code').fill('93023')
  await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
  expect(outside.filter((url) => url.includes('/web-sdk/'))).not.toEqual([])
})

test('a 404 page is complete without JavaScript, and returns 404 on the first and second visits', async ({
  browser,
  request,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [path, title] of [
    [`/nowhere-${Date.now()}`, '404 Page Not Found'],
    ['/products/987653', 'Product Not Found'],
    ['/products/abc', 'Product Not Found'],
    ['/blog/no-such-writing', 'Content Not Found'],
    ['/reflections/no-such-writing', 'Reflection Not Found'],
    ['/account/no-such-page', '404 Page Not Found'],
    ['/orders/DF-999999', 'We can’t open this order'],
    ['/checkout/DF-999999?key=cut-off', 'We can’t open this order'],
    ['/auth/no-such-page', '404 Page Not Found'],
  ] as const) {
    for (const visit of ['first', 'second']) {
      const response = await page.goto(`${process.env.SHOP_URL}${path}`)
      expect(response?.status(), `${path}, ${visit}`).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      expect(await page.title(), path).toContain(title)
    }
    expect((await request.head(path)).status(), path).toBe(404)
  }
  expect((await request.head('/')).status()).toBe(200)
  await context.close()
})

test('every page has metadata for sharing', async ({ page, request }) => {
  for (const path of [
    '/',
    '/products',
    '/products/1',
    '/blog',
    '/reflections',
    '/blog/a-sitting-with-three-bells',
    '/about',
    '/terms',
  ]) {
    await page.goto(path)
    const content = (name: string) =>
      page.locator(`meta[property="${name}"], meta[name="${name}"]`).first().getAttribute('content')
    for (const name of [
      'description',
      'og:title',
      'og:description',
      'og:url',
      'og:site_name',
      'og:type',
      'twitter:card',
      'twitter:title',
    ])
      expect(await content(name), `${path}: ${name}`).toBeTruthy()
    expect(await page.locator('link[rel=canonical]').getAttribute('href'), path).toBe(
      `${process.env.SHOP_URL}${path === '/' ? '' : path}`,
    )
    const picture = await request.get((await content('og:image')) ?? '')
    expect([picture.status(), picture.headers()['content-type']], path).toEqual([200, 'image/jpeg'])
    for (const json of await page.locator('script[type="application/ld+json"]').allTextContents())
      expect(JSON.parse(json), path).toHaveProperty('@graph')
  }
})

test('robots.txt, the feeds, and every URL of the sitemap exist', async ({ request }) => {
  const map = await request.get('/sitemap.xml')
  expect(map.headers()['content-type']).toContain('application/xml')
  const addresses = [...(await map.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => address.replaceAll('&amp;', '&'),
  )
  expect(addresses.length).toBeGreaterThan(40)
  const missing: string[] = []
  for (const address of addresses)
    if ((await request.get(address)).status() !== 200) missing.push(address)
  // Another test may have removed a product in the meantime, directly in the database, without notifying caches. Then
  // it is no longer in the sitemap.
  const listedStill = async (): Promise<string[]> => {
    if (missing.length === 0) return []
    await query('select pg_notify($1, $2)', [invalidationChannel, '["*"]'])
    const now = await (await request.get('/sitemap.xml')).text()
    return missing.filter((one) => now.includes(`<loc>${one.replaceAll('&', '&amp;')}</loc>`))
  }
  await expect.poll(listedStill).toEqual([])
  const robots = await (await request.get('/robots.txt')).text()
  for (const line of [
    'Disallow: /admin',
    'Disallow: /account',
    'Disallow: /checkout',
    'Allow: /api/openapi.json',
    'Sitemap: ',
  ])
    expect(robots).toContain(line)
  for (const [path, types] of [
    ['/blog/rss.xml', ['blog_post', 'meditation', 'reflection']],
    ['/reflections/rss.xml', ['reflection']],
  ] as const)
    // Other tests publish and remove articles meanwhile, and a feed has only the newest.
    await expect
      .poll(async () => {
        const [newest] = await query<{ title: string }>(
          `select title from content where status = 'published' and content_type::text = any($1)
            and deleted_at is null and published_at <= now() order by published_at desc limit 1`,
          [types],
        )
        const feed = await request.get(path)
        expect(feed.headers()['content-type']).toContain('application/rss+xml')
        return newest && (await feed.text()).includes(`<![CDATA[${newest.title}]]>`)
      })
      .toBe(true)
})

test('a previous slug redirects permanently', async ({ request }) => {
  const [content] = await query<{ id: number; slug: string }>(
    `select id, slug from content where status = 'published' and content_type = 'reflection' order by id limit 1`,
  )
  await query(
    `insert into content_texts ("order", parent_id, path, text) values (1, $1, 'formerSlugs', 'an-older-name')`,
    [content?.id],
  )
  for (const path of ['/blog/an-older-name', '/reflections/an-older-name']) {
    const response = await request.get(path, { maxRedirects: 0 })
    expect(response.status(), path).toBe(308)
    expect(response.headers().location, path).toBe(`/reflections/${content?.slug}`)
  }
})

test('the page of a reflection that becomes another type redirects permanently', async ({
  request,
}) => {
  const slug = 'a-sitting-with-three-bells'
  await query(
    `insert into content_texts ("order", parent_id, path, text)
     select 1, id, 'formerSlugs', slug from content where slug = $1`,
    [slug],
  )
  const response = await request.get(`/reflections/${slug}`, { maxRedirects: 0 })
  expect(response.status()).toBe(308)
  expect(response.headers().location).toBe(`/blog/${slug}`)
})

test('a meditation plays, with skipping, speed, sleep timer, and a remembered position', async ({
  page,
  browser,
  request,
}) => {
  await page.goto('/blog/a-sitting-with-three-bells')
  const listen = page.getByRole('region', { name: 'Listen' })
  await expect(listen.getByText('0:00 / 3:06')).toBeVisible()
  await listen.getByRole('slider', { name: 'Position' }).fill('60')
  await expect(listen.getByText('1:00 / 3:06')).toBeVisible()
  await listen.getByRole('button', { name: 'Forward 15 seconds' }).click()
  await expect(listen.getByText('1:15 / 3:06')).toBeVisible()
  await listen.getByRole('button', { name: 'Back 15 seconds' }).click()
  await listen.getByLabel('Speed').selectOption({ label: '1.25×' })
  await listen.getByLabel('Sleep timer').selectOption({ label: 'After 5 minutes' })
  await expect(listen.getByRole('status')).toContainText('5 minutes')
  await listen.getByRole('group').getByText('Transcript').click()
  await expect(listen.getByText('There are no words in this recording.')).toBeVisible()
  await page.reload()
  await expect(listen.getByText('1:00 / 3:06')).toBeVisible()

  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`${process.env.SHOP_URL}/blog/a-sitting-with-three-bells`)
  const audio = plain.locator('audio[controls]')
  await expect(audio).toBeVisible()
  const src = (await audio.locator('source').getAttribute('src')) ?? ''
  const part = await request.get(src, { headers: { Range: 'bytes=100-199' } })
  expect([part.status(), part.headers()['content-type'], part.headers()['content-range']]).toEqual([
    206,
    'audio/mpeg',
    expect.stringMatching(/^bytes 100-199\/\d+$/),
  ])
  expect((await part.body()).length).toBe(100)
  await context.close()
})

test('a link to a product opens with its color and size selected', async ({ page }) => {
  await page.goto('/products/1')
  await page.getByRole('radio', { name: 'Bone' }).check({ force: true })
  await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true })
  await expect(page).toHaveURL(/\?color=Bone&size=M$/)
  const picture = await page
    .getByRole('region', { name: 'Photos' })
    .locator('img')
    .first()
    .getAttribute('src')
  await page.goto(page.url())
  await expect(page.getByRole('radio', { name: 'Bone' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'M', exact: true })).toBeChecked()
  await expect(page.getByRole('region', { name: 'Photos' }).locator('img').first()).toHaveAttribute(
    'src',
    picture ?? '',
  )
})

test('blog and reflection tags have their own URLs without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${process.env.SHOP_URL}/blog?tag=morning`)
  await expect(
    page.getByRole('list', { name: 'Active filters' }).getByRole('link', { name: /morning/ }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'A short sit for a loud morning' })).toBeVisible()
  await page.goto(`${process.env.SHOP_URL}/reflections`)
  const topic = page.getByRole('navigation', { name: 'Topics' }).getByRole('link').nth(1)
  await topic.click()
  await expect(page).toHaveURL(/\/reflections\?tag=/)
  await expect(
    page.getByRole('navigation', { name: 'Topics' }).locator('[aria-current=true]'),
  ).toHaveCount(1)
  await context.close()
})
