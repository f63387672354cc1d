import { expect, type Page, request } from '@playwright/test'
import { clientAddressHeader, people, query, test } from '@tests/support/browser'
import { Secret, TOTP } from 'otpauth'

const password = 'a-slow-walk-uphill'
const main = (page: Page) => page.getByRole('main')
const newContext = () =>
  request.newContext({
    baseURL: process.env.SHOP_URL,
    extraHTTPHeaders: { ...clientAddressHeader(), 'Sec-Fetch-Site': 'same-origin' },
  })

/** Creates an editor that only the calling test uses. */
const newEditor = async (): Promise<string> => {
  const username = `linden-${Date.now()}`
  const [visitor, owner] = await Promise.all([newContext(), newContext()])
  const registered = await visitor.post('/api/auth/register', { data: { username, password } })
  expect(registered.ok(), await registered.text()).toBe(true)
  const { user } = (await registered.json()) as { user: { id: number } }
  await owner.post('/api/auth/local', { data: people.june })
  const changed = await owner.patch(`/api/admin/users/${user.id}`, { data: { role: 'editor' } })
  expect(changed.ok(), await changed.text()).toBe(true)
  await Promise.all([visitor.dispose(), owner.dispose()])
  return username
}

/** Backdates the last used code, because a code works only once. */
const forgetUsedCodes = (username: string) =>
  query(
    'update second_factors set last_step = last_step - 10 from users where users.id = second_factors.user_id and username = $1',
    [username],
  )

const fillSignIn = async (page: Page, username: string) => {
  await page.getByLabel(/user ?name/i).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
}
const signInAtShop = async (page: Page, username: string) => {
  await page.goto('/auth?next=/account/security')
  await fillSignIn(page, username)
  await main(page).getByRole('button', { name: 'Sign In', exact: true }).click()
}
const signInAtAdmin = async (page: Page, username: string) => {
  await page.goto('/admin/login')
  await fillSignIn(page, username)
  await page.getByRole('button', { name: /^log ?in$/i }).click()
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
}
const sendBackupCode = async (page: Page, code: string) => {
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await expect(page.getByLabel('Backup code')).toBeFocused()
  await page.getByLabel('Backup code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test(
  'two-step verification asks for a code in the shop and the admin, and a backup code works only once',
  { tag: '@core' },
  async ({ page }) => {
    test.slow()
    await page.context().setExtraHTTPHeaders(clientAddressHeader())
    const username = await newEditor()
    const otherDevice = await newContext()
    await otherDevice.post('/api/auth/local', { data: { username, password } })
    await signInAtShop(page, username)
    await expect(page).toHaveURL(/\/account\/security$/)
    const otherDevices = page
      .getByRole('region', { name: 'Where you’re signed in' })
      .getByRole('button', { name: 'Sign out', exact: true })
    await expect(otherDevices.first()).toBeVisible()

    await page.getByRole('button', { name: 'Set up two-step verification' }).click()
    await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible()
    await expect(page.locator('div:focus')).toContainText('Install an authenticator app')
    const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
    const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
    await page.getByLabel('6-digit code').fill(totp.generate())
    await page.getByRole('button', { name: 'Turn on two-step verification' }).click()
    const codes = page.locator('[data-codes] li')
    await expect(codes).toHaveCount(10)
    await expect(otherDevices).toHaveCount(0)
    expect((await otherDevice.get('/api/account/addresses')).status()).toBe(401)
    await otherDevice.dispose()
    const backupCode = await codes.first().innerText()
    await page.getByRole('link', { name: 'I’ve saved my codes' }).click()
    await expect(page.getByText('You have 10 of 10 backup codes left')).toBeVisible()

    await forgetUsedCodes(username)
    await page.goto('/api/logout')
    await signInAtShop(page, username)
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await page.getByLabel('6-digit code').fill(totp.generate())
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/account\/security$/)
    await expect(page.getByText(/ on Linux, signed in/).first()).toBeVisible()

    // A change that is refused after the code was accepted says so in its own form.
    await forgetUsedCodes(username)
    await query(
      `update users_sessions set created_at = now() - interval '11 minutes' from users where users.id = _parent_id and username = $1`,
      [username],
    )
    const passwordForm = page.getByRole('region', { name: 'Password', exact: true })
    await passwordForm.getByLabel('Current password').fill(password)
    await passwordForm.getByLabel('New password').fill('password123')
    await passwordForm.getByRole('button', { name: 'Change password' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await confirm.getByLabel('6-digit code').fill(totp.generate())
    await confirm.getByRole('button', { name: 'Continue' }).click()
    await expect(confirm).toBeHidden()
    await expect(passwordForm.getByText(/That password is too common/)).toBeVisible()
    await expect(passwordForm.getByLabel('New password')).toBeFocused()

    await page.goto('/api/logout')
    await signInAtAdmin(page, username)
    await sendBackupCode(page, backupCode)
    await expect(page).toHaveURL(/\/admin$/)

    await page.goto('/api/logout')
    await signInAtAdmin(page, username)
    await sendBackupCode(page, backupCode)
    await expect(
      page.getByText('That backup code doesn’t match or was already used.').first(),
    ).toBeVisible()
    await forgetUsedCodes(username)
    await page.getByRole('button', { name: 'Use your authenticator app' }).click()
    await page.getByLabel('6-digit code').fill(totp.generate())
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/admin$/)
  },
)
