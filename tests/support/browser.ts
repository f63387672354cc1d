import AxeBuilder from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  request,
  test as base,
} from '@playwright/test'
import pg from 'pg'

const setting = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set; browser tests are started by: npm test -- e2e`)
  return value
}

/**
 * Returns whether a page has loaded with all streamed markup in place, and React has hydrated the admin’s screen or the
 * shop’s header. Until then, clicks may do nothing, and a field may exist twice, once hidden.
 */
const isPageReady = (): boolean =>
  document.readyState === 'complete' &&
  !document.querySelector('body > div[hidden][id^="S:"]') &&
  [...document.querySelectorAll('.df-screen, #header-search')].every((element) =>
    Object.keys(element).some((key) => key.startsWith('__react')),
  )

/**
 * Waits until the page is interactive. `page.goto` and `page.reload` include this, and clicks wait automatically; after
 * a link or a form that loads another page, call it before typing or pressing keys.
 */
export async function waitUntilReady(page: Page): Promise<void> {
  await page.waitForFunction(isPageReady)
}

declare global {
  interface Window {
    /** Set by tests that hold scripts back and click before hydration. */
    acceptsEarlyClicks?: boolean
  }
}

/**
 * Runs in every page before its own scripts. Links load whole pages, so a click right after one may come before
 * hydration and do nothing. Playwright checks that an element receives its click, and waits while it doesn’t.
 */
const refuseClicksUntil = (isReady: () => boolean): void => {
  const noPointer = new CSSStyleSheet()
  noPointer.replaceSync('* { pointer-events: none !important }')
  document.adoptedStyleSheets = [noPointer]
  const check = () => {
    if (isReady() || window.acceptsEarlyClicks) document.adoptedStyleSheets = []
    else setTimeout(check, 20)
  }
  check()
}

const waitAfterLoads = (page: Page): Page => {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (url, options) => {
    // A test that passes `waitUntil` holds scripts back on purpose.
    if (options?.waitUntil)
      await page.addInitScript(() => {
        window.acceptsEarlyClicks = true
      })
    const response = await goto(url, options)
    if (!options?.waitUntil) await waitUntilReady(page)
    return response
  }
  page.reload = async (...args) => {
    const response = await reload(...args)
    await waitUntilReady(page)
    return response
  }
  return page
}

/**
 * Waits until scripts are idle, so that a page has sent all its initial requests. A page that no
 * longer changes draws no frames; then the callback runs only after the timeout in milliseconds.
 */
export function waitUntilIdle(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => resolve(), { timeout: 5000 })
      }),
  )
}

/** Waits until the page contains no loading placeholders. */
export function waitForContent(page: Page): Promise<void> {
  return expect(page.locator('.skeleton, main [aria-busy="true"]:not(button)')).toHaveCount(0)
}

/**
 * Returns the names of the axe rules that a page violates. Waits for the title, which a reloaded
 * page gets last.
 */
export async function violations(page: Page): Promise<string[]> {
  const analyze = async (): Promise<string[]> => {
    await expect(page).toHaveTitle(/./)
    return (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)
  }
  const ids = await analyze()
  // A refresh that began meanwhile removes the title until its last part has arrived.
  return ids.includes('document-title') ? analyze() : ids
}

/** What visitors send is rate-limited by client address, and those of all tests would share one. */
const limitedPaths =
  /^\/(order|api\/(auth|cart|contact|gift-cards|newsletter|orders|privacy))(\/|$)/

/** Gives each context a client address of its own, for the forms of its pages. */
async function shopFromOwnAddress(context: BrowserContext): Promise<void> {
  const own = clientAddressHeader()
  await context.route(
    ({ origin, pathname }) => origin === process.env.SHOP_URL && limitedPaths.test(pathname),
    (route) => route.continue({ headers: { ...own, ...route.request().headers() } }),
  )
}

/**
 * Makes `page.goto`, `page.reload`, and clicks wait until the page is interactive, in all pages of all contexts, and
 * gives each context a client address of its own. Pages without JavaScript don’t wait.
 */
export const test = base.extend<object, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        await shopFromOwnAddress(context)
        if (options?.javaScriptEnabled === false) return context
        await context.addInitScript({
          content: `(${String(refuseClicksUntil)})(${String(isPageReady)})`,
        })
        const newPage = context.newPage.bind(context)
        context.newPage = async () => waitAfterLoads(await newPage())
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
})

/** Queries the shop's database directly. */
export async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(setting('SHOP_DATABASE_URL'))
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

export async function control(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${setting('SANDBOX_CONTROL')}${path}`, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? undefined : response.json()
}

type Mail = { subject: string; text: string; html: string }
export async function mailsTo(address: string): Promise<Mail[]> {
  return (
    (await (
      await fetch(`${setting('SANDBOX_MAIL')}/api/mails?to=${encodeURIComponent(address)}`)
    ).json()) as { mails: Mail[] }
  ).mails
}

export const people = {
  june: { username: 'june', password: 'walk-the-long-way' },
  marisol: { username: 'marisol', password: 'tea-before-orders' },
  edie: { username: 'edie', password: 'words-and-ferns' },
  wren: { username: 'wren', password: 'one-is-enough' },
} as const

/**
 * Returns a header with a random client address. Sign-ins are rate-limited by address, and all tests would share one.
 * scripts/test.mjs makes the shop trust this header.
 */
export function clientAddressHeader(): { 'X-Forwarded-For': string } {
  return {
    'X-Forwarded-For': `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`,
  }
}

