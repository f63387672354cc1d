import { expect, type Page, request, test as base } from '@playwright/test'
import pg from 'pg'

const setting = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set; browser tests are started by: npm test -- e2e`)
  return value
}

/**
 * A page that has arrived is whole: nothing that was streamed still waits, hidden, for its place. Until then a field of a
 * screen may be there twice, and a locator by label would find both.
 */
export const test = base.extend({
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page)
    page.goto = async (...args) => {
      const answer = await goto(...args)
      await expect(page.locator('body > div[hidden][id^="S:"]')).toHaveCount(0)
      return answer
    }
    await use(page)
  },
})

/** What the shop really wrote, read past the shop. */
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
  const answer = await fetch(`${setting('SANDBOX_CONTROL')}${path}`, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.status === 204 ? undefined : answer.json()
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
 * For whoever signs in: an address of their own. The shop counts sign-ins by address, and all tests would share one.
 * scripts/test.mjs has the shop trust this header as it would that of a proxy.
 */
export function fromElsewhere(): { 'X-Forwarded-For': string } {
  return {
    'X-Forwarded-For': `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`,
  }
}

/** Signs in through the panel's own page. */
export async function signIn(page: Page, who: keyof typeof people): Promise<void> {
  await page.context().setExtraHTTPHeaders(fromElsewhere())
  await page.goto('/admin/login')
  await page.getByLabel(/user ?name/i).fill(people[who].username)
  await page.getByLabel('Password', { exact: true }).fill(people[who].password)
  await page.getByRole('button', { name: /log ?in|sign in/i }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}

/** Makes something through the panel's API, as Marisol does. */
const make = async <Made>(path: string, data: object): Promise<Made> => {
  const staff = await request.newContext({
    baseURL: setting('SHOP_URL'),
    extraHTTPHeaders: { ...fromElsewhere(), 'Sec-Fetch-Site': 'same-origin' },
  })
  try {
    await staff.post('/api/auth/local', { data: people.marisol })
    const answer = await staff.post(path, { data })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return (await answer.json()) as Made
  } finally {
    await staff.dispose()
  }
}

const mark = (): string => `${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`

/** A tee for sale at $32.00 that no other test looks at: whoever changes a product changes one of their own. */
export function ownProduct(): Promise<{ id: number; name: string; slug: string }> {
  return make('/api/admin/products', {
    name: `Alder Tee ${mark()}`,
    basePrice: '32',
    colorsAvailable: ['Pine', 'Bone'],
    sizesAvailable: ['S', 'M'],
    isActive: true,
  })
}

/** A published piece that no other test looks at. */
export function ownPiece(): Promise<{ id: number; title: string; slug: string }> {
  return make('/api/admin/content', {
    title: `Under the alder ${mark()}`,
    contentType: 'blog_post',
    excerpt: 'Few words.',
    body: '<p>Few words.</p>',
    status: 'published',
  })
}

/** From a product's page into the cart, choosing the first color and size that can be had. */
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
  changes: Partial<Record<'First name' | 'State', string>> = {},
): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('First name').fill(changes['First name'] ?? 'Wren')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('Street address').fill('18 Alder Lane')
  await page.getByLabel('City').fill('Ojai')
  await page.getByLabel('State').selectOption(changes.State ?? 'CA')
  await page.getByLabel('ZIP code').fill('93023')
}

/** Presses the payment button and answers in the window that opens. */
export async function payWith(page: Page, choice: RegExp): Promise<void> {
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: /paypal/i }).click(),
  ])
  await window.getByRole('button', { name: choice }).click()
}

export const payNow = /^pay now$/i

/** A product that can be bought in its first color and size. */
export async function anyProduct(): Promise<number> {
  const [row] = await query<{ id: number }>(`
    select p.id from products p where is_active and not exists (select 1 from products_variants v where v._parent_id = p.id and not v.available)
    and exists (select 1 from products_texts t where t.parent_id = p.id and t.path = 'sizesAvailable') order by id limit 1`)
  if (!row) throw new Error('No product')
  return row.id
}
