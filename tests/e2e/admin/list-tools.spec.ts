import { expect } from '@playwright/test'
import { gate, ownContent, query, signIn, test } from '@tests/support/browser'

// These tests run one after the other, because one hides columns of the person whom all sign in as.
test.describe.configure({ mode: 'default' })

const uniqueSuffix = (): string => `${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`

/** Issues a gift card, so that the list can be searched for its reason. */
const issueCard = async (note: string, cents: number): Promise<void> => {
  await query(
    `with card as (insert into gift_cards (code_hash, last_four, is_active, note) values (gen_random_uuid(), 'ABCD', true, $1) returning id)
     insert into gift_card_entries (card_id, kind, amount_cents, request_id, actor) select id, 'issue', $2, gen_random_uuid(), 'June' from card`,
    [note, cents],
  )
}

test('a view of the gift cards is saved with its filters and columns, opened again, and deleted', async ({
  page,
}) => {
  const name = `Old ${uniqueSuffix()}`
  await issueCard(`A late package ${name}`, 2500)
  await signIn(page, 'june')
  await page.goto('/admin/gift-cards')
  await page.getByLabel('Status').selectOption({ label: 'With a balance' })
  await expect(page).toHaveURL(/status=active/)
  await page.getByLabel('From').fill('2026-01-05')
  await expect(page).toHaveURL(/status=active&from=2026-01-05/)

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Views and columns' }).click()
  await dialog.getByLabel('Save the current view as').fill(name)
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByText(`You’re looking at the saved view “${name}”.`)).toBeVisible()
  // Not "uncheck": the box changes once the choice is stored.
  await dialog.getByLabel('Issued for').click()
  await expect(page.getByText('Issued for hidden')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.goto('/admin/gift-cards')
  await expect(page.getByRole('columnheader', { name: 'Balance' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Issued for' })).toHaveCount(0)
  await page.getByRole('link', { name }).click()
  await expect(page).toHaveURL(/\/admin\/gift-cards\?status=active&from=2026-01-05$/)
  await expect(page.getByLabel('Status')).toHaveValue('active')
  await expect(page.getByLabel('From')).toHaveValue('2026-01-05')
  await expect(page.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')

  await page.getByRole('button', { name: 'Views and columns' }).click()
  await dialog.getByLabel('Issued for').click()
  await expect(page.getByText('Issued for shown')).toBeVisible()
  await dialog.getByRole('button', { name: `Delete the view ${name}` }).click()
  await expect(page.getByText('View deleted')).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveRole('heading')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
})

test('the gift cards are sorted by keyboard, in both directions', async ({ page }) => {
  const mark = uniqueSuffix()
  await issueCard(`small ${mark}`, 1000)
  await issueCard(`big ${mark}`, 9000)
  await signIn(page, 'june')
  await page.goto(`/admin/gift-cards?search=${mark}`)
  const head = page.getByRole('columnheader', { name: 'Balance' })
  const rows = page.locator('tbody tr')
  await expect(head).not.toHaveAttribute('aria-sort')
  await page.getByRole('columnheader', { name: 'Issued for' }).getByRole('link').focus()
  await page.keyboard.press('Tab')
  await expect(head.getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sort=balance-high/)
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(rows).toContainText([`big ${mark}`, `small ${mark}`])
  await head.getByRole('link').press('Enter')
  await expect(page).toHaveURL(/sort=balance-low/)
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows).toContainText([`small ${mark}`, `big ${mark}`])
})

test('on a phone, the days of a list are shown on request, and stay while they filter', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'june')
  await page.goto('/admin/audit')
  const from = page.getByLabel('From')
  await expect(from).toBeHidden()
  await page.getByLabel('By date').check()
  await from.fill('2026-01-05')
  await expect(page).toHaveURL(/\/admin\/audit\?from=2026-01-05$/)
  await expect(from).toBeVisible()
  await expect(page.getByLabel('By date')).toBeChecked()
})

test('on a phone, each choice of what the dashboard compares with is shown in full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'june')
  await page.goto('/admin')
  const choice = page.getByLabel('Compare with')
  await expect(choice).toBeVisible()
  const missing = await choice.evaluate((select: HTMLSelectElement) => {
    const { width } = select.getBoundingClientRect()
    // As wide as its longest option.
    select.style.width = 'max-content'
    const needed = select.getBoundingClientRect().width
    select.style.width = ''
    return needed - width
  })
  expect(missing).toBeLessThanOrEqual(0)
})

