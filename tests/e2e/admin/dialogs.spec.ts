import { expect } from '@playwright/test'
import { gate, ownProduct, query, signIn, test, violations } from '@tests/support/browser'

test('a dialog opens without the errors of last time', async ({ page }) => {
  const [order] = await query<{ id: number }>(`
    with noted as (
      insert into orders (order_number, uuid, checkout_id, access_key_hash, status, payment_state, email, subtotal_cents, total_cents)
      select 'DF-N' || left(mark::text, 8), mark::text, mark::text, mark::text, 'delivered', 'completed', 'noted@example.com', 3200, 3200
      from gen_random_uuid() as mark returning id
    )
    insert into order_notes (order_id, text, author_id, author_name)
    select noted.id, 'She called.', users.id, 'June' from noted, users where username = 'june' returning order_id as id`)
  await signIn(page, 'june')
  const dialog = page.getByRole('dialog')
  const errors = dialog.locator('[aria-invalid="true"]')
  for (const [path, open, submit] of [
    ['/admin/gift-cards', 'Issue gift card', 'Issue gift card'],
    ['/admin/data-requests', 'Add request', 'Add and send link'],
    ['/admin/categories', 'New category', 'Create category'],
    ['/admin/users', 'Invite staff', 'Send invitation'],
    [`/admin/orders/${order?.id}`, 'Edit', 'Save note'],
  ] as const) {
    await page.goto(path)
    const opener = page.getByRole('button', { name: open, exact: true })
    await opener.click()
    await dialog.locator('[data-focus]').fill('')
    await dialog.getByRole('button', { name: submit }).click()
    await expect(errors.first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await opener.click()
    await expect(dialog.getByRole('button', { name: submit })).toBeEnabled()
    await expect(errors).toHaveCount(0)
    await expect(dialog.getByRole('alert')).toHaveCount(0)
  }
})

test('a category that someone else saved meanwhile isn’t overwritten after it was opened again', async ({
  page,
}) => {
  const mark = `${Date.now()}-${Math.floor(Math.random() * 1e6)}`
  const name = `Fern ${mark}`
  const saveByOther = (description: string) =>
    query(
      'update categories set description = $2, updated_at = clock_timestamp() where name = $1',
      [name, description],
    )
  await query('insert into categories (name, slug) values ($1, $2)', [name, `fern-${mark}`])
  await signIn(page, 'marisol')
  await page.goto('/admin/categories')
  const dialog = page.getByRole('dialog')
  const description = dialog.getByLabel('Description')
  const refusal = dialog.getByText('Someone else changed this, so nothing was saved.')
  const edit = page.getByRole('button', { name: `Edit ${name}` })
  await edit.click()
  await saveByOther('Theirs')
  await description.fill('Mine')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('Your changes are still here.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Theirs', { exact: true })).toBeVisible()

  await edit.click()
  await expect(description).toHaveValue('Theirs')
  await expect(refusal).toBeHidden()
  await expect(dialog.getByText('Your changes are still here.')).toBeHidden()
  await saveByOther('Theirs again')
  await description.fill('Mine')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(refusal).toBeVisible()
  expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  expect(await query('select description from categories where name = $1', [name])).toEqual([
    { description: 'Theirs again' },
  ])
  // The list behind the dialog was refreshed: without its row, the dialog would close.
  await expect(page.getByRole('paragraph').filter({ hasText: 'Theirs again' })).toBeVisible()
  await query('delete from categories where name = $1', [name])
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(
    dialog.getByText('This category wasn’t found. Someone may have deleted it.'),
  ).toBeVisible()
  await expect(dialog.getByText('Your changes are still here.')).toBeHidden()
  await expect(description).toHaveValue('Mine')
})

test('a review that someone else changed meanwhile can be hidden after its dialog was opened again', async ({
  page,
}) => {
  const author = `Linden ${Date.now()}`
  await query(
    "insert into reviews (product_id, author, rating, body, status) select min(id), $1, 4, 'Soft.', 'waiting' from products",
    [author],
  )
  await signIn(page, 'marisol')
  await page.goto('/admin/reviews')
  const dialog = page.getByRole('dialog')
  const hide = page.getByRole('button', { name: `Hide the review by ${author}` })
  const submit = dialog.getByRole('button', { name: 'Hide review' })
  const conflict = dialog.getByText('Your changes are still here.')
  await hide.click()
  await query('update reviews set updated_at = clock_timestamp() where author = $1', [author])
  await submit.click()
  await expect(conflict).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await hide.click()
  await expect(submit).toBeEnabled()
  await expect(conflict).toBeHidden()
  // The list may not have the other’s version yet.
  await expect(async () => {
    await submit.click({ timeout: 2000 })
    await expect(page.getByText('Review hidden')).toBeVisible({ timeout: 4000 })
  }).toPass()
  await query('delete from reviews where author = $1', [author])
})

test('a request that fails after its dialog was closed says so', async ({ page }) => {
  const { open: fail, opened: failed } = gate()
  await page.route('**/api/admin/gift-cards', async (route) => {
    await failed
    await route.abort()
  })
  await signIn(page, 'marisol')
  await page.goto('/admin/gift-cards')
  await page.getByRole('button', { name: 'Issue gift card' }).click()
  const dialog = page.getByRole('dialog')
  const sent = page.waitForRequest('**/api/admin/gift-cards')
  await dialog.getByRole('button', { name: 'Issue gift card' }).click()
  await sent
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  fail()
  await expect(page.getByText('Couldn’t issue the gift card')).toBeVisible()
})

