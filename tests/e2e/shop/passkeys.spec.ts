import { expect, type Page, request } from '@playwright/test'
import { clientAddressHeader, people, query, test } from '@tests/support/browser'

const password = 'a-slow-walk-uphill'

/** Adds a virtual authenticator that always verifies its user. */
const addAuthenticator = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Turns off passkey autofill, because the virtual device would choose a passkey before the button is clicked. */
const turnOffAutofill = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })

/** Registers a user that only the calling test uses, optionally with a role assigned by June. */
const newUser = async (role?: 'admin'): Promise<string> => {
  const username = `aspen-${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`
  const newContext = () =>
    request.newContext({
      baseURL: process.env.SHOP_URL,
      extraHTTPHeaders: { ...clientAddressHeader(), 'Sec-Fetch-Site': 'same-origin' },
    })
  const [visitor, owner] = await Promise.all([newContext(), newContext()])
  const registered = await visitor.post('/api/auth/register', { data: { username, password } })
  expect(registered.ok(), await registered.text()).toBe(true)
  if (role) {
    const { user } = (await registered.json()) as { user: { id: number } }
    await owner.post('/api/auth/local', { data: people.june })
    const changed = await owner.patch(`/api/admin/users/${user.id}`, { data: { role } })
    expect(changed.ok(), await changed.text()).toBe(true)
  }
  await Promise.all([visitor.dispose(), owner.dispose()])
  return username
}

const signInWithPassword = async (page: Page, username: string, next: string) => {
  await page.goto(`/auth?next=${next}`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL((url) => url.pathname === next)
}
const ageSessions = (username: string) =>
  query(
    `update users_sessions set created_at = now() - interval '11 minutes' from users where users.id = _parent_id and username = $1`,
    [username],
  )

test('a customer adds and renames a passkey, signs in with it, confirms a change with it, and removes it', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await turnOffAutofill(page)
  await page.context().setExtraHTTPHeaders(clientAddressHeader())
  const username = await newUser()
  await signInWithPassword(page, username, '/account/security')
  await addAuthenticator(page)
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused()
  await passkeys.getByRole('button', { name: /^Rename/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename passkey' })
  await dialog.getByLabel('Name').fill('Kitchen laptop')
  await dialog.getByRole('button', { name: 'Save name' }).click()
  await expect(passkeys.getByText('Kitchen laptop')).toBeVisible()
  await expect(passkeys.getByText('Not used yet.')).toBeVisible()

  await page.goto('/api/logout')
  await page.goto('/auth?next=/account/security')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/account\/security$/)
  await expect(passkeys.getByText(/Last used/)).toBeVisible()

  await ageSessions(username)
  await page
    .getByRole('region', { name: 'Recovery codes' })
    .getByRole('button', { name: 'Use a passkey instead' })
    .click()
  await page.getByRole('button', { name: 'Create recovery codes' }).click()
  await expect(page.locator('[data-codes] li')).toHaveCount(8)

  await passkeys.getByRole('button', { name: 'Remove Kitchen laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirm.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await page.goto('/api/logout')
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(
    page.getByText('That passkey didn’t work. Please try again, or sign in another way.'),
  ).toBeVisible()
})

test('staff add a passkey in the admin, sign in with it there, and confirm a refund with it', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await turnOffAutofill(page)
  await page.context().setExtraHTTPHeaders(clientAddressHeader())
  const username = await newUser('admin')
  await signInWithPassword(page, username, '/admin/account')
  await addAuthenticator(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const codes = page.getByRole('dialog', { name: 'Save your backup codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const backupCode = await codes.getByRole('listitem').first().innerText()
  await codes.getByRole('button', { name: 'I’ve saved my codes' }).click()
  await expect(page.getByText('Not used yet.')).toBeVisible()

  await page.goto('/api/logout')
  await page.goto('/admin/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const [order] = await query<{ id: number }>(
    `select o.id from orders o where status = 'delivered' and exists (select 1 from payments p where p.order_id = o.id and p.kind = 'capture') order by id limit 1`,
  )
  await ageSessions(username)
  await page.goto(`/admin/orders/${order?.id}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = page.getByRole('dialog')
  await refund.getByLabel('Amount in dollars').fill('0.25')
  await refund.getByLabel('Reason').fill('A loose thread')
  await refund.getByRole('button', { name: 'Refund $0.25' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirm.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(confirm).toBeHidden()
  await expect(page.getByText('$0.25 refunded.')).toBeVisible()

  // The password alone leads to a second step, which a passkey or a backup code completes.
  await page.goto('/api/logout')
  await page.goto('/auth')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill(backupCode)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('a passkey is offered in the suggestions of the username field', async ({ page }) => {
  await page.context().setExtraHTTPHeaders(clientAddressHeader())
  const username = await newUser()
  await signInWithPassword(page, username, '/account/security')
  await addAuthenticator(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await page.goto('/api/logout')
  // The virtual device answers a pending request immediately, as if its owner had chosen the suggestion.
  await page.goto('/auth?next=/account/saved')
  await expect(page).toHaveURL(/\/account\/saved$/)
})
