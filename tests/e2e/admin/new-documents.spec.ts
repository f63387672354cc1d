import { expect, type Page, type Route } from '@playwright/test'
import { query, signIn, test } from '@tests/support/browser'

/** Holds back the next request for which `isMeant` is true, until `answer` decides its response. */
const hold = async (
  page: Page,
  isMeant: (url: URL, method: string) => boolean,
): Promise<{ isHeld: Promise<void>; answer: (how: (route: Route) => Promise<void>) => void }> => {
  let [answer, noteHeld] = [(_how: (route: Route) => Promise<void>): void => {}, (): void => {}]
  const answered = new Promise<(route: Route) => Promise<void>>((resolve) => {
    answer = resolve
  })
  const isHeld = new Promise<void>((resolve) => {
    noteHeld = resolve
  })
  let isFirst = true
  await page.route('**', async (route, request) => {
    if (!isFirst || !isMeant(new URL(request.url()), request.method())) return route.fallback()
    isFirst = false
    noteHeld()
    await (
      await answered
    )(route)
  })
  return { isHeld, answer: (how) => answer(how) }
}

const forms = [
  {
    ...{ list: '/admin/products', link: 'New product', path: 'products', button: 'Create product' },
    ...{ label: /^Name/, stored: 'select name as text from products where name = $1' },
  },
  {
    ...{ list: '/admin/discounts', link: 'New discount', path: 'discounts' },
    ...{ button: 'Create discount', label: /^Name/ },
    stored: 'select name as text from discounts where name = $1',
  },
  {
    ...{ list: '/admin/orders', link: 'New order', path: 'draft-orders', button: 'Save draft' },
    ...{ label: /^Note/, stored: 'select note as text from draft_orders where note = $1' },
  },
]

for (const { list, link, path, button, label, stored } of forms)
  test(`${link}: what is sent takes no input until its page is open, and a second press creates no second one`, async ({
    page,
  }) => {
    const text = `Fern ${Date.now()}-${Math.floor(Math.random() * 1e6)}`
    const api = `/api/admin/${path}`
    const opened = new RegExp(`/admin/${path}/\\d+$`)
    let requests = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === api) requests += 1
    })
    await signIn(page, 'marisol')
    await page.goto(list)
    await page.getByRole('link', { name: link }).click()
    const field = page.getByLabel(label)
    if (path === 'discounts') await page.getByLabel('Percent', { exact: true }).fill('15')
    await field.fill(text)
    const typeAndPressAgain = async (): Promise<void> => {
      await field.evaluate((element) => element.focus())
      await page.keyboard.type('!')
      await field.evaluate((element) => element.closest('form')?.requestSubmit())
    }

    // The first request fails: what was entered before it can be corrected then, where the focus was.
    const failing = await hold(page, (url, method) => method === 'POST' && url.pathname === api)
    await field.evaluate((element) => element.closest('form')?.requestSubmit())
    await failing.isHeld
    await typeAndPressAgain()
    await expect(field).toHaveValue(text)
    failing.answer((route) => route.abort())
    await expect(page.getByRole('button', { name: button })).toBeEnabled()
    await expect(field).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.type(' days')
    await expect(field).toHaveValue(`${text} days`)

    const nextPage = await hold(page, ({ pathname }) => opened.test(pathname))
    await page.getByRole('button', { name: button }).click()
    await nextPage.isHeld
    await typeAndPressAgain()
    await expect(field).toHaveValue(`${text} days`)
    await expect(page.locator('.df-savebar button[type=submit]')).toHaveText('Saving...')
    nextPage.answer((route) => route.continue())
    await expect(page).toHaveURL(opened)
    await expect(page.getByLabel(label)).toHaveValue(`${text} days`)
    expect(requests).toBe(2)
    expect(await query(stored, [`${text} days`])).toEqual([{ text: `${text} days` }])
  })
