import { randomUUID } from 'node:crypto'

import { expect } from '@playwright/test'
import { query, signIn, test, violations } from '@tests/support/browser'

const dialogName = 'Go to'

test('the command palette finds and opens a product by keyboard only, and the focus follows to its screen', async ({
  page,
}) => {
  const [tee] = await query<{ id: number; name: string }>(
    'select id, name from products where deleted_at is null order by id limit 1',
  )
  await signIn(page, 'marisol')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Search or jump to a page' }).waitFor()
  const dialog = page.getByRole('dialog', { name: dialogName })
  // The shortcut works only after hydration, so press it until the dialog opens.
  await expect(async () => {
    if (!(await dialog.isVisible())) await page.keyboard.press('Control+k')
    await expect(dialog.getByRole('combobox')).toBeFocused({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type(tee?.name ?? '')
  await expect(dialog.getByRole('option', { name: tee?.name })).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText(/^\d+ results?$/)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/products/${tee?.id}$`))
  await expect(page.locator('#content')).toBeFocused()
  await expect(page.locator('#content')).toContainText(tee?.name ?? '')
})

test('the command palette shows editors no orders and no screens that they can’t open', async ({
  page,
}) => {
  await signIn(page, 'edie')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Search or jump to a page' }).click()
  const dialog = page.getByRole('dialog', { name: dialogName })
  await dialog.getByRole('combobox').fill('DF-10')
  await expect(dialog.getByText('No results')).toBeVisible()
  await dialog.getByRole('combobox').fill('orders')
  await expect(dialog.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Search or jump to a page' })).toBeFocused()
})

test('the command palette reports a failed search and still lists screens', async ({ page }) => {
  await signIn(page, 'marisol')
  await page.goto('/admin')
  await page.route('**/api/admin/search*', (route) => route.abort())
  await page.getByRole('button', { name: 'Search or jump to a page' }).click()
  const dialog = page.getByRole('dialog', { name: dialogName })
  await dialog.getByRole('combobox').fill('products')
  await expect(dialog.getByText(/Some results may be missing/)).toBeVisible()
  await expect(dialog.getByRole('option', { name: 'Products' })).toBeVisible()
})

test('single-key shortcuts open screens, do nothing while typing, and can be turned off', async ({
  page,
}) => {
  await signIn(page, 'june')
  await page.goto('/admin')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Keys pressed before hydration are lost, so press them until the screen opens.
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect(page).toHaveURL(/\/admin\/products$/, { timeout: 2_000 })
  }).toPass()
  await page.getByRole('searchbox').waitFor()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('gon?')
  await expect(page.getByRole('searchbox')).toHaveValue('gon?')
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByRole('switch').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.keyboard.press('n')
  await expect(help).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/products$/)
})

test('an invalid setting shows an error at its field, and a valid one is saved', async ({
  page,
}) => {
  await signIn(page, 'june')
  await page.goto('/admin/globals/shop-settings')
  await expect(page).toHaveURL(/\/admin\/settings$/)
  const goal = page.getByLabel('Revenue, $')
  const before = await goal.inputValue()
  await goal.fill('many')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('main').getByText('Please enter a number.').first()).toBeVisible()
  await expect(goal).toBeFocused()
  await expect(goal).toHaveValue('many')
  for (const value of ['7331', before]) {
    await goal.fill(value)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect
      .poll(async () =>
        Number(
          (
            await query<{ goal: string }>(
              'select revenue_goal_cents / 100 as goal from shop_settings',
            )
          )[0]?.goal,
        ),
      )
      .toBe(Number(value))
  }
})

for (const [path, place] of [
  ['/admin/settings', 'Settings'],
  ['/admin/products/new', 'a new product'],
] as const) {
  test(`no field of ${place} that is reached by keyboard is under the save bar`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 700 })
    await signIn(page, 'june')
    await page.goto(path)
    await page.locator('form:has(.df-savebar)').getByRole('textbox').first().focus()
    const covered: string[] = []
    let reached = 0
    for (; reached < 400; reached += 1) {
      const field = await page.evaluate(() => {
        const active = document.activeElement
        const saveBar = document.querySelector('.df-savebar')
        if (!active || !saveBar || saveBar.contains(active)) return null
        const { top, bottom } = active.getBoundingClientRect()
        // Of a long text, the browser shows the lines around the cursor.
        const isCovered = Math.min(bottom, top + 100) > saveBar.getBoundingClientRect().top + 1
        return { html: active.outerHTML.slice(0, 200), isCovered }
      })
      if (!field) break
      if (field.isCovered) covered.push(field.html)
      await page.keyboard.press('Tab')
    }
    expect(covered).toEqual([])
    expect(reached).toBeGreaterThan(10)
    expect(reached).toBeLessThan(400)
  })
}

test('a category is created, deleted, and restored', async ({ page }) => {
  const name = `Test category ${randomUUID()}`
  await signIn(page, 'marisol')
  await page.goto('/admin/collections/categories')
  await expect(page).toHaveURL(/\/admin\/categories$/)
  await page.getByRole('button', { name: 'New category' }).click()
  await page.getByRole('button', { name: 'Create category' }).click()
  await expect(page.getByRole('dialog').getByText('Please add a name.')).toHaveCount(1)
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create category' }).click()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeVisible()
  await expect(page.locator(':is(h1, h2):focus')).toHaveCount(1)
  await query('delete from categories where name = $1', [name])
})

test('an API key works within its permissions until it is revoked', async ({
  page,
  playwright,
  baseURL,
}) => {
  const name = `Test client ${Date.now()}`
  await signIn(page, 'june')
  await page.goto('/admin/api-keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Read orders').check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByLabel('Key', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  const client = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { Authorization: `Bearer ${key}` },
  })
  expect((await client.get('/api/admin/orders?limit=1')).status()).toBe(200)
  expect((await client.get('/api/admin/products?limit=1')).status()).toBe(403)
  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('Key revoked')).toBeVisible()
  expect((await client.get('/api/admin/orders?limit=1')).status()).toBe(401)
  await client.dispose()
})
