import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { fromElsewhere, people, query } from '../../support/browser'
import { screenGroups } from '../../../src/admin/shell/screens'

const idOf = async (text: string): Promise<number> => (await query<{ id: number }>(text))[0]?.id ?? 0

/** Every screen of ours that the navigation names, and those that lie behind its lists. Payload's own lists are not ours to mend. */
const screensOfPanel = async (): Promise<string[]> => {
  const order = await idOf('select id from orders order by id limit 1')
  const product = await idOf('select id from products order by id limit 1')
  const piece = await idOf('select id from content order by id limit 1')
  return [...new Set([
    ...screenGroups.flatMap(({ screens }) => screens.map(({ href }) => href)).filter((href) => !/^\/admin\/(collections|globals)\//.test(href)),
    `/admin/orders/${order}`, `/admin/orders/${order}/packing-slip`, `/admin/orders/${order}/receipt`, `/admin/products/${product}`, '/admin/products/new', '/admin/products?search=zzzzqqqq',
    `/admin/content/${piece}/versions`, `/admin/content?edit=${piece}`, '/admin/content?edit=new', '/admin/account',
  ])]
}

/** The screen has been read: no skeleton is left, and the editor, which lies over its list, has its fields. */
const isThere = async (page: Page, path: string): Promise<void> => {
  await expect(page.locator('.df-skeleton')).toHaveCount(0)
  await expect(path.includes('?edit=') ? page.getByRole('textbox', { name: /^Title/ }) : page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/** Colors belong to a theme, places to a width: the two of a diagonal see all of both. LOOKS=all for the four. */
const looks = [['light', 1440], ['dark', 390], ...(process.env.LOOKS === 'all' ? [['light', 390], ['dark', 1440]] as const : [])] as const

for (const [theme, width] of looks)
  test(`axe finds nothing on any screen of the panel, and none scrolls sideways (${theme}, ${width} px)`, async ({ browser }) => {
    test.setTimeout(300_000)
    const context = await browser.newContext({ baseURL: process.env.SHOP_URL, viewport: { width, height: 900 }, colorScheme: theme, reducedMotion: 'reduce' })
    expect((await context.request.post('/api/auth/local', { data: people.june, headers: fromElsewhere() })).ok()).toBe(true)
    const page = await context.newPage()
    for (const path of await screensOfPanel()) {
      await page.goto(path)
      await isThere(page, path)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      // The editor is modal: what lies behind it is out of reach, and looked at by itself.
      const looking = new AxeBuilder({ page })
      const { violations } = await (path.includes('?edit=') ? looking.include('dialog[open]').disableRules('landmark-no-duplicate-main') : looking).analyze()
      expect.soft(violations.map(({ id, nodes }) => `${path}: ${id} ${nodes.length} × ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.any[0]?.message ?? ''}`)).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect.soft(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
    }
    await context.close()
  })
