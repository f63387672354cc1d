import { expect, type Page } from '@playwright/test'
import {
  gate,
  ownContent,
  ownProduct,
  query,
  saveSettings,
  signIn,
  test,
} from '@tests/support/browser'

/** A reverse proxy's response while the shop restarts. */
const badGateway = {
  status: 502,
  contentType: 'text/html',
  body: '<html><head><title>502 Bad Gateway</title></head><body>nginx/1.24.0</body></html>',
}
const errorMessage = 'Something went wrong (502). Please try again in a moment.'

const createDeliveredOrder = async (): Promise<number> =>
  (
    await query<{ id: number }>(`
  insert into orders (order_number, uuid, checkout_id, access_key_hash, status, payment_state, email, subtotal_cents, total_cents)
  select 'DF-K' || left(mark::text, 8), mark::text, mark::text, mark::text, 'delivered', 'completed', 'kept@example.com', 3200, 3200 from gen_random_uuid() as mark returning id`)
  )[0]!.id

/** Fills a field until its draft is in localStorage, because input before hydration is lost. */
const fillUntilSaved = async (page: Page, label: string, value: string): Promise<void> => {
  await expect(async () => {
    await page.getByLabel(label).fill('')
    await page.getByLabel(label).fill(value)
    await expect
      .poll(
        () =>
          page.evaluate(
            (text) => Object.values(localStorage).some((item) => String(item).includes(text)),
            value,
          ),
        { timeout: 1500 },
      )
      .toBe(true)
  }).toPass()
}

test('an order note survives a proxy error and an expired session and is then saved', async ({
  page,
  context,
}) => {
  const id = await createDeliveredOrder()
  await signIn(page, 'marisol')
  await page.goto(`/admin/orders/${id}`)
  await fillUntilSaved(page, 'New note', 'She asked for the package to be left at number nine')
  const notes = page.getByLabel('New note')

  await page.route(`**/api/admin/orders/${id}/notes`, (route) => route.fulfill(badGateway))
  await page.getByRole('button', { name: 'Add note' }).press('Enter')
  await expect(page.getByText(errorMessage)).toBeVisible()
  await expect(page.getByText('nginx')).toHaveCount(0)
  await page.unroute(`**/api/admin/orders/${id}/notes`)

  const cookies = await context.cookies()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Add note' }).press('Enter')
  await expect(page.getByText('Please sign in first.')).toBeVisible()
  const [signInTab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Sign in' }).click(),
  ])
  await expect(signInTab).toHaveURL(/\/admin\/login/)
  await signInTab.close()
  await expect(notes).toHaveValue('She asked for the package to be left at number nine')

  await context.addCookies(cookies)
  // Press Enter instead of clicking: a toast may cover the button.
  await page.getByRole('button', { name: 'Add note' }).press('Enter')
  await expect(page.getByText('Order updated')).toBeVisible()
  await expect(notes).toBeFocused()
  expect(await query('select text as notes from order_notes where order_id = $1', [id])).toEqual([
    { notes: 'She asked for the package to be left at number nine' },
  ])
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('order-notes'))),
    )
    .toEqual([])
})

