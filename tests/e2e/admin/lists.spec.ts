import { readFileSync } from 'node:fs'

import { expect, type Locator } from '@playwright/test'
import { ownProduct, query, signIn, test } from '@tests/support/browser'

const uniqueSuffix = (): string => `${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`

test('a review appears in the shop once it is approved and disappears when it is rejected', async ({
  page,
  request,
}) => {
  const product = await ownProduct()
  const winter = uniqueSuffix()
  const reviewText = `It held through the whole winter ${winter}.`
  await query(
    `insert into reviews (product_id, author, rating, body, status) values ($1, 'Sorrel T.', 4, $2, 'waiting')`,
    [product.id, reviewText],
  )
  const isInShop = async (): Promise<boolean> =>
    (await (await request.get(`/products/${product.id}`)).text()).includes(reviewText)
  await signIn(page, 'marisol')
  expect(await isInShop()).toBe(false)
  await page.goto(`/admin/reviews?search=${winter}`)
  await page.getByRole('button', { name: 'Publish the review by Sorrel T.', exact: true }).click()
  await expect(page.getByText('Review published')).toBeVisible()
  await expect.poll(isInShop).toBe(true)

  await page.goto(`/admin/reviews?status=approved&search=${winter}`)
  await page.getByRole('button', { name: 'Hide the review by Sorrel T.' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Written twice')
  await dialog.getByRole('button', { name: 'Hide review' }).click()
  await expect(page.getByText('Review hidden')).toBeVisible()
  await expect.poll(isInShop).toBe(false)
  expect(await query('select status, note from reviews where body = $1', [reviewText])).toEqual([
    { status: 'rejected', note: 'Written twice' },
  ])
})

test('a message is found by search, marked as answered, and listed among the answered ones', async ({
  page,
}) => {
  const name = `Tansy ${uniqueSuffix()}`
  await query(
    `insert into contact_messages (name, email, topic, body) values ($1, 'tansy@example.com', 'A size', 'Is M the same as last year?')`,
    [name],
  )
  const message = page.getByRole('main').getByText('Is M the same as last year?')
  await signIn(page, 'marisol')
  await page.goto(`/admin/messages?search=${encodeURIComponent(name)}`)
  await expect(message).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reply' })).toHaveAttribute(
    'href',
    /^mailto:tansy%40example\.com\?subject=Re%3A%20A%20size$/,
  )
  await page.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(page.getByText('Marked as answered')).toBeVisible()
  await expect(message).toBeHidden()
  await page.getByLabel('Status').selectOption({ label: 'Answered' })
  await expect(page).toHaveURL(/status=answered/)
  await expect(message).toBeVisible()
  await page.getByRole('button', { name: 'Mark as unanswered' }).click()
  await expect
    .poll(() => query('select status from contact_messages where name = $1', [name]))
    .toEqual([{ status: 'new' }])
})

test('staff add a note to a data request, view its status page, and close it as not verified', async ({
  page,
}) => {
  const email = `asks-${uniqueSuffix()}@example.com`
  await query(
    `insert into contact_messages (name, email, topic, body) values ('Rue', $1, 'A size', 'Which one?')`,
    [email],
  )
  expect(
    (
      await page.request.post('/api/privacy/deletion-requests', {
        data: { fullName: 'Rue Marsh', email },
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      })
    ).status(),
  ).toBe(200)
  await signIn(page, 'june')
  await page.goto('/admin/data-requests?status=received')
  const entry = page.getByRole('listitem').filter({ hasText: email })
  await entry.getByRole('button', { name: 'Note' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Staff note').fill('Wrote twice, no link was pressed')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(entry.getByText('Note: Wrote twice, no link was pressed')).toBeVisible()
  const [statusPage] = await Promise.all([
    page.waitForEvent('popup'),
    entry.getByRole('link', { name: 'View their status page' }).click(),
  ])
  await expect(statusPage.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(statusPage.getByText(email)).toHaveCount(0)
  await statusPage.close()
  await entry.getByRole('button', { name: 'Not verified' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close request' }).click()
  await expect(entry).toBeHidden()
  expect(await query('select email from data_requests where email = $1', [email])).toEqual([])
})

test('a data request that waits for a return leads to it and says that it is overdue', async ({
  page,
}) => {
  const name = uniqueSuffix()
  const email = `returns-${name}@example.com`
  await query(
    `with placed as (
       insert into orders (order_number, uuid, checkout_id, access_key_hash, status, payment_state, email, subtotal_cents, total_cents)
       values ('W-' || $1::text, gen_random_uuid()::text, gen_random_uuid()::text, md5($1::text), 'delivered', 'completed', $2, 3200, 3200) returning id)
     insert into returns (order_id, status, reason, wish, request_id) select id, 'approved', 'size', 'refund', $1::text from placed`,
    [name, email],
  )
  await query(
    `insert into data_requests (code, source, status, email, received_at, acknowledge_by, verify_by, verified_at, erase_after, complete_by)
     values (md5($1::text), 'form', 'waiting', $1::text, now() - interval '40 days', now(), now(), now() - interval '40 days', now(), now() - interval '10 days')`,
    [email],
  )
  await signIn(page, 'june')
  await page.goto('/admin/data-requests?status=waiting')
  const entry = page.getByRole('listitem').filter({ hasText: email })
  await expect(entry.getByText(/Overdue: it was due by /)).toBeVisible()
  await entry.getByRole('link', { name: `W-${name}` }).click()
  await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/returns\?/)
  await query('delete from data_requests where email = $1', [email])
})

test('staff add a data request received by email, which sends a link and shows its deadline', async ({
  page,
}) => {
  const email = `writes-${uniqueSuffix()}@example.com`
  await query(
    `insert into contact_messages (name, email, topic, body) values ('Rue', $1, 'A size', 'Which one?')`,
    [email],
  )
  await signIn(page, 'june')
  await page.goto('/admin/data-requests')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add request' }).click()
  await expect(dialog.getByLabel('Email address to delete')).toBeFocused()
  await dialog.getByLabel('Email address to delete').fill('nobody-here@example.com')
  await dialog.getByRole('button', { name: 'Add and send link' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'We have no data for nobody-here@example.com. You can reply to the email and let them know.',
  )
  await dialog.getByLabel('Email address to delete').fill(email)
  await dialog.getByRole('button', { name: 'Add and send link' }).click()
  await expect(page.getByText(`Link sent to ${email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: email })
  await expect(entry.getByText(/^By email · received /)).toBeVisible()
  await expect(entry.getByText(/^Waiting for the person to confirm by email, until /)).toBeVisible()
})

test('the subscriber export contains no spreadsheet formulas', async ({ page }) => {
  const email = `export-${uniqueSuffix()}@example.com`
  await query(
    `insert into subscribers (email, first_name, status) values ($1, '=1+1', 'subscribed')`,
    [email],
  )
  await signIn(page, 'marisol')
  await page.goto('/admin/subscribers?status=subscribed')
  await expect(page).toHaveURL(/\/admin\/newsletter\?status=subscribed$/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  const lines = readFileSync(await file.path(), 'utf8')
    .split('\r\n')
    .join('\n')
    .split('\n')
  expect(lines.find((line) => line.includes(email))).toContain(`'=1+1`)
  expect(lines.filter((line) => /"(pending|unsubscribed)"/.test(line))).toEqual([])
})

test('a tax rule is on one line with its Remove button on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'june')
  await page.goto('/admin/settings')
  const rows = page.getByRole('group', { name: 'State tax rules' }).getByRole('listitem')
  await expect(rows.filter({ has: page.getByLabel('Item price, $') }).first()).toBeVisible()
  const lines = await rows.evaluateAll((items) =>
    items.map(
      ({ children }) =>
        new Set([...children].map((child) => Math.round(child.getBoundingClientRect().bottom)))
          .size,
    ),
  )
  expect(lines).toEqual(lines.map(() => 1))
})

test('on a phone, links in the rows of lists are 44 pixels high', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: process.env.SHOP_URL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await signIn(page, 'june')
  for (const path of ['', '/orders', '/products', '/customers', '/categories', '/content']) {
    await page.goto(`/admin${path}`)
    const links = page.getByRole('table').getByRole('cell').getByRole('link')
    await expect(links.first()).toBeVisible()
    // How much of the middle of each link reacts to a finger.
    const heights = await links.evaluateAll((all) =>
      all.slice(0, 5).map((link) => {
        link.scrollIntoView({ block: 'center' })
        const { x, y, width, height } = link.getBoundingClientRect()
        const rows = Array.from({ length: Math.ceil(height) }, (_, row) => y + row)
        return rows.filter((row) => link.contains(document.elementFromPoint(x + width / 2, row)))
          .length
      }),
    )
    expect(Math.min(...heights), path).toBeGreaterThanOrEqual(44)
  }
  await context.close()
})

test('on a phone, buttons, menu entries, and what chooses a view or a range are 44 pixels high', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: process.env.SHOP_URL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await signIn(page, 'june')
  const { id } = await ownProduct()
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const heightsOf = (controls: Locator) =>
    controls.evaluateAll((all) => all.map((control) => control.getBoundingClientRect().height))
  const menu = page.locator('dialog[open] .df-nav__group a')
  await expect(menu.first()).toBeVisible()
  expect(Math.min(...(await heightsOf(menu)))).toBeGreaterThanOrEqual(44)
  // The link to the page that is open leads nowhere else.
  await menu.filter({ hasText: /^Dashboard$/ }).click()
  await expect(menu).toHaveCount(0)
  for (const [path, controls] of [
    ['/admin/reports', page.getByRole('link', { name: /^Last \d+ days/ })],
    ['/admin/media', page.getByRole('navigation', { name: 'Layout' }).getByRole('link')],
    ['/', page.getByRole('button', { name: /^Count my days/ })],
    ['/admin', page.getByRole('link', { name: 'Your account' })],
    ['/admin', page.locator('summary').filter({ visible: true })],
    [`/admin/products/${id}`, page.getByRole('button', { name: /^Remove Pine/ })],
    ['/products', page.getByRole('button', { name: /^Add .+ to (cart|wishlist)$/ })],
    ['/blog', page.locator('a.chip')],
    ['/', page.getByRole('contentinfo').getByRole('listitem').getByRole('link')],
  ] as const) {
    await page.goto(path)
    await expect(controls.first()).toBeVisible()
    expect(Math.min(...(await heightsOf(controls))), path).toBeGreaterThanOrEqual(44)
  }
  await context.close()
})