test('on a phone, saved views are one line above the first article, and a name that is taken is refused at its view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'edie')
  const change = async (body: object) => {
    const response = await page.request.post('/api/admin/list-preferences', {
      data: { list: 'content', ...body },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    return ((await response.json()) as { views: { id: string; name: string }[] }).views
  }
  const names = ['Spring', 'Summer', 'Fall', 'Winter'].map((season) => `Meditations of ${season}`)
  for (const name of names) await change({ action: 'saveView', name, query: 'type=meditation' })
  await page.goto('/admin/content')
  await expect(page.getByRole('navigation', { name: 'Saved views' })).toContainText('Winter')
  await expect
    .poll(async () => {
      // Until the worker's first minute has passed, the list says that scheduled content waits for it.
      await page.reload()
      const box = await page.locator('tbody tr').first().boundingBox()
      return box ? box.y + box.height : Infinity
    })
    .toBeLessThanOrEqual(844)

  // A name that is taken is refused at the view that was renamed, and the focus may leave it.
  await page.getByRole('button', { name: 'Views and columns' }).click()
  const renamed = page.getByLabel('Name of Meditations of Winter')
  await renamed.fill('Meditations of Fall')
  await renamed.press('Enter')
  await expect(renamed).toHaveAccessibleDescription('You already have a view with this name.')
  await expect(renamed).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('button', { name: 'Delete the view Meditations of Winter' }),
  ).toBeFocused()
  for (const { id, name } of await change({ action: 'setColumns', hidden: [] }))
    if (names.includes(name)) await change({ action: 'deleteView', id })
})

test('on a phone, the button for views and columns is below the list, for the keyboard, too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'june')
  for (const [path, name] of [
    ['/admin/content', 'Views and columns'],
    ['/admin/media', 'Saved views'],
  ]) {
    await page.goto(path ?? '')
    const button = page.getByRole('button', { name })
    const search = page.getByRole('main').getByRole('searchbox')
    const isAfterSearch = await button.evaluate(
      (element, field) =>
        Boolean(field && field.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING),
      await search.elementHandle(),
    )
    expect(isAfterSearch, path).toBe(true)
    const [top, bottom] = [await search.boundingBox(), await button.boundingBox()]
    expect(bottom?.y).toBeGreaterThan(top?.y ?? Infinity)
    await button.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).press('Enter')
    await expect(button).toBeFocused()
  }
})

