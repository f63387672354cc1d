import { expect } from '@playwright/test'
import { holdScripts, mailsTo, people, query, test } from '@tests/support/browser'

const newEmail = () => `reader-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`
const statusOf = async (email: string) =>
  (await query<{ status: string }>('select status from subscribers where email = $1', [email]))[0]
    ?.status
const linkTo = async (email: string, path: string): Promise<string> => {
  const url = (await mailsTo(email))
    .map(({ text }) => new RegExp(`${process.env.SHOP_URL}${path}\\?\\S+`).exec(text)?.[0])
    .find(Boolean)
  if (!url) throw new Error(`No mail to ${email} with a link to ${path}`)
  return url
}

test('a form sent before hydration waits for it, and its values never appear in the URL', async ({
  page,
}) => {
  const email = newEmail()
  const releaseScripts = await holdScripts(page)
  await page.goto('/tribe', { waitUntil: 'domcontentloaded' })
  const form = page.getByRole('main').getByRole('form', { name: 'Newsletter' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Email').press('Enter')
  await form.getByRole('button', { name: 'Join the Tribe' }).click()
  releaseScripts()
  await expect(form.getByText('Check your inbox to confirm your subscription.')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
})

test(
  'a visitor subscribes on the Tribe page, confirms by email, and unsubscribes without JavaScript',
  { tag: '@core' },
  async ({ page, browser }) => {
    const email = newEmail()
    await page.goto('/tribe')
    await expect(page.getByRole('heading', { level: 1, name: 'There is room here' })).toBeVisible()
    const form = page.getByRole('main').getByRole('form', { name: 'Newsletter' })
    await form.getByRole('button', { name: 'Join the Tribe' }).click()
    await expect(page.getByText('Email Required')).toBeVisible()
    await expect(page.getByText('Please enter your email address.')).toBeVisible()

    await form.getByLabel('Email').fill(email.toUpperCase())
    await form.getByRole('button', { name: 'Join the Tribe' }).click()
    await expect(page.getByText('Welcome to the Tribe!')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Thank you' })).toBeDisabled()
    await expect(form.getByRole('button', { name: 'Thank you' })).toBeFocused()
    await expect(form.getByText('Check your inbox to confirm your subscription.')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Join the Tribe' })).toBeEnabled()

    await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
    expect(await statusOf(email)).toBe('pending')
    await page.goto(await linkTo(email, '/newsletter/confirm'))
    expect(await statusOf(email)).toBe('pending')
    await page.getByRole('main').getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByRole('heading', { name: 'You’re subscribed' })).toBeVisible()
    expect(await statusOf(email)).toBe('subscribed')

    await expect.poll(async () => (await mailsTo(email)).length).toBe(2)
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const bare = await plain.newPage()
    await bare.goto(await linkTo(email, '/newsletter/unsubscribe'))
    await bare.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(bare.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible()
    expect(await statusOf(email)).toBe('unsubscribed')
    // An emailed link without its token doesn't claim that the link has expired.
    await bare.goto(`${process.env.SHOP_URL}/newsletter/confirm`)
    await expect(bare.getByRole('heading', { name: 'We can’t read this link' })).toBeVisible()
    await plain.close()
  },
)

for (const [before, now] of [
  ['/letters/confirm?token=ab12', '/newsletter/confirm?token=ab12'],
  ['/letters/unsubscribe?s=7&key=cd34', '/newsletter/unsubscribe?s=7&key=cd34'],
  ['/account/letters', '/account/newsletter'],
] as const)
  test(`the address ${before} in emails of earlier versions leads to the newsletter’s page of today`, async ({
    request,
  }) => {
    const response = await request.get(before, { maxRedirects: 0 })
    expect([response.status(), response.headers().location]).toEqual([308, now])
  })

test('the footer form keeps the email address when the request fails, and confirms once it succeeds', async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/support')
  const form = page.getByRole('contentinfo').getByRole('form', { name: 'Newsletter' })
  await page.route('**/api/newsletter/subscribe', (route) => route.abort(), { times: 1 })
  await form.getByLabel('A quiet email, once a week').fill(email)
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Subscription failed')).toBeVisible()
  await expect(form.getByLabel('A quiet email, once a week')).toHaveValue(email)
  await form.getByLabel('A quiet email, once a week').press('Enter')
  await expect(page.getByText('Thank you for subscribing!')).toBeVisible()
  await expect(form.getByLabel('A quiet email, once a week')).toBeFocused()
  await expect(page.getByText("You'll receive weekly reflections and updates.")).toBeVisible()
  await expect(form.getByLabel('A quiet email, once a week')).toHaveValue('')
})

test('a contact message survives a reload and a failed request, is sent once, and is confirmed in place', async ({
  page,
}) => {
  const from = newEmail()
  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Write to us' })
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(form.getByText('Please add your name.')).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Name').fill('Wren')
  await form.getByLabel('Email').fill(from)
  await form.getByLabel('Topic').selectOption('An order')
  await form.getByLabel('Order number').fill('1001')
  await form.getByLabel('Message').fill('It came in the wrong size.\n<b>Sorry</b> to bother you.')
  await page.reload()
  await expect(form.getByLabel('Message')).toHaveValue(
    'It came in the wrong size.\n<b>Sorry</b> to bother you.',
  )

  await page.route(
    '**/api/contact',
    (route) => route.fulfill({ status: 503, json: { error: 'Not now.', code: 'unavailable' } }),
    { times: 1 },
  )
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(form.getByText('Your message is still here')).toBeVisible()
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(
    page.getByRole('heading', { name: 'Thanks, your message is on its way.' }),
  ).toBeFocused()
  await expect(page.getByText(from)).toBeVisible()
  await page.getByRole('button', { name: 'Send another message' }).click()
  await expect(page.locator('#contact-name')).toBeFocused()

  await expect
    .poll(
      async () =>
        (await mailsTo('hello@dayfern.example')).filter(({ text }) => text.includes(from)).length,
    )
    .toBe(1)
  const mail = (await mailsTo('hello@dayfern.example')).find(({ text }) => text.includes(from))
  expect(mail?.text).toContain('DF-1001')
  expect(mail?.html).toContain('&lt;b&gt;Sorry&lt;/b&gt;')
  await page.reload()
  await expect(form.getByLabel('Message')).toHaveValue('')
})

test('page text changed by staff appears on the page without waiting for the cache to expire', async ({
  page,
  playwright,
}) => {
  const staff = await playwright.request.newContext({
    baseURL: process.env.SHOP_URL,
    extraHTTPHeaders: { Origin: process.env.SHOP_URL ?? '' },
  })
  expect((await staff.post('/api/auth/local', { data: people.marisol })).status()).toBe(200)
  const {
    docs: [row],
  } = (await (await staff.get('/cms/api/pages?where[slug][equals]=terms')).json()) as {
    docs: { id: number; lead: string }[]
  }
  await page.goto('/terms')
  const sentence = `A sentence of ${Date.now()}.`
  expect(
    (await staff.patch(`/cms/api/pages/${row?.id}`, { data: { lead: sentence } })).status(),
  ).toBe(200)
  await expect
    .poll(async () => (await (await page.request.get('/terms')).text()).includes(sentence))
    .toBe(true)
  await staff.patch(`/cms/api/pages/${row?.id}`, { data: { lead: row?.lead } })
  await staff.dispose()
})

test(
  'quick exit leaves immediately and replaces the history entry, and pressing Escape twice also leaves',
  { tag: '@core' },
  async ({ page }) => {
    await page.route('https://www.weather.gov/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Weather</h1>' }),
    )
    await page.goto('/')
    await page.goto('/tribe')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Quick exit' }).click()
    await expect(page.getByRole('heading', { name: 'Weather' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(`${process.env.SHOP_URL}/`)
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: 'Quick exit' }),
    ).toHaveAttribute('rel', /noreferrer/)
    await expect(async () => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('heading', { name: 'Weather' })).toBeVisible({ timeout: 1000 })
    }).toPass()
  },
)
