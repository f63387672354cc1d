import { createDecipheriv, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { expect, type Locator } from '@playwright/test'
import {
  clientAddressHeader,
  holdScripts,
  ownContent,
  ownProduct,
  people,
  query,
  signIn,
  test,
} from '@tests/support/browser'

/** Whether this is what Next encrypted with the key: base64 of nonce (16 bytes), ciphertext, and tag (16). */
const opens = (text: string, key: Buffer): boolean => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length < 33) return false
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 16))
  decipher.setAuthTag(bytes.subarray(-16))
  decipher.update(bytes.subarray(16, -16))
  try {
    decipher.final()
    return true
  } catch {
    return false
  }
}

test('the admin sends visitors to the sign-in page and then to the screen they opened', async ({
  page,
}) => {
  await page.context().setExtraHTTPHeaders(clientAddressHeader())
  await page.goto('/admin/orders')
  await expect(page).toHaveURL(/\/admin\/login/)
  await page.getByLabel(/user ?name/i).fill(people.marisol.username)
  await page.getByLabel('Password', { exact: true }).fill(people.marisol.password)
  await page.getByRole('button', { name: /^log ?in$/i }).click()
  await expect(page).toHaveURL(/\/admin\/orders$/)
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
})

test('a link to the sign-in page leads staff to no other site and doesn’t sign them out', async ({
  page,
}) => {
  await signIn(page, 'marisol')
  const targetOf = async (next: string): Promise<string | undefined> => {
    const path = `/admin/login?redirect=${encodeURIComponent(next)}`
    return (await page.request.get(path, { maxRedirects: 0 })).headers().location
  }
  expect(await targetOf('/admin/products')).toBe('/admin/products')
  for (const next of ['/..//evil.example', '//evil.example', '/admin/logout', '/x/../api/logout'])
    expect([next, await targetOf(next)]).toEqual([next, '/admin'])
})

test('the admin tells customers that they need a role', async ({ page }) => {
  await signIn(page, 'wren')
  for (const path of ['/admin/orders', '/admin/orders/1', '/admin']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(403)
    await expect(page.getByText(/You need the .+ role/)).toBeVisible()
  }
})

test('a price saved in the admin appears on the product page before its cache expires', async ({
  page,
  request,
}) => {
  const tee = await ownProduct()
  await signIn(page, 'marisol')
  expect(await (await request.get(`/products/${tee.id}`)).text()).toContain('$32.00')
  for (const price of [77, 32]) {
    await page.goto(`/admin/products/${tee.id}`)
    await page.getByLabel(/base price/i).fill(String(price))
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect
      .poll(async () =>
        Number(
          (
            await query<{ p: string }>(
              'select base_price_cents / 100 as p from products where id = $1',
              [tee.id],
            )
          )[0]?.p,
        ),
      )
      .toBe(price)
    await expect
      .poll(
        async () =>
          (await (await request.get(`/products/${tee.id}`)).text()).includes(
            `$${price.toFixed(2)}`,
          ),
        { intervals: [50] },
      )
      .toBe(true)
  }
})

test(
  'staff find an order and change its status, and the timeline shows who changed it',
  { tag: '@core' },
  async ({ page }) => {
    const [order] = await query<{ id: number; order_number: string }>(
      `select id, order_number from orders where status = 'paid' order by id limit 1`,
    )
    await signIn(page, 'marisol')
    await page.goto('/admin/orders')
    await page
      .getByRole('searchbox')
      .or(page.getByLabel(/search orders/i))
      .first()
      .fill(order?.order_number ?? '')
    await page.keyboard.press('Enter')
    const select = page.getByLabel(new RegExp(`status of ${order?.order_number}`, 'i'))
    await select.selectOption({ label: 'Processing' })
    await expect(page.getByText('Order updated')).toBeVisible()
    await expect
      .poll(
        async () =>
          (
            await query<{ status: string }>('select status from orders where id = $1', [order?.id])
          )[0]?.status,
      )
      .toBe('processing')
    await page.goto(`/admin/orders/${order?.id}`)
    await expect(
      page
        .locator('.df-timeline')
        .getByText(/Marisol/)
        .first(),
    ).toBeVisible()
  },
)