test('after a rejected save the focus is at the first wrong field, or at the button that was pressed', async ({
  page,
}) => {
  await signIn(page, 'marisol')
  await page.goto('/admin/gift-cards')
  await page.getByRole('button', { name: 'Issue gift card' }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Issue gift card' })
  const amount = dialog.getByLabel('Amount in dollars')
  await submit.press('Enter')
  await expect(amount).toBeFocused()

  await page.route('**/api/admin/gift-cards', (route) => route.abort())
  await amount.fill('25')
  await dialog.getByLabel('Reason').fill('A late package')
  await submit.press('Enter')
  await expect(
    dialog.getByRole('alert').filter({ hasText: 'Couldn’t reach the shop' }),
  ).toBeVisible()
  await expect(submit).toBeFocused()
})

test('after Keep editing the focus is at the field that was being filled in', async ({ page }) => {
  await signIn(page, 'marisol')
  await page.goto('/admin/gift-cards')
  await page.getByRole('button', { name: 'Issue gift card' }).click()
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByLabel('Amount in dollars')
  await amount.fill('25')
  await amount.press('Escape')
  const stay = dialog.getByRole('button', { name: 'Keep editing' })
  await expect(stay).toBeFocused()
  await stay.press('Enter')
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('25')
})

test('after a row was deleted the focus is at the heading of its screen', async ({ page }) => {
  const mark = `${Date.now()}-${Math.floor(Math.random() * 1e6)}`
  await query('insert into categories (name, slug) values ($1, $2)', [
    `Moss ${mark}`,
    `moss-${mark}`,
  ])
  await signIn(page, 'marisol')
  await page.goto('/admin/categories')
  const remove = page.getByRole('button', { name: `Delete Moss ${mark}` })
  await remove.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(remove).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Categories', level: 1 })).toBeFocused()
})

test('the focus stays nearby when a tag or the last row of a table is removed', async ({
  page,
}) => {
  const { id } = await ownProduct()
  await signIn(page, 'june')
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Add rule' }).press('Enter')
  await page
    .getByRole('button', { name: /^Remove the rule for/ })
    .last()
    .press('Enter')
  await expect(page.getByRole('heading', { name: 'Shipping and tax' })).toBeFocused()

  await page.goto(`/admin/products/${id}`)
  await page.getByRole('button', { name: 'Remove S', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Remove M', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Sizes', { exact: true })).toBeFocused()
})

test('dialogs are accessible, close on Escape, and give the focus back to what opened them', async ({
  page,
}) => {
  test.setTimeout(480_000)
  await signIn(page, 'june')
  const product = await query<{ id: number }>('select id from products order by id limit 1')
  for (const [path, open] of [
    ['/admin/orders', /^Views and columns$/],
    ['/admin/gift-cards', /^Issue gift card$/],
    [`/admin/products/${product[0]?.id}`, /^Delete$/],
    [`/admin/products/${product[0]?.id}`, /^Product images: choose$/],
    ['/admin/categories', /^New category$/],
    ['/admin/discounts?show=sales', /^New sale$/],
    ['/admin/content', /^Delete /],
    ['/admin/social', /^New post$/],
    ['/admin/media', /^Upload$/],
    ['/admin/media', /^Edit /],
    ['/admin/media', /^Delete /],
    ['/admin/users', /^Invite staff$/],
    ['/admin/api-keys', /^New key$/],
    ['/admin/data-requests', /^Add request$/],
  ] as const) {
    await page.goto(path)
    const opener = page.getByRole('main').getByRole('button', { name: open }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog, `${path}: ${open.source}`).toBeVisible()
    await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0)
    expect.soft(await violations(page), `${path}: ${open.source}`).toEqual([])
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
})

test('a minute before a session ends, a dialog says so, and what was typed can be saved', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, 'june')
  // Payload's timer begins with this response.
  const session = page.waitForResponse((response) => response.url().endsWith('/cms/api/users/me'))
  await page.goto('/admin/discounts/new')
  await (await session).finished()
  await page.getByLabel('Name').fill('Evening walk')
  const warning = page.getByText('You’ll be signed out in less than a minute')
  await page.clock.fastForward('11:58:20')
  await expect(warning).toBeHidden()
  await page.clock.fastForward('00:50')
  await expect(warning).toBeVisible()
  await page.getByRole('button', { name: 'Go back and save' }).click()
  await expect(warning).toBeHidden()
  await expect(page.getByLabel('Name')).toHaveValue('Evening walk')
})

test('what can’t be loaded says so where it would be, and opens on the next try with the page as it was', async ({
  page,
}) => {
  await signIn(page, 'june')
  await page.goto('/admin/content')
  const search = page.getByRole('searchbox', { name: 'Search content' })
  await search.fill('typed before')
  const scripts = '**/_next/static/**/*.js'
  await page.route(scripts, (route) => route.abort())
  await page.getByRole('button', { name: 'Views and columns' }).click()
  const note = page.getByRole('alert').filter({ hasText: 'Couldn’t load this part.' })
  await expect(note).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.unroute(scripts)
  await note.getByRole('button', { name: 'Try again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Views and columns' })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(search).toHaveValue('typed before')
})

test('a new article stays while its picker can’t be loaded offline, and the picker opens once online', async ({
  page,
}) => {
  await signIn(page, 'edie')
  await page.goto('/admin/content/new')
  const title = page.getByRole('textbox', { name: /^Title/ })
  await title.fill('Written offline')
  await page.context().setOffline(true)
  const image = page.getByRole('group', { name: 'Featured image' })
  await image.getByRole('button', { name: 'Choose image' }).click()
  await expect(image.getByText('Couldn’t load this part.')).toBeVisible()
  await expect(title).toHaveValue('Written offline')
  await page.context().setOffline(false)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(title).toHaveValue('Written offline')
})