test('no note is lost that was changed while it was sent, or after a lost response', async ({
  page,
}) => {
  const id = await createDeliveredOrder()
  const path = `**/api/admin/orders/${id}/notes`
  await signIn(page, 'marisol')
  await page.goto(`/admin/orders/${id}`)
  await fillUntilSaved(page, 'New note', 'She called.')
  const note = page.getByLabel('New note')
  const add = page.getByRole('button', { name: /^Add(ing…| note)$/ })
  const { open: answer, opened: answered } = gate()
  await page.route(
    path,
    async (route) => {
      const response = await route.fetch()
      await answered
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await add.press('Enter')
  await expect(add).toHaveText('Adding…')
  await note.fill('He called, too.')
  answer()
  await expect(page.getByText('Order updated')).toBeVisible()
  await expect(note).toHaveValue('He called, too.')

  await page.route(
    path,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await add.press('Enter')
  await expect(page.getByText('Couldn’t reach the shop.', { exact: false })).toBeVisible()
  await note.fill('Both called.')
  await add.press('Enter')
  await expect(note).toHaveValue('')
  expect(
    await query('select text as notes from order_notes where order_id = $1 order by id', [id]),
  ).toEqual([{ notes: 'She called.' }, { notes: 'He called, too.' }, { notes: 'Both called.' }])
})

test('the reason for an unusual status change is kept when the request fails', async ({ page }) => {
  const id = await createDeliveredOrder()
  await signIn(page, 'marisol')
  await page.goto(`/admin/orders/${id}`)
  await page.route(`**/api/admin/orders/${id}`, (route) => route.fulfill(badGateway))
  const dialog = page.getByRole('dialog')
  await expect(async () => {
    await page.getByLabel(/^Status of DF-K/).selectOption('shipped')
    await expect(dialog).toBeVisible({ timeout: 1000 })
  }).toPass()
  await dialog.getByLabel('Reason').fill('It came back to the depot')
  await dialog.getByRole('button', { name: 'Change to Shipped' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(errorMessage)
  await expect(dialog.getByLabel('Reason')).toHaveValue('It came back to the depot')
  await page.unroute(`**/api/admin/orders/${id}`)
  await dialog.getByRole('button', { name: 'Change to Shipped' }).click()
  await expect(dialog).toBeHidden()
  expect(await query('select status from orders where id = $1', [id])).toEqual([
    { status: 'shipped' },
  ])
})

test('unsaved settings and a new post are offered again after navigating away', async ({
  page,
}) => {
  await signIn(page, 'june')
  await page.goto('/admin')
  await page.goto('/admin/settings')
  await fillUntilSaved(page, 'Return condition', 'unworn, unwashed, and in the package it came in')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goBack()
  await expect(page).toHaveURL(/\/admin$/)
  await page.goForward()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Return condition')).toHaveValue(
    'unworn, unwashed, and in the package it came in',
  )

  await page.goto('/admin/social?edit=new')
  await fillUntilSaved(page, 'Post text', 'A morning by the river, unhurried')
  await page.goto('/admin')
  await page.goto('/admin/social?edit=new')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Post text')).toHaveValue('A morning by the river, unhurried')
  // Canceling discards the draft.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('social-posts'))),
    )
    .toEqual([])
})

/** Goes back once `text` is kept in the storage, which doesn't ask. */
const goBackOnceKept = async (
  page: Page,
  storage: 'localStorage' | 'sessionStorage',
  text: string,
): Promise<void> => {
  await expect
    .poll(() => page.evaluate((name) => JSON.stringify(window[name]), storage))
    .toContain(text)
  await page.goBack()
}

test('a draft order, a discount, and shared posts are offered again after going back in the browser', async ({
  page,
}) => {
  const mark = `${Date.now()}-${Math.floor(Math.random() * 1e6)}`
  const restore = page.getByRole('button', { name: 'Restore' })
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page, 'june')

  const tee = await ownProduct()
  await page.goto('/admin/orders')
  const newOrder = page.getByRole('link', { name: 'New order' })
  await newOrder.click()
  const search = page.getByLabel('Add a product')
  await search.fill(tee.name)
  await expect(page.getByRole('list', { name: 'Products found' })).toContainText(tee.name)
  await search.press('Enter')
  const street = page.getByLabel('Street address')
  await street.fill(`18 Alder Lane ${mark}`)
  await goBackOnceKept(page, 'sessionStorage', mark)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(mark)
  await newOrder.click()
  await expect(street).toHaveValue('')
  await restore.click()
  await expect(street).toHaveValue(`18 Alder Lane ${mark}`)
  await expect(page.getByRole('list', { name: 'Items' })).toContainText(tee.name)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/admin\/draft-orders\/\d+$/)
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(mark)

  await page.goto('/admin/discounts')
  const newDiscount = page.getByRole('link', { name: 'New discount' })
  await newDiscount.click()
  const name = page.getByLabel('Name')
  await name.fill(`Fern days ${mark}`)
  await goBackOnceKept(page, 'localStorage', mark)
  await newDiscount.click()
  await expect(page.getByText(`“Fern days ${mark}” from`)).toBeVisible()
  await restore.click()
  await expect(name).toHaveValue(`Fern days ${mark}`)

  const content = await ownContent()
  await page.goto(`/admin/content?search=${encodeURIComponent(content.title)}`)
  const share = page.getByRole('link', { name: `Share ${content.title} everywhere` })
  await share.click()
  const toggle = page.getByRole('switch', { name: 'Post to LinkedIn' })
  await toggle.setChecked(true)
  const text = page.getByLabel('Text for LinkedIn')
  await text.fill(`In our own words ${mark}`)
  await page.getByLabel('Schedule date').fill('2031-05-04T09:00')
  await goBackOnceKept(page, 'localStorage', '2031-05-04')
  await share.click()
  await restore.click()
  await expect(text).toHaveValue(`In our own words ${mark}`)
  await expect(page.getByLabel('Schedule date')).toHaveValue('2031-05-04T09:00')
})

test('a discount and a draft order that are restored leave what others saved meanwhile, and links ask during a save', async ({
  page,
}) => {
  const mark = `${Date.now()}-${Math.floor(Math.random() * 1e6)}`
  await signIn(page, 'june')
  const create = async (path: string, data: object): Promise<number> => {
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const response = await page.request.post(`/api/admin/${path}`, { data, headers })
    expect(response.status()).toBe(201)
    return ((await response.json()) as { id: number }).id
  }
  const discount = { name: `Fern ${mark}`, kind: 'percent', percent: 10 }
  const address = { firstName: 'Linden', lastName: `Marsh ${mark}` }
  const forms = [
    {
      path: 'discounts',
      id: await create('discounts', discount),
      storage: 'localStorage',
      link: discount.name,
      label: 'Name',
      button: 'Save changes',
      overwrite: 'Overwrite with mine',
    },
    {
      path: 'draft-orders',
      id: await create('draft-orders', { shippingAddress: address, items: [] }),
      storage: 'sessionStorage',
      link: `Linden ${address.lastName}`,
      label: 'Note',
      button: 'Save draft',
      overwrite: 'Save draft',
    },
  ] as const
  for (const { path, id, storage, link, label, button, overwrite } of forms) {
    await page.goto(`/admin/${path}`)
    await page.getByRole('link', { name: link }).click()
    const field = page.getByLabel(label)
    await field.fill(`Mine ${mark}`)
    await goBackOnceKept(page, storage, `Mine ${mark}`)
    const table = path.replace('-', '_')
    await query(`update ${table} set updated_at = clock_timestamp() where id = $1`, [id])
    await page.getByRole('link', { name: link }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(field).toHaveValue(`Mine ${mark}`)

    const { open: answer, opened: answered } = gate()
    const isSave = `**/api/admin/${path}/${id}`
    await page.route(isSave, async (route) => {
      await answered
      await route.continue()
    })
    const sent = page.waitForRequest(isSave)
    await page.getByRole('button', { name: button }).click()
    await sent
    await page.locator('.df-screen a[href^="/admin/"]').first().click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    answer()
    const refusal = page.getByRole('alert').filter({ hasText: 'Someone else changed this' })
    await expect(refusal).toBeVisible()
    await expect(field).toHaveValue(`Mine ${mark}`)
    await page.unroute(isSave)
    await page.getByRole('button', { name: overwrite }).click()
    await expect(refusal).toBeHidden()
    await query(`delete from ${table} where id = $1`, [id])
  }
})

test('overwriting after restoring unsaved settings or a product leaves what others saved meanwhile', async ({
  page,
}) => {
  test.slow()
  page.on('dialog', (dialog) => void dialog.accept())
  const overwrite = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: 'Overwrite with mine' }).click()
  }
  const goals = () =>
    query<{ revenue: number; content: number }>(
      'select revenue_goal_cents::float / 100 as revenue, content_goal::float as content from shop_settings',
    )
  await signIn(page, 'june')
  await page.goto('/admin/settings')
  await fillUntilSaved(page, 'Revenue, $', '7316001')
  await page.goto('/admin')
  await saveSettings({ contentGoal: 61 })
  await page.goto('/admin/settings')
  await overwrite()
  await expect.poll(goals).toEqual([{ revenue: 7316001, content: 61 }])
  await saveSettings({ revenueGoal: 5000, contentGoal: 50 })

  const { id } = await ownProduct()
  await page.goto(`/admin/products/${id}`)
  await fillUntilSaved(page, 'Base price in dollars', '41.27')
  await page.goto('/admin')
  await query('update products set is_active = false, updated_at = now() where id = $1', [id])
  await page.goto(`/admin/products/${id}`)
  await overwrite()
  await expect
    .poll(() =>
      query('select is_active, base_price_cents::float as cents from products where id = $1', [id]),
    )
    .toEqual([{ is_active: false, cents: 4127 }])
})

