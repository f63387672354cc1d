import { expect, type Page } from '@playwright/test'
import { clientAddressHeader, query, signIn, test } from '@tests/support/browser'

const password = 'ferns-in-a-slow-rain'

/** Registers a user and signs them in in the page's browser context. */
const registerUser = async (
  page: Page,
): Promise<{ id: number; name: string; username: string }> => {
  const username = `alder-${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`
  const lastName = `Quill ${username.slice(-6)}`
  const response = await page.request.post('/api/auth/register', {
    data: { username, password, firstName: 'Alder', lastName },
    headers: clientAddressHeader(),
  })
  expect(response.status(), await response.text()).toBe(201)
  const [row] = await query<{ id: number }>('select id from users where username = $1', [username])
  return { id: row?.id ?? 0, name: `Alder ${lastName}`, username }
}
const signInAgain = async (page: Page, username: string): Promise<number> =>
  (
    await page.request.post('/api/auth/local', {
      data: { username, password },
      headers: clientAddressHeader(),
    })
  ).status()

test(
  'changing a role ends the user’s sessions, and deactivation also blocks sign-in until reactivation',
  { tag: '@core' },
  async ({ page, browser }) => {
    const userContext = await browser.newContext()
    const tab = await userContext.newPage()
    const user = await registerUser(tab)
    await signIn(page, 'june')
    await page.goto('/admin/users')
    await page.getByRole('searchbox', { name: 'Search users' }).fill(user.name.toUpperCase())
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/search=/)
    const row = page.getByRole('row').filter({ hasText: user.name })
    await expect(row).toHaveCount(1)

    await row.getByRole('button', { name: `Edit the role of ${user.name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit User Role' })
    await dialog.getByLabel('Role').selectOption({ label: 'Editor' })
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('User updated successfully')).toBeVisible()
    await expect(row.getByText('Editor', { exact: true })).toBeVisible()

    // A role change ends existing sessions.
    expect((await tab.request.get('/api/auth/user')).status()).toBe(401)
    expect(await signInAgain(tab, user.username)).toBe(200)
    await tab.goto('/admin/content')
    await expect(tab.getByRole('heading', { level: 1, name: 'Content' })).toBeVisible()
    await tab.goto('/admin/orders')
    await expect(tab.getByText(/You need the .+ role/)).toBeVisible()

    await row.getByRole('switch', { name: `${user.name} is active` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await expect(row.getByText('Inactive')).toBeVisible()
    expect((await tab.request.get('/api/admin/content')).status()).toBe(401)
    await tab.goto('/admin/content')
    await expect(tab).toHaveURL(/\/admin\/login/)
    expect(await signInAgain(tab, user.username)).toBe(401)

    await row.getByRole('switch', { name: `${user.name} is active` }).click()
    await expect(row.getByText('Active', { exact: true })).toBeVisible()
    expect(await signInAgain(tab, user.username)).toBe(200)
    expect(
      await query(
        `select action from audit_events where subject_type = 'user' and subject_id = $1 order by id`,
        [String(user.id)],
      ),
    ).toEqual([
      { action: 'user.role_changed' },
      { action: 'user.deactivated' },
      { action: 'user.activated' },
    ])
    await userContext.close()
  },
)

test('users can’t change their own role, admins can’t change roles, and an empty search shows a message', async ({
  page,
  browser,
}) => {
  await signIn(page, 'june')
  await page.goto('/admin/users?role=super_admin')
  const own = page.getByRole('row').filter({ hasText: 'This is you' })
  await expect(own).toHaveCount(1)
  await expect(own.getByRole('button')).toHaveCount(0)
  await expect(own.getByRole('switch')).toHaveCount(0)
  const [june] = await query<{ id: number }>(`select id from users where username = 'june'`)
  for (const data of [{ role: 'customer' }, { isActive: false }])
    expect(
      (
        await page.request.patch(`/api/admin/users/${june?.id}`, {
          data,
          headers: { 'Sec-Fetch-Site': 'same-origin' },
        })
      ).status(),
    ).toBe(403)

  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'marisol')
  await other.goto('/admin/users')
  await expect(
    other.getByRole('row').filter({ hasText: 'Only a super admin can change this user' }).first(),
  ).toBeVisible()
  await expect(other.getByRole('button', { name: /^Edit the role/ })).toHaveCount(0)
  await other.goto('/admin/users?search=nobody-of-this-name')
  await expect(
    other.getByRole('main').getByText('No users found matching your search criteria.'),
  ).toBeVisible()
  await other.context().close()
})

test('someone who was invited and has no name yet is listed with their address once', async ({
  page,
}) => {
  const email = `nina-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`
  await signIn(page, 'june')
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite staff' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite staff' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row.getByText('Invited', { exact: true })).toBeVisible()
  await expect(row.locator('.df-email')).toHaveText([email])

  await row.getByRole('switch', { name: `${email} is active` }).click()
  await expect(page.getByRole('dialog', { name: `Deactivate ${email}?` })).toContainText(
    'The link in their invitation will stop working. You can reactivate them anytime.',
  )
})
