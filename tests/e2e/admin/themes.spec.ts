import { expect, type Page } from '@playwright/test'
import { fromElsewhere, people, query, test } from '@tests/support/browser'
import { expectGoodInEveryLook } from '@tests/support/themes'

import { screenGroups } from '@/admin/shell/screens'

const idOf = async (text: string): Promise<number> =>
  (await query<{ id: number }>(text))[0]?.id ?? 0

/** Every screen of ours that the navigation names, and those that lie behind its lists. Payload's own lists are not ours to mend. */
const screensOfPanel = async (): Promise<string[]> => {
  const order = await idOf('select id from orders order by id limit 1')
  const product = await idOf('select id from products order by id limit 1')
  const piece = await idOf('select id from content order by id limit 1')
  return [
    ...new Set([
      ...screenGroups
        .flatMap(({ screens }) => screens.map(({ href }) => href))
        .filter((href) => !/^\/admin\/(collections|globals)\//.test(href)),
      `/admin/orders/${order}`,
      `/admin/orders/${order}/packing-slip`,
      `/admin/orders/${order}/receipt`,
      `/admin/products/${product}`,
      '/admin/products/new',
      '/admin/products?search=zzzzqqqq',
      `/admin/content/${piece}/versions`,
      `/admin/content?edit=${piece}`,
      '/admin/content?edit=new',
      '/admin/account',
    ]),
  ]
}

/** The screen has been read: no skeleton is left, and the editor, which lies over its list, has its fields. */
const isThere = async (page: Page, path: string): Promise<void> => {
  await expect(page.locator('.df-skeleton')).toHaveCount(0)
  await expect(
    path.includes('?edit=')
      ? page.getByRole('textbox', { name: /^Title/ })
      : page.getByRole('heading', { level: 1 }),
  ).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const setTheme = (page: Page, theme: string) =>
  page.evaluate((value) => {
    document.documentElement.dataset.theme = value
  }, theme)

// Every second screen each, side by side.
for (const half of [0, 1])
  test(`axe finds nothing on any screen of the panel, in both themes, on a phone and on a desk, and none scrolls sideways (${half + 1} of 2)`, async ({
    browser,
  }) => {
    test.setTimeout(480_000)
    const context = await browser.newContext({
      baseURL: process.env.SHOP_URL,
      viewport: { width: 390, height: 900 },
      colorScheme: half === 0 ? 'light' : 'dark',
      reducedMotion: 'reduce',
    })
    expect(
      (
        await context.request.post('/api/auth/local', {
          data: people.june,
          headers: fromElsewhere(),
        })
      ).ok(),
    ).toBe(true)
    const page = await context.newPage()
    for (const path of (await screensOfPanel()).filter((_, at) => at % 2 === half)) {
      await page.goto(path)
      await isThere(page, path)
      await expect(page.locator('html')).toHaveAttribute(
        'data-theme',
        half === 0 ? 'light' : 'dark',
      )
      // The editor is modal: what lies behind it is out of reach, and looked at by itself.
      await expectGoodInEveryLook(page, {
        name: path,
        setTheme,
        look: (axe) =>
          path.includes('?edit=')
            ? axe.include('dialog[open]').disableRules('landmark-no-duplicate-main')
            : axe,
      })
    }
    await context.close()
  })