test('content that can’t be saved shows the reason, keeps the input, and can be saved later', async ({
  page,
  context,
}) => {
  const content = await ownContent()
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${content.id}`)
  const excerpt = page.getByRole('textbox', { name: /^Excerpt/ })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(excerpt).toHaveValue('Few words.')
  await expect(page.getByText(/^Edited .+ · Created /)).toBeVisible()
  await page.route(`**/cms/api/content/${content.id}?**`, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )
  await excerpt.fill('Words on a train')
  await save.click()
  await expect(
    page.getByText('Couldn’t save. Your changes are still here; please try again.'),
  ).toBeVisible()
  await page.unroute(`**/cms/api/content/${content.id}?**`)
  const cookies = await context.cookies()
  await context.clearCookies()
  await save.click()
  await expect(page.getByText('You’ve been signed out. Your changes are still here.')).toBeVisible()
  await context.addCookies(cookies)
  await save.click()
  await expect
    .poll(
      async () =>
        (
          await query<{ excerpt: string }>('select excerpt from content where id = $1', [
            content.id,
          ])
        )[0]?.excerpt,
    )
    .toBe('Words on a train')
  await expect(page.getByText('You’ve been signed out. Your changes are still here.')).toBeHidden()

  // A link to a deleted item explains that it is gone.
  await query('update content set deleted_at = now() where id = $1', [content.id])
  for (const [list, id] of [
    ['content', content.id],
    ['social', 999_999],
  ] as const) {
    await page.goto(`/admin/${list}?edit=${id}`)
    await expect(page.getByText('This item is no longer here.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'View trash' })).toHaveAttribute(
      'href',
      `/admin/${list}?show=trash`,
    )
  }
})

test('text over its limit is kept with an error until it fits, and two quick clicks on a switch keep the second state', async ({
  page,
}) => {
  const product = await ownProduct()
  await signIn(page, 'marisol')
  await page.goto(`/admin/products/${product.id}`)
  const description = page.getByLabel('Description', { exact: false }).first()
  await expect(async () => {
    await description.fill('')
    await description.fill('x'.repeat(4100))
    await expect(page.getByText('100 over the limit of 4,000 characters.')).toBeVisible({
      timeout: 1000,
    })
  }).toPass()
  await expect(description).toHaveValue('x'.repeat(4100))
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Error updating product')).toBeVisible()
  await description.fill('Short.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Product updated')).toBeVisible()

  await page.goto(`/admin/products?search=${encodeURIComponent(product.name)}`)
  const active = page.getByRole('switch', { name: `${product.name} is active` })
  await page.route(`**/api/admin/products/${product.id}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await expect(async () => {
    await active.click()
    await active.click()
    await expect(page.getByText('Product updated')).toBeVisible()
  }).toPass()
  await expect
    .poll(
      async () =>
        (
          await query<{ is_active: boolean }>('select is_active from products where id = $1', [
            product.id,
          ])
        )[0]?.is_active,
    )
    .toBe(true)
  await expect(active).toBeChecked()
})