/**
 * Signs in without opening a page. The sign-in page has tests of its own (sign-in.spec.ts, access-and-navigation.spec.ts,
 * two-step-verification.spec.ts).
 */
export async function signIn(page: Page, who: keyof typeof people): Promise<void> {
  const headers = clientAddressHeader()
  await page.context().setExtraHTTPHeaders(headers)
  const response = await page.request.post(`${setting('SHOP_URL')}/api/auth/local`, {
    data: people[who],
    headers: { ...headers, 'Sec-Fetch-Site': 'same-origin' },
  })
  if (!response.ok()) throw new Error(`Signing in as ${who}: ${response.status()}`)
}

/** Calls the admin API, signed in as `who`. */
const callAdmin = async <Answer>(
  method: 'POST' | 'PUT',
  path: string,
  data: object,
  who: keyof typeof people = 'marisol',
): Promise<Answer> => {
  const staff = await request.newContext({
    baseURL: setting('SHOP_URL'),
    extraHTTPHeaders: { ...clientAddressHeader(), 'Sec-Fetch-Site': 'same-origin' },
  })
  try {
    await staff.post('/api/auth/local', { data: people[who] })
    const response = await staff.fetch(path, { method, data })
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
    return (await response.json()) as Answer
  } finally {
    await staff.dispose()
  }
}

const uniqueSuffix = (): string => `${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`

/** Creates a tee at $32.00 that only the calling test uses, so tests may change it. */
export function ownProduct(): Promise<{ id: number; name: string; slug: string }> {
  return callAdmin('POST', '/api/admin/products', {
    name: `Alder Tee ${uniqueSuffix()}`,
    basePrice: '32',
    colorsAvailable: ['Pine', 'Bone'],
    sizesAvailable: ['S', 'M'],
    isActive: true,
  })
}

/** Creates a published blog post that only the calling test uses. */
export function ownContent(): Promise<{ id: number; title: string; slug: string }> {
  return callAdmin('POST', '/api/admin/content', {
    title: `Under the alder ${uniqueSuffix()}`,
    contentType: 'blog_post',
    excerpt: 'Few words.',
    body: '<p>Few words.</p>',
    status: 'published',
  })
}

/** Issues a gift card as the owner, and returns its code. */
export async function issueCard(amount: string): Promise<string> {
  const card = { amount, note: 'A late package' }
  return (await callAdmin<{ code: string }>('POST', '/api/admin/gift-cards', card, 'june')).code
}

/** Changes shop settings as the owner. They hold for all tests of the shop, so put them back. */
export async function saveSettings(settings: object): Promise<void> {
  await callAdmin('PUT', '/api/admin/settings', settings, 'june')
}

/** A promise that waits until `open` is called, to hold back a response or to know that it has come. */
export function gate(): { open: () => void; opened: Promise<void> } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

/** Holds back all scripts, as on a slow connection, until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { open: release, opened: released } = gate()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

/** Opens a product's page and adds its first available color and size to the cart. */
export async function addToCart(page: Page, productId: number): Promise<void> {
  await page.goto(`/products/${productId}`)
  for (const group of ['Color', 'Size']) {
    const choices = page
      .getByRole('radiogroup', { name: group })
      .or(page.getByRole('group', { name: group }))
      .getByRole('radio', { disabled: false })
    if ((await choices.count()) > 0) await choices.first().check({ force: true })
  }
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByRole('link', { name: /cart/i }).first()).toContainText('1')
}

export async function fillCheckout(
  page: Page,
  email: string,
  changes: Partial<Record<'First name' | 'State' | 'ZIP code', string>> = {},
): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('First name').fill(changes['First name'] ?? 'Wren')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('Street address').fill('18 Alder Lane')
  await page.getByLabel('City').fill('Ojai')
  await page.getByLabel('State').selectOption(changes.State ?? 'CA')
  await page.getByLabel('ZIP code').fill(changes['ZIP code'] ?? '93023')
}

/**
 * Clicks PayPal's or Venmo's button and makes a choice in the payment window. The page of a payment link shows the
 * buttons once the buyer asks for them.
 */
export async function payWith(page: Page, choice: RegExp, button = /paypal/i): Promise<void> {
  const payment = page.getByRole('button', { name: button })
  const chooseHow = page.getByRole('button', { name: 'Choose how to pay' })
  await payment.or(chooseHow).first().waitFor()
  if (await chooseHow.isVisible()) await chooseHow.click()
  const [window] = await Promise.all([page.waitForEvent('popup'), payment.click()])
  await window.getByRole('button', { name: choice }).click()
}

export const payNow = /^pay now$/i

/** Clicks PayPal's or another button, and returns the payment window once the buyer can pay in it. */
export async function openPaymentWindow(
  page: Page,
  button: Locator = page.getByRole('button', { name: /paypal/i }),
): Promise<Page> {
  const [window] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await window.getByRole('button', { name: payNow }).waitFor()
  return window
}

/** Returns the id of an active product with sizes whose variants are all available. */
export async function anyProduct(): Promise<number> {
  const [row] = await query<{ id: number }>(`
    select p.id from products p where is_active and not exists (select 1 from products_variants v where v._parent_id = p.id and not v.available)
    and exists (select 1 from products_texts t where t.parent_id = p.id and t.path = 'sizesAvailable') order by id limit 1`)
  if (!row) throw new Error('No product')
  return row.id
}
