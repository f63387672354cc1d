import { expect } from '@playwright/test'
import { gate, ownProduct, query, signIn, test } from '@tests/support/browser'

test(
  'a product is created, shown in the shop, changed, deleted, and restored',
  { tag: '@core' },
  async ({ page, request }) => {
    const name = `Journey Tee ${Date.now().toString(36)}`
    await signIn(page, 'marisol')

    await page.goto('/admin/products/new')
    await page.getByRole('button', { name: 'Create product' }).click()
    await expect(page.getByText('Error creating product')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    // The error appears only at its field, not also above the form.
    const main = page.getByRole('main')
    await expect(main.locator('.df-field__error')).toHaveCount(1)
    await expect(main.getByText(await main.locator('.df-field__error').innerText())).toHaveCount(1)
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Base price in dollars').fill('20')
    // A tag that is still being typed is saved, too.
    await page.getByLabel('Tags').pressSequentially('calm')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Product created')).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/products\/\d+$/)
    await expect(page.getByRole('button', { name: 'Remove calm' })).toBeVisible()
    const id = page.url().split('/').at(-1) ?? ''
    await expect
      .poll(async () => (await (await request.get(`/products/${id}`)).text()).includes(name))
      .toBe(true)

    await page.getByLabel('Base price in dollars').fill('23.50')
    await page.getByRole('link', { name: 'All products' }).click()
    await expect(page.getByRole('heading', { name: 'Leave without saving?' })).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Product updated')).toBeVisible()
    await expect
      .poll(async () => (await (await request.get(`/products/${id}`)).text()).includes('$23.50'))
      .toBe(true)

    await page.goto(`/admin/products?search=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Product deleted')).toBeVisible()
    expect((await request.get(`/api/products/${id}`)).status()).toBe(404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expect.poll(async () => (await request.get(`/api/products/${id}`)).status()).toBe(200)
  },
)

test('a sale is created for a product, shown in the shop with the original price, and ended', async ({
  page,
  request,
}) => {
  const tee = await ownProduct()
  await query(
    `insert into product_prices (product_id, changed_at, is_active, base_price_cents)
     values ($1, now() - interval '10 days', true, 3200)`,
    [tee.id],
  )
  const shopText = async (): Promise<string> => (await request.get(`/products/${tee.id}`)).text()
  expect(await shopText()).not.toContain('$24.00')
  await signIn(page, 'marisol')
  await page.goto('/admin/discounts')
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await page.getByRole('button', { name: 'New sale' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create sale' }).click()
  await expect(dialog.getByText('Please enter a number.')).toBeVisible()
  await dialog.getByLabel('Products').fill(tee.name)
  await dialog.getByRole('button', { name: tee.name, exact: true }).click()
  await dialog.getByLabel('Percent off').fill('25')
  await dialog.getByRole('button', { name: 'Create sale' }).click()
  await expect(page.getByText('1 product put on sale')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: tee.name })
  await expect(row).toContainText('Running')
  await expect(row).toContainText('Crossed out: $32.00')

  await expect.poll(shopText).toContain('$24.00')
  await page.goto(`/products/${tee.id}`)
  await expect(page.locator('s').filter({ hasText: '$32.00' }).first()).toBeVisible()

  await page.goto(`/admin/products/${tee.id}`)
  await expect(page.getByLabel('Sale price in dollars')).toHaveValue('24.00')
  await expect(page.getByLabel('Sale starts')).not.toHaveValue('')

  await page.goto('/admin/discounts?show=sales')
  await page.getByRole('button', { name: `End sale of ${tee.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End sale' }).click()
  await expect(page.getByText('Sale ended')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect.poll(shopText).not.toContain('$24.00')
})

test('a date that is only half filled in is neither “now” nor “no end”', async ({ page }) => {
  const [tee, year] = [await ownProduct(), new Date().getFullYear() + 1]
  const stored = async (column: string) =>
    (
      await query<{ at: string | null }>(
        `select ${column}::text as at from products where id = $1`,
        [tee.id],
      )
    )[0]?.at
  await signIn(page, 'marisol')
  await page.goto('/admin/discounts?show=sales')
  await page.getByRole('button', { name: 'New sale' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Products').fill(tee.name)
  await dialog.getByRole('button', { name: tee.name, exact: true }).click()
  await dialog.getByLabel('Percent off').fill('25')
  const starts = dialog.getByLabel('Starts')
  await starts.pressSequentially(`0301${year}`)
  await dialog.getByRole('button', { name: 'Create sale' }).click()
  await expect(starts).toBeFocused()
  await expect(dialog.getByText('Please enter the full date and time.')).toBeVisible()
  expect(await stored('sale_starts_at')).toBeNull()
  await starts.fill(`${year}-03-01T09:00`)
  await dialog.getByRole('button', { name: 'Create sale' }).click()
  await expect(page.getByText('1 product put on sale')).toBeVisible()
  expect(await stored('sale_starts_at')).toContain(`${year}-03-01`)

  await page.goto(`/admin/products/${tee.id}`)
  const ends = page.getByLabel('Sale ends')
  await ends.fill(`${year}-04-01T09:00`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Product updated')).toBeVisible()
  await ends.focus()
  // Clears the hour, to type another one.
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Backspace'])
    await page.keyboard.press(key)
  await expect(ends).toHaveValue('')
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(ends).toBeFocused()
  expect(await stored('sale_ends_at')).toContain(`${year}-04-01`)

  await page.goto('/admin/discounts/new')
  await page.getByLabel('Name', { exact: true }).fill(`Early spring ${tee.id}`)
  const percent = page.getByLabel('Percent', { exact: true })
  await percent.fill('ten')
  await page.keyboard.press('Control+s')
  await expect(percent).toBeFocused()
  await expect(percent).toHaveAccessibleDescription('Please enter a number.')
  await percent.fill('10')
  await page.getByLabel('Ends').pressSequentially(`0401${year}`)
  await page.getByRole('button', { name: 'Create discount' }).click()
  await expect(page.getByLabel('Ends')).toBeFocused()
  expect(
    await query('select id from discounts where name = $1', [`Early spring ${tee.id}`]),
  ).toEqual([])
})

test('a CSV import previews its changes before applying them', async ({ page }) => {
  const tee = await ownProduct()
  const price = () =>
    query('select base_price_cents::float / 100 as price from products where id = $1', [tee.id])
  await signIn(page, 'marisol')
  await page.goto('/admin/products')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  // The format that spreadsheets export.
  const csv = `Slug,Base Price\n${tee.slug},$33.00\nno-such-piece,20\n`
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByText('0 new, 1 changed, 0 unchanged, 1 skipped.')).toBeVisible()
  expect(await price()).toEqual([{ price: 32 }])
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('Import Successful')).toBeVisible()
  await expect(page.getByText('0 new, 1 changed, 1 skipped.')).toBeVisible()
  expect(await price()).toEqual([{ price: 33 }])
  // The skipped rows stay listed.
  const dialog = page.getByRole('dialog', { name: 'Import products' })
  await expect(dialog.getByText('Import complete. 1 row skipped:')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).nth(1).click()
  await expect(dialog).toBeHidden()
})

test('a CSV file that was corrected can be chosen again', async ({ page }) => {
  const tee = await ownProduct()
  await signIn(page, 'marisol')
  await page.goto('/admin/products')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const field = page.getByLabel('CSV file')
  const choose = async (price: string): Promise<void> => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), field.click()])
    // A browser reports no change when the file that the field already has is chosen.
    await expect(field).toHaveValue('')
    const csv = `Slug,Base Price\n${tee.slug},${price}\n`
    await chooser.setFiles({ name: 'tee.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  }
  await choose('cheap')
  await expect(page.getByText('0 new, 0 changed, 0 unchanged, 1 skipped.')).toBeVisible()
  await choose('33')
  await expect(page.getByText('0 new, 1 changed, 0 unchanged.')).toBeVisible()
})

test('two products are moved to a category at once, and Undo restores the category of each', async ({
  page,
}) => {
  const [one, two] = [await ownProduct(), await ownProduct()]
  const [previousCategory] = await query<{ id: number }>(
    `select id from categories where slug = 'nature'`,
  )
  const [targetCategory] = await query<{ id: number; name: string }>(
    `select id, name from categories where slug = 'recovery'`,
  )
  await query('update products set category_id = $1 where id = $2', [previousCategory!.id, two.id])
  const productCategories = () =>
    query<{ id: number; category_id: number | null }>(
      'select id::integer, category_id::integer from products where id in ($1, $2) order by id',
      [one.id, two.id],
    )
  const before = await productCategories()
  await signIn(page, 'marisol')
  await page.goto('/admin/products?search=Alder+Tee')
  await expect(async () => {
    for (const { name } of [one, two]) await page.getByRole('checkbox', { name }).check()
    await expect(page.getByText('2 products selected')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByLabel('Move to category').selectOption({ label: targetCategory!.name })
  await expect(page.getByText('2 products updated')).toBeVisible()
  expect((await productCategories()).map(({ category_id }) => category_id)).toEqual([
    targetCategory!.id,
    targetCategory!.id,
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(productCategories).toEqual(before)
})

test('of two products that are activated at once, the one that was active is named, and Undo changes only the other', async ({
  page,
}) => {
  const [active, hidden] = [await ownProduct(), await ownProduct()]
  await query('update products set is_active = false where id = $1', [hidden.id])
  const activeIds = async () =>
    (
      await query<{ id: number }>(
        'select id::integer from products where id in ($1, $2) and is_active order by id',
        [active.id, hidden.id],
      )
    ).map(({ id }) => id)
  await signIn(page, 'marisol')
  await page.goto('/admin/products?search=Alder+Tee')
  await expect(async () => {
    for (const { name } of [active, hidden]) await page.getByRole('checkbox', { name }).check()
    await expect(page.getByText('2 products selected')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByRole('button', { name: 'Activate', exact: true }).press('Enter')
  const report = page.getByRole('dialog', { name: '1 of 2 products updated' })
  await expect(report.getByRole('listitem').filter({ hasText: active.name })).toContainText(
    'Skipped: Already active.',
  )
  expect(await activeIds()).toEqual([active.id, hidden.id])
  await report.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(activeIds).toEqual([active.id])
  await expect(report).toBeHidden()
})

test('images of a product are put in another order by dragging', async ({ page }) => {
  const product = await ownProduct()
  const images = await query<{ id: number }>(
    `select id::integer from media where base_name is not null and widths is not null and deleted_at is null order by id limit 3`,
  )
  for (const [index, { id }] of images.entries())
    await query(
      `insert into products_rels ("order", parent_id, path, media_id) values ($1, $2, 'images', $3)`,
      [index + 1, product.id, id],
    )
  const [first, second, third] = images.map(({ id }) => id)
  const stored = async () =>
    (
      await query<{ id: number }>(
        `select media_id::integer as id from products_rels where parent_id = $1 and path = 'images' order by "order"`,
        [product.id],
      )
    ).map(({ id }) => id)
  await signIn(page, 'marisol')
  await page.goto(`/admin/products/${product.id}`)
  const items = page.getByRole('group', { name: 'Product images' }).getByRole('listitem')
  // The last one is the button that adds images.
  await expect(items).toHaveCount(4)
  await items.nth(0).dragTo(items.nth(2))
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(stored).toEqual([second, third, first])

  // By keyboard: a button that is disabled at the end of the list, or removed, passes the focus on.
  await items
    .nth(1)
    .getByRole('button', { name: /forward$/ })
    .press('Enter')
  await expect(items.nth(0).getByRole('button', { name: /back$/ })).toBeFocused()
  await items
    .nth(2)
    .getByRole('button', { name: /^Remove/ })
    .press('Enter')
  await expect(items).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Product images: choose' })).toBeFocused()
  await page.keyboard.press('Control+s')
  await expect.poll(stored).toEqual([third, second])
})

test('an image stays removed that was removed while the alt text of another was being saved', async ({
  page,
}) => {
  const product = await ownProduct()
  const images = await query<{ id: number }>(
    `select id::integer from media where base_name is not null and widths is not null and deleted_at is null order by id limit 2`,
  )
  for (const [index, { id }] of images.entries())
    await query(
      `insert into products_rels ("order", parent_id, path, media_id) values ($1, $2, 'images', $3)`,
      [index + 1, product.id, id],
    )
  await signIn(page, 'marisol')
  await page.goto(`/admin/products/${product.id}`)
  const items = page.getByRole('group', { name: 'Product images' }).getByRole('listitem')
  // The last one is the button that adds images.
  await expect(items).toHaveCount(3)
  const { open: letGo, opened: held } = gate()
  await page.route('**/api/admin/media/*', async (route) => {
    await held
    await route.continue()
  })
  await items
    .nth(0)
    .getByRole('button', { name: /^Alt text of/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Alt text' })
  const saving = page.waitForRequest('**/api/admin/media/*')
  await dialog.getByRole('button', { name: 'Save alt text' }).click()
  await saving
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await items
    .nth(1)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(items).toHaveCount(2)
  letGo()
  await expect(page.getByText('Media updated')).toBeVisible()
  await expect(items).toHaveCount(2)
})

test('the form of a product warns of a sale that is over, and still saves other changes', async ({
  page,
}) => {
  const tee = await ownProduct()
  await signIn(page, 'marisol')
  await page.goto(`/admin/products/${tee.id}`)
  await page.getByLabel('Sale price in dollars').fill('20')
  await page.getByLabel('Sale starts').fill('2020-03-01T09:00')
  const ends = page.getByLabel('Sale ends')
  await expect(ends).toHaveAccessibleDescription('Leave blank for no end.')
  await ends.fill('2020-04-01T09:00')
  await expect(ends).toHaveAccessibleDescription('This time has passed, so it’s already over.')
  await page.getByLabel(/^Care/).fill('Wash cold.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Product updated')).toBeVisible()
  await ends.fill(`${new Date().getFullYear() + 1}-04-01T09:00`)
  await expect(ends).toHaveAccessibleDescription('Leave blank for no end.')
})
