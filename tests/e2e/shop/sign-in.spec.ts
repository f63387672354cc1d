import { expect, type Page } from '@playwright/test'
import { pages } from '@tests/integration/http/access-matrix'
import {
  clientAddressHeader,
  holdScripts,
  mailsTo,
  people,
  query,
  test,
  waitUntilIdle,
} from '@tests/support/browser'

import { identityProviderLabels } from '@/platform/identity-providers'

const password = 'seven slow ferns'
let count = 0
const newName = (): string => `hazel-${Date.now().toString(36)}-${(count += 1)}`

const main = (page: Page) => page.getByRole('main')
const isSignedIn = async (page: Page): Promise<void> => {
  await expect(page.getByRole('link', { name: 'Logout' }).first()).toBeAttached()
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('dayfern-person')
}
const signUp = async (page: Page, username: string, email?: string): Promise<void> => {
  await page.goto('/auth')
  await main(page).getByRole('button', { name: 'Sign up' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (email) await page.getByLabel(/^Email/).fill(email)
  await main(page).getByRole('button', { name: 'Create Account' }).click()
}

test(
  'every page that needs an account sends a visitor to the sign-in page',
  { tag: '@core' },
  async ({ page: { request } }) => {
    for (const [route] of Object.entries(pages).filter(([, access]) => access !== 'everybody')) {
      const path = route.replace('[orderNumber]', 'DF-1').replace('[id]', '1')
      const next = new URL((await request.get(path)).url()).searchParams.get('next')
      expect(next).toBe(path)
    }
  },
)

test('a visitor signs up without an email, creates recovery codes, and resets the password with a code', async ({
  page,
}) => {
  const username = newName()
  await signUp(page, username)
  await expect(page.getByRole('heading', { name: 'You’re in' })).toBeVisible()
  await page.getByRole('link', { name: 'Create recovery codes' }).click()
  const codes = page.locator('#recovery-codes')
  await codes.getByLabel('Current password').fill(password)
  await codes.getByRole('button', { name: 'Create recovery codes' }).click()
  await expect(codes.getByRole('listitem')).toHaveCount(8)
  await expect(codes.getByRole('status')).toBeFocused()
  const code = await codes.getByRole('listitem').first().innerText()

  await page.goto('/api/logout')
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByText('I have a recovery code').click()
  await page.getByLabel('Username', { exact: true }).fill(username)
  await page.getByLabel('Recovery code', { exact: true }).fill(code)
  await page.getByLabel('New password').fill('nine quiet rivers')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByText('Password changed')).toBeVisible()
})

test('someone whose session has ended signs in although they typed before hydration', async ({
  page,
}) => {
  await page.context().setExtraHTTPHeaders(clientAddressHeader())
  await page
    .context()
    .addCookies([{ name: 'dayfern-person', value: '1', url: process.env.SHOP_URL ?? '' }])
  const allowScripts = await holdScripts(page)
  await page.goto('/auth', { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Username').fill(people.wren.username)
  await page.getByLabel('Password', { exact: true }).fill(people.wren.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  allowScripts()
  await expect(page).toHaveURL(/\/$/)
  await isSignedIn(page)
})

test(
  'a visitor signs up with an email and confirms it with a button, not just by opening the link',
  { tag: '@core' },
  async ({ page }) => {
    const email = `${newName()}@example.com`
    await signUp(page, newName(), email)
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByText('Registration successful')).toBeVisible()
    await isSignedIn(page)

    await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
    const path =
      /\/auth\/verify\?token=[\w-]+/.exec((await mailsTo(email))[0]?.text ?? '')?.[0] ?? ''
    await page.goto(path)
    await page.goto(path)
    expect(await query('select id from users where email = $1', [email])).toEqual([])
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
    await page.goto(path)
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeFocused()
    await expect(page.getByRole('link', { name: 'Send me a new link' })).toBeVisible()
  },
)

for (const label of Object.values(identityProviderLabels)) {
  test(`a visitor signs up with ${label} and is signed in on the next page`, async ({ page }) => {
    await page.goto('/auth?next=/account/security')
    await page.getByRole('link', { name: `Continue with ${label}` }).click()
    await page.getByLabel('Ash Alder').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/account\/security$/)
    await expect(page.getByText(/Registration successful|Login successful/)).toBeVisible()
    await isSignedIn(page)
    await expect(
      page.getByText(new RegExp(`${label.toLowerCase()}_[a-z2-9]{8}`)).first(),
    ).toBeVisible()
  })
}

test('a user whose sign-in provider shares no name is greeted without one', async ({ page }) => {
  await page.goto('/auth?next=/account')
  await page.getByRole('link', { name: 'Continue with TikTok' }).click()
  await page.getByLabel('Ash Alder').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Hello', exact: true })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^(?:Hello|Good (?:morning|afternoon|evening|night))$/,
  )
})

test('the sign-in page on a phone shows what the shop offers, the crisis line, quick exit, and order lookup', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/auth')
  await expect(page.getByText('Recovery-themed designs')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call 988' })).toHaveAttribute('href', 'tel:988')
  await expect(page.getByRole('link', { name: 'text 988' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Quick exit' })).toBeVisible()
  await main(page).getByRole('link', { name: 'Find your order' }).click()
  await expect(page).toHaveURL(/\/orders\/find$/)
})

test('a visitor who cancels at TikTok sees a message', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Continue with TikTok' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/auth\?error=tiktok_auth_failed$/)
  await expect(page.getByText('TikTok authentication failed. Please try again.')).toBeVisible()
})

test(
  'a wrong password keeps the username, and the right one signs in and leads to the requested page',
  { tag: '@core' },
  async ({ page }) => {
    await page.goto('/login?next=/cart')
    await page.getByLabel('Username').fill('wren')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await main(page).getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Login failed')).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue('wren')
    await page.getByLabel('Password', { exact: true }).fill('one-is-enough')
    await main(page).getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL(/\/cart$/)
    await expect(page.getByText('Login successful')).toBeVisible()
    await page.goto('/auth')
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/api/logout')
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('dayfern-person')
  },
)

test('all invalid registration fields are marked at once, and switching to sign-up clears the sign-in error', async ({
  page,
}) => {
  await page.goto('/auth')
  await page.getByLabel('Username').fill('wren')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await main(page).getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Login failed')).toBeVisible()
  await main(page).getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Login failed')).toBeHidden()
  await page.getByLabel('Username').fill('Ab')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel(/^Email/).fill('x@')
  await main(page).getByRole('button', { name: 'Create Account' }).click()
  for (const field of ['Username', 'Password', /^Email/])
    await expect(
      page.getByLabel(field, typeof field === 'string' ? { exact: true } : {}),
    ).toHaveAttribute('aria-invalid', 'true')

  // So are a taken name and a common password, which only the server knows.
  await page.getByLabel('Username').fill('wren')
  await page.getByLabel('Password', { exact: true }).fill('password123')
  await main(page).getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/That username is taken\./)
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /That password is too common/,
  )
  await expect(page.getByLabel(/^Email/)).toHaveAttribute('aria-invalid', 'true')
})

test('an error page in response to a sign-in isn’t blamed on the password', async ({ page }) => {
  await page.goto('/auth')
  await page.route('**/api/auth/local', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  )
  await page.getByLabel('Username').fill(people.wren.username)
  await page.getByLabel('Password', { exact: true }).fill(people.wren.password)
  await main(page).getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  await expect(page.getByText('Invalid username or password')).toHaveCount(0)
  await expect(page.getByLabel('Username')).toHaveValue(people.wren.username)
})

test('a visitor who never signed in makes no session request', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/user')) requests.push(request.url())
  })
  await page.goto('/')
  await waitUntilIdle(page)
  await page.goto('/products')
  await waitUntilIdle(page)
  expect(requests).toEqual([])
})