test('URLs of Payload’s built-in screens redirect to the matching admin screens', async ({
  page,
}) => {
  test.slow() // Eight screens.
  const [content] = await query<{ id: number; title: string }>(
    'select id, title from content where deleted_at is null order by id limit 1',
  )
  await signIn(page, 'june')
  for (const [from, to] of [
    ['products', '/admin/products'],
    ['products/1', '/admin/products/1'],
    ['products/create', '/admin/products/new'],
    ['users/1', '/admin/users'],
    ['media', '/admin/media'],
    ['contact-messages/1', '/admin/messages'],
    [`content/${content?.id}/versions`, `/admin/content/${content?.id}/versions`],
  ]) {
    await page.goto(`/admin/collections/${from}`)
    await expect(page, from).toHaveURL(`${process.env.SHOP_URL}${to}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto(`/admin/collections/content/${content?.id}`)
  await expect(
    page
      .getByRole('dialog')
      .getByLabel('Title', { exact: true })
      .or(page.getByRole('textbox', { name: 'Title', exact: true })),
  ).toHaveValue(content?.title ?? '')
})

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not visible')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('the whole navigation fits on 1440 × 900 without scrolling, and the newsletter’s old URL redirects', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'june')
  await page.goto('/admin')
  const nav = page.getByRole('navigation', { name: 'Admin' })
  for (const label of ['Dashboard', 'Categories', 'Newsletter', 'System status']) {
    const link = nav.getByRole('link', { name: label })
    await expect(link).toBeVisible()
    const { bottom, height } = await boxOf(link)
    expect(bottom, label).toBeLessThanOrEqual(900)
    expect(height, label).toBeGreaterThanOrEqual(24)
  }
  await page.goto('/admin/subscribers')
  await expect(page).toHaveURL(/\/admin\/newsletter$/)
  await page.getByRole('link', { name: 'Weekly email' }).click()
  await expect(page.getByRole('heading', { name: 'This week’s email' })).toBeVisible()
})

test('a screen is not replaced after it loads, so early clicks and input are kept', async ({
  page,
}) => {
  await signIn(page, 'june')
  await page.goto('/admin/orders')
  const search = await page.getByRole('searchbox', { name: 'Search orders' }).elementHandle()
  await page.getByRole('button', { name: 'Views and columns' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await search?.evaluate((element) => element.isConnected)).toBe(true)
})

test('what is entered in a new discount before its script has loaded is saved', async ({
  page,
}) => {
  await signIn(page, 'june')
  const name = `Early bird ${Date.now()}`
  const releaseScripts = await holdScripts(page)
  await page.goto('/admin/discounts/new', { waitUntil: 'commit' })
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Discount', { exact: true }).selectOption('free_shipping')
  await page.getByLabel('Applies automatically, without a code').check()
  await page.getByLabel('Minimum order, $').fill('75')
  releaseScripts()
  // Without a code there is no field for it, and free shipping has no percentage.
  await expect(page.getByLabel('Percent')).toHaveCount(0)
  await expect(page.getByLabel('Code', { exact: true })).toHaveCount(0)
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Create discount' }).click()
  expect((await saved).ok()).toBe(true)
  expect(
    await query(
      'select kind, is_automatic, minimum_subtotal_cents from discounts where name = $1',
      [name],
    ),
  ).toEqual([{ kind: 'free_shipping', is_automatic: true, minimum_subtotal_cents: '7500' }])
  await query('delete from discounts where name = $1', [name])
})

/** Adds a row to each list that the demo shop may leave empty. */
const fillLists = async (): Promise<void> => {
  const [{ id: product }, mark] = [await ownProduct(), Date.now().toString(36)]
  const statements: [string, unknown[]][] = [
    [
      `insert into contact_messages (name, email, topic, body) values ('Tansy', 'tansy@example.com', 'A size', $1)`,
      [mark],
    ],
    [
      `insert into reviews (product_id, author, rating, body, status) values ($2, 'Tansy', 5, $1, 'waiting')`,
      [mark, product],
    ],
    [
      `insert into returns (order_id, status, reason, wish, request_id) select id, 'declined', 'size', 'refund', $1 from orders limit 1`,
      [mark],
    ],
    [
      `insert into gift_cards (code_hash, last_four, is_active, note) values ($1, '7KQ2', false, 'A late package')`,
      [mark],
    ],
    [
      `insert into draft_orders (email, lines, note) values ('tansy@example.com', '[]', $1)`,
      [mark],
    ],
    [
      `insert into discounts (name, is_active, kind, percent, scope, starts_at) values ($1, false, 'percent', 10, 'all', now())`,
      [mark],
    ],
    [
      `insert into data_requests (code, source, status, received_at, acknowledge_by, verify_by) values (md5($1), 'form', 'refused', now(), now(), now())`,
      [mark],
    ],
    [
      `insert into api_keys (name, prefix, key_hash, created_by_id, revoked_at) select 'Tansy', 'df', $1, id, now() from users where username = 'june'`,
      [mark],
    ],
    [
      `insert into audit_events (actor_role, action, subject_id) values ('the shop', 'backup.made', $1)`,
      [mark],
    ],
  ]
  for (const [statement, values] of statements) await query(statement, values)
}

test('on a phone, the first row of each list is visible without scrolling', async ({ page }) => {
  test.slow() // Twenty screens.
  await page.setViewportSize({ width: 390, height: 844 })
  await fillLists()
  await signIn(page, 'june')
  for (const list of [
    'orders',
    'products',
    'customers',
    'content',
    'pages',
    'media',
    'users',
    'returns?status=all',
    'gift-cards',
    'draft-orders',
    'categories',
    'discounts',
    'discounts?show=sales',
    'reviews?status=all',
    'messages?status=all',
    'newsletter',
    'social',
    'api-keys',
    'data-requests?status=all',
    'audit',
  ]) {
    await page.goto(`/admin/${list}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const rows = page.locator('.df-screen :is(tbody tr, .df-entry, .df-media__grid > li)')
    if ((await rows.count()) === 0 && /sales|newsletter|social/.test(list)) continue
    // Polled, because a list that is being re-rendered briefly has no bounding box.
    await expect
      .poll(async () => (await rows.first().boundingBox())?.y ?? Infinity, { message: list })
      .toBeLessThan(844 - 40)
  }
  // If the tabs are wider than the screen, the current tab is scrolled into view.
  await page.goto('/admin/social?tab=calendar')
  await expect(page.locator('.df-tabs [aria-current=page]').first()).toBeInViewport({ ratio: 0.95 })
})

test('on a phone, labels of the revenue chart are at least 13 pixels high and don’t overlap', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'june')
  for (const step of ['day', 'week', 'month']) {
    await page.goto(`/admin?revenue=${step}`)
    const labels = page.locator('.df-chart__label:visible')
    await expect(labels.first()).toBeVisible()
    for (const label of await labels.all()) {
      const size = await label.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
      expect(size).toBeGreaterThanOrEqual(13)
    }
    const periods = await Promise.all(
      (await page.locator('.df-chart__label--period:visible').all()).map(boxOf),
    )
    expect(periods.length).toBeGreaterThan(2)
    for (const [index, box] of periods.slice(1).entries())
      expect(box.x, step).toBeGreaterThanOrEqual(periods[index]?.right ?? 0)
  }
})