test('a view that is renamed while another one is being renamed gets its name, too', async ({
  page,
}) => {
  await signIn(page, 'marisol')
  const change = async (body: object) => {
    const response = await page.request.post('/api/admin/list-preferences', {
      data: { list: 'content', ...body },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    return ((await response.json()) as { views: { id: string; name: string }[] }).views
  }
  const mark = uniqueSuffix()
  const names = (state: string) => ['One', 'Two'].map((name) => `${name} ${state} ${mark}`)
  for (const name of names('before'))
    await change({ action: 'saveView', name, query: 'type=meditation' })
  await page.goto('/admin/content')
  await page.getByRole('button', { name: 'Views and columns' }).click()
  const { open, opened } = gate()
  await page.route('**/api/admin/list-preferences', async (route) => {
    await opened
    await route.continue()
  })
  for (const index of [0, 1]) {
    const field = page.getByLabel(`Name of ${names('before')[index]}`)
    const sent = page.waitForRequest('**/api/admin/list-preferences')
    await field.fill(names('after')[index] ?? '')
    await field.press('Enter')
    // The second one waits for the first.
    if (index === 0) await sent
    else open()
  }
  for (const name of names('after')) await expect(page.getByLabel(`Name of ${name}`)).toBeVisible()
  for (const { id, name } of await change({ action: 'setColumns', hidden: [] }))
    if (name.includes(mark)) await change({ action: 'deleteView', id })
})

test('the labels of the days of a list are on one line on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'june')
  for (const [path, label] of [
    ['/admin/draft-orders', 'Changed from'],
    ['/admin/users', 'Created from'],
  ] as const) {
    await page.goto(path)
    const box = await page.locator('.df-tools__date').getByText(label).boundingBox()
    expect(box?.height).toBeLessThan(30)
  }
  // Both days of a range are beside each other.
  for (const path of ['/admin/media', '/admin/social', '/admin/products', '/admin/content']) {
    await page.goto(path)
    const days = page.locator('.df-tools input[type=date]')
    const [from, to] = [await days.first().boundingBox(), await days.last().boundingBox()]
    expect(to?.y).toBe(from?.y)
  }
})

test('two articles are tagged and deleted at once, and Undo restores them', async ({ page }) => {
  const [one, two] = [await ownContent(), await ownContent()]
  const articles = () =>
    query<{ tags: string[]; is_deleted: boolean }>(
      `select deleted_at is not null as is_deleted, array(select text from content_texts where parent_id = content.id and path = 'tags' order by "order") as tags
         from content where id in ($1, $2)`,
      [one.id, two.id],
    )
  await signIn(page, 'marisol')
  await page.goto('/admin/content?search=Under+the+alder')
  const select = async (): Promise<void> => {
    await expect(async () => {
      for (const { title } of [one, two])
        await page.getByRole('checkbox', { name: `Select ${title}` }).check()
      await expect(page.getByText('2 articles selected')).toBeVisible({ timeout: 1000 })
    }).toPass()
  }
  await select()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add tags', exact: true }).click()
  await dialog.getByLabel('Tags').fill('moss, fern')
  await dialog.getByRole('button', { name: 'Add tags' }).click()
  await expect(page.getByText('2 articles updated')).toBeVisible()
  expect((await articles()).map(({ tags }) => tags)).toEqual([
    ['moss', 'fern'],
    ['moss', 'fern'],
  ])
  await select()
  await page
    .getByRole('group', { name: '2 articles selected' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('2 articles deleted')).toBeVisible()
  expect((await articles()).map(({ is_deleted }) => is_deleted)).toEqual([true, true])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => (await articles()).map(({ is_deleted }) => is_deleted))
    .toEqual([false, false])
})

test('of two articles that are deleted at once, one that is already gone is reported, and Undo restores the other', async ({
  page,
}) => {
  const [present, gone] = [await ownContent(), await ownContent()]
  await signIn(page, 'marisol')
  await page.goto('/admin/content?search=Under+the+alder')
  await expect(async () => {
    for (const { title } of [present, gone])
      await page.getByRole('checkbox', { name: `Select ${title}` }).check()
    await expect(page.getByText('2 articles selected')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await query('update content set deleted_at = now() where id = $1', [gone.id])
  await page
    .getByRole('group', { name: '2 articles selected' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const report = page.getByRole('dialog', { name: '1 of 2 articles deleted' })
  await expect(report).toBeVisible()
  await report.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 article restored')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeFocused()
  const deleted = await query<{ id: number }>(
    'select id from content where id in ($1, $2) and deleted_at is not null',
    [present.id, gone.id],
  )
  expect(deleted).toEqual([{ id: gone.id }])
})

test('clearing a selection returns the focus to the list', async ({ page }) => {
  await signIn(page, 'june')
  await page.goto('/admin/products')
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await all.check()
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toHaveCount(0)
  await expect(all).toBeFocused()
})

test('on a phone, a list shows what the keyboard reaches, and all of a page can be selected once one is', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'june')
  await page.goto('/admin/products')
  const label = page.getByText('Select all on this page')
  const first = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()
  const isShown = () =>
    page.locator('.df-table thead').evaluate((head) => head.getBoundingClientRect().height > 20)
  expect(await isShown()).toBe(false)
  await first.press('Shift+Tab')
  await expect(page.locator('.df-table thead a').last()).toBeFocused()
  expect(await isShown()).toBe(true)
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  await page.keyboard.press('Space')
  await expect(label).toBeInViewport()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByRole('group', { name: /^\d+ products selected$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeFocused()
})

test('on a phone, a long file name doesn’t widen the list of files', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'june')
  const name = 'first-light-hoodie-charcoal-detail.webp'
  await page.goto(`/admin/media?view=list&search=${name}`)
  await expect(page.locator('.df-media__name', { hasText: name })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('a document leads back to its list with the filters and the page that were shown', async ({
  page,
}) => {
  await signIn(page, 'june')
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: /^Delivered/ }).click()
  await expect(page).toHaveURL(/\/admin\/orders\?status=delivered$/)
  await page.getByRole('link', { name: /^DF-/ }).first().click()
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
  await page.reload()
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(page).toHaveURL(/\/admin\/orders\?status=delivered$/)

  const firstRow = page.getByRole('cell').getByRole('link').first()
  await page.goto('/admin/content?type=reflection&sort=title')
  await firstRow.click()
  await expect(page).toHaveURL(/\/admin\/content\/\d+$/)
  await page
    .getByRole('region', { name: 'Edit content' })
    .getByRole('link', { name: 'Content' })
    .click()
  await expect(page).toHaveURL(/\/admin\/content\?type=reflection&sort=title$/)

  // Without a visit to the list, it opens as usual.
  await page.goto('/admin/customers')
  await page.evaluate(() => sessionStorage.setItem('lists', '{"/admin/customers":1}'))
  await firstRow.click()
  await expect(page).toHaveURL(/\/admin\/customers\/./)
  await page.reload()
  await page.getByRole('link', { name: 'All customers' }).click()
  await expect(page).toHaveURL(/\/admin\/customers$/)
})
