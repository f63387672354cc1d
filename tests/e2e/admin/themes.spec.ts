import { expect, type Page } from '@playwright/test'
import { clientAddressHeader, people, query, test } from '@tests/support/browser'
import { expectAccessible } from '@tests/support/themes'

import { panelScreens } from '@/admin/shell/screens'

const idOf = async (text: string): Promise<number> =>
  (await query<{ id: number }>(text))[0]?.id ?? 0

/** The shop's own screens: those in the navigation and their detail screens. Payload's screens are excluded. */
const adminScreens = async (): Promise<string[]> => {
  const order = await idOf('select id from orders order by id limit 1')
  const product = await idOf('select id from products order by id limit 1')
  const content = await idOf('select id from content order by id limit 1')
  return [
    ...new Set([
      ...panelScreens
        .map(({ href }) => href)
        .filter((href) => !/^\/admin\/(collections|globals)\//.test(href)),
      `/admin/orders/${order}`,
      `/admin/orders/${order}/packing-slip`,
      `/admin/orders/${order}/receipt`,
      `/admin/products/${product}`,
      '/admin/products/new',
      '/admin/products?search=zzzzqqqq',
      `/admin/content/${content}/versions`,
      `/admin/content/${content}`,
      '/admin/content/new',
      '/admin/newsletter?tab=weekly',
      '/admin/newsletter?tab=delivery',
      '/admin/account',
    ]),
  ]
}

/** Waits until the heading, or the editor's title field, is visible. */
const waitForScreen = async (page: Page, path: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (/\/content\/(\d+|new)$/.test(path))
    await expect(page.getByRole('textbox', { name: /^Title/ })).toBeEnabled()
}

const setTheme = (page: Page, theme: string) =>
  page.evaluate((value) => {
    document.documentElement.dataset.theme = value
  }, theme)

// Four tests, so that they run in parallel and none takes long.
for (const quarter of [0, 1, 2, 3])
  test(`admin screens are accessible without horizontal scrolling in both themes on phone and desktop (${quarter + 1} of 4)`, async ({
    browser,
  }) => {
    test.setTimeout(480_000)
    const theme = quarter % 2 === 0 ? 'light' : 'dark'
    const context = await browser.newContext({
      baseURL: process.env.SHOP_URL,
      viewport: { width: 390, height: 900 },
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    expect(
      (
        await context.request.post('/api/auth/local', {
          data: people.june,
          headers: clientAddressHeader(),
        })
      ).ok(),
    ).toBe(true)
    const page = await context.newPage()
    for (const path of (await adminScreens()).filter((_, index) => index % 4 === quarter)) {
      await page.goto(path)
      await waitForScreen(page, path)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expectAccessible(page, { name: path, setTheme })
    }
    await context.close()
  })