test('a toast appears at the top of the screen and doesn’t cover the save button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const tee = await ownProduct()
  await signIn(page, 'june')
  await page.goto(`/admin/products/${tee.id}`)
  await page.getByLabel(/design inspiration/i).fill(`Fern ${Date.now()}`)
  const save = page.getByRole('button', { name: 'Save changes' })
  await save.click()
  const toast = page.locator('.payload-toast-item').first()
  await expect(toast).toBeVisible()
  const covered = await boxOf(toast)
  const button = await boxOf(save)
  expect(covered.bottom).toBeLessThan(button.y)
  expect(covered.bottom).toBeLessThan(300)
})

test('a page of the admin refuses what isn’t a call of its server functions, without an error', async ({
  page,
}) => {
  await signIn(page, 'june')
  const statusOf = async (functionId?: string): Promise<number> => {
    const response = await page.request.post('/admin/orders', {
      data: '[]',
      headers: {
        'Content-Type': 'text/plain;charset=UTF-8',
        'Sec-Fetch-Site': 'same-origin',
        ...(functionId === undefined ? {} : { 'Next-Action': functionId }),
      },
    })
    return response.status()
  }
  expect(await statusOf()).toBe(405)
  expect(await statusOf('toString')).toBe(405)
  // As of an earlier build: the browser then asks for the page again.
  expect(await statusOf('0'.repeat(42))).toBe(409)
})

test('server functions have the same names in every build, and what the server encrypts for them needs its own secret', async ({
  page,
}) => {
  const { node, encryptionKey } = JSON.parse(
    readFileSync('.next/server/server-reference-manifest.json', 'utf8'),
  ) as { node: Record<string, { filename: string }>; encryptionKey: string }
  // An open page of the admin calls it by this name after an update. A new one means that staff have to load pages again.
  expect(node['40037c77413da34b2a7b20ad43b35d6ab7494031c2']?.filename).toBe(
    'src/app/(payload)/layout.tsx',
  )

  await signIn(page, 'june')
  const html = await (await page.request.get('/admin')).text()
  const texts = html.match(/[\w+/]{40,200}={0,2}/g) ?? []
  const { PAYLOAD_SECRET = '' } = JSON.parse(process.env.SHOP_ENV ?? '{}') as Record<string, string>
  const signature = createHmac('sha256', PAYLOAD_SECRET).update('server functions').digest('hex')
  const ownKey = Buffer.from(signature.slice(0, 32))
  expect(texts.filter((text) => opens(text, ownKey))).not.toEqual([])
  expect(texts.filter((text) => opens(text, Buffer.from(encryptionKey, 'base64')))).toEqual([])
})

test('the first Tab leads past the navigation, into a list and into the editor', async ({
  page,
}) => {
  await signIn(page, 'june')
  for (const path of ['/admin/orders', `/admin/content/${(await ownContent()).id}`]) {
    await page.goto(path)
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(skip).not.toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(page.locator('#content :focus')).toHaveCount(1)
  }
})
