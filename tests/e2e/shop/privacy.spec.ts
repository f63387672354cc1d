import { readFileSync } from 'node:fs'

import { expect, type Page } from '@playwright/test'
import { clientAddressHeader, mailsTo, query, test, violations } from '@tests/support/browser'

const password = 'rain-on-a-tin-roof'
const newUsername = (): string => `ash${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`

/** Registers and signs in a user with a confirmed email address. */
const registerUser = async (page: Page): Promise<{ username: string; email: string }> => {
  const username = newUsername()
  const email = `${username}@example.com`
  await page.goto('/privacy-policy')
  const response = await page.request.post('/api/auth/register', {
    data: { username, password, firstName: 'Ash' },
    headers: { ...clientAddressHeader(), 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(response.status()).toBe(201)
  await query('update users set email = $1 where username = $2', [email, username])
  return { username, email }
}

const usersNamed = (username: string) =>
  query<{ id: number }>('select id from users where username = $1', [username])
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)

test(
  'a customer downloads their data, requests deletion, cancels, requests it again, and is deleted',
  { tag: '@core' },
  async ({ page }) => {
    const { username, email } = await registerUser(page)
    await page.goto('/account/privacy')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download my data' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^dayfern-your-data-\d{4}-\d\d-\d\d\.zip$/)
    expect(
      readFileSync(await file.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')

    const erase = page.getByRole('button', { name: 'Delete my account and data' })
    await erase.click()
    await expect(page.getByText('Please enter your password.')).toBeVisible()
    await page.getByLabel('Your password').fill('not-this-one-at-all')
    await erase.click()
    await expect(page.getByText('That password is incorrect.')).toBeVisible()
    await page.getByLabel('Your password').fill(password)
    await erase.click()
    await expect(
      page.getByText('Your request is confirmed. You can still cancel it.'),
    ).toBeVisible()
    await expect(page.getByText('Request received')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your deletion request' })).toBeFocused()
    expect(await violations(page)).toEqual([])

    await expect.poll(() => subjectsTo(email)).toContain('We have your data deletion request')
    const link =
      /https?:\/\/\S+\/data-deletion\/status\?code=\S+/.exec(
        (await mailsTo(email)).at(0)?.text ?? '',
      )?.[0] ?? ''
    await page.goto(link)
    await page.getByRole('button', { name: 'Cancel request' }).click()
    await expect(page.getByText('The request was canceled. Nothing was deleted.')).toBeVisible()
    expect(await usersNamed(username)).toHaveLength(1)

    await page.goto('/account/privacy')
    await page.getByLabel('Your password').fill(password)
    await erase.click()
    await expect(page.getByRole('button', { name: 'Cancel request' })).toBeVisible()
    await page.goto('/account')
    await page.getByRole('link', { name: 'See the status or cancel the request' }).click()
    await expect(page.getByRole('heading', { name: 'Your deletion request' })).toBeVisible()
    await query(
      `update data_requests set erase_after = now() where email = $1 and status = 'verified'`,
      [email],
    )
    await query(`select graphile_worker.add_job('purge-expired', '{}'::json)`)
    await expect.poll(() => subjectsTo(email)).toContain('Your data has been deleted')
    expect(await usersNamed(username)).toHaveLength(0)
    await page.goto('/account/privacy')
    await page.waitForURL(/\/auth/)
  },
)

test('pausing an account signs the customer out, and the next sign-in reactivates it', async ({
  page,
}) => {
  const { username } = await registerUser(page)
  await page.goto('/account/privacy')
  await page.getByRole('button', { name: 'Pause my account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause my account' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/account/privacy')
  await page.waitForURL(/\/auth/)
  const response = await page.request.post('/api/auth/local', {
    data: { username, password },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(await response.json()).toMatchObject({ ok: true, welcomeBack: true })
})

test('a person without an account requests deletion and confirms it with the link in the email', async ({
  page,
}) => {
  const email = `${newUsername()}@example.com`
  await query(
    `insert into contact_messages (name, email, topic, body) values ('Ash', $1, 'A size', 'Which one?')`,
    [email],
  )
  await page.goto('/data-deletion')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Please add your name.')).toBeVisible()
  await page.getByLabel('Full name').fill('Ash Lindgren')
  await page.getByLabel('Account email').fill(email)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText(/emailed each one a confirmation link/)).toBeVisible()
  await expect.poll(() => subjectsTo(email)).toEqual(['Please confirm your data deletion request'])
  const link =
    /https?:\/\/\S+\/data-deletion\/status\?code=\S+/.exec(
      (await mailsTo(email)).at(0)?.text ?? '',
    )?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByText('Please confirm it with the link we emailed you.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete my data' }).click()
  await expect(page.getByText('Your request is confirmed. You can still cancel it.')).toBeVisible()
  await page.goto(link.replace(/&key=.*/, ''))
  await expect(page.getByText('Your request is confirmed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel request' })).toHaveCount(0)
})

test('the privacy policy lists what is stored and has no accessibility violations', async ({
  page,
}) => {
  await page.goto('/privacy-policy')
  await expect(
    page.getByRole('heading', { level: 2, name: 'What we store and share' }),
  ).toBeVisible()
  await page.locator('summary', { hasText: 'Orders and payments' }).click()
  await expect(page.getByText('We never get your card number.')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('the status page of a deletion request accepts the code in any case, and reports an unknown code', async ({
  page,
}) => {
  await page.goto('/data-deletion/status')
  await expect(page.getByRole('heading', { name: 'Check a data deletion request' })).toBeVisible()
  await page.getByLabel('Request code').fill('ABCDEF')
  await page.getByRole('button', { name: 'Check status' }).click()
  await expect(page.getByRole('heading', { name: 'We couldn’t find that request' })).toBeVisible()
  await expect(page.getByLabel('Request code')).toHaveValue('abcdef')
  const code = Array.from({ length: 24 }, () => '0123456789abcdef'[Math.floor(Math.random() * 16)])
  await query(
    `insert into data_requests (code, email, status, source, received_at, acknowledge_by, verify_by) values ($1, $2, 'received', 'form', now(), now() + interval '2 days', now() + interval '5 days')`,
    [code.join(''), `${newUsername()}@example.com`],
  )
  await page.getByLabel('Request code').fill(code.join('').toUpperCase())
  await page.getByRole('button', { name: 'Check status' }).click()
  await expect(page.getByRole('heading', { name: 'Your data deletion request' })).toBeVisible()
})
