import { expect, type Locator, type Page } from '@playwright/test'
import {
  addToCart,
  holdScripts,
  ownProduct,
  query,
  signIn,
  test,
  waitUntilIdle,
  waitUntilReady,
} from '@tests/support/browser'

import { checkoutConsent } from '@/modules/newsletter/rules/checkout-consent'

import { pressOn, tabTo, typeInto } from './keyboard'

const unique = (): string => `${Date.now().toString(36)}-${Math.floor(Math.random() * 1e6)}`

test(
  'a product is found, selected, paid for, and confirmed by keyboard',
  { tag: '@core' },
  async ({ page }) => {
    const email = `keys-${unique()}@example.com`
    await page.goto('/')
    await pressOn(page, 'link', 'Skip to content')
    await pressOn(page, 'link', 'Shop the collection')
    await expect(page).toHaveURL(/\/products$/)
    await pressOn(page, 'link', 'Skip to content')
    await tabTo(page, 'searchbox', 'Search')
    await page.keyboard.type('one day at a time')
    await page.keyboard.press('Enter')
    // The focus stays in the search field, right before the results.
    await expect(page).toHaveURL(/search=one/)
    await pressOn(page, 'link', 'One Day at a Time Tee')
    await expect(
      page.getByRole('heading', { level: 1, name: 'One Day at a Time Tee' }),
    ).toBeVisible()

    // Without a selection, focus moves to the missing option, where the arrow keys select.
    await pressOn(page, 'button', 'Add to cart')
    await expect(page.getByText('Please select a size')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Size' })).toHaveAccessibleDescription(
      'Please choose a size.',
    )
    await expect(page.getByRole('radio', { name: 'XS', exact: true })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'M', exact: true })).toBeChecked()
    await tabTo(page, 'radio', /./, {
      back: true,
      within: page.getByRole('group', { name: 'Color' }),
    })
    await page.keyboard.press('Space')
    await tabTo(page, 'combobox', 'Quantity')
    await page.keyboard.press('2')
    await pressOn(page, 'button', 'Add to cart')
    await expect(page.getByRole('link', { name: /cart/i }).first()).toContainText('2')

    await pressOn(page, 'link', /^Cart, /, { back: true })
    await expect(page).toHaveURL(/\/cart$/)
    await pressOn(page, 'button', /^Decrease quantity/)
    await expect(page.getByRole('link', { name: /cart/i }).first()).toContainText('1')
    await pressOn(page, 'link', 'Go to checkout')
    await expect(page).toHaveURL(/\/checkout$/)
    await expect(page.getByRole('button', { name: 'Complete Order Information' })).toBeDisabled()
    await typeInto(page, 'Email', email)
    await typeInto(page, 'First name', 'Wren')
    await typeInto(page, 'Last name', 'Okafor')
    await typeInto(page, 'Street address', '18 Alder Lane')
    await typeInto(page, 'City', 'Ojai')
    await tabTo(page, 'combobox', 'State')
    await page.keyboard.type('California')
    await typeInto(page, 'ZIP code', '93023')
    const [window] = await Promise.all([
      page.waitForEvent('popup'),
      pressOn(page, 'button', /paypal/i),
    ])
    await window.getByRole('button', { name: 'Pay now', exact: true }).waitFor()
    await tabTo(window, 'button', 'Pay now')
    // The window may close between keydown and keyup.
    await Promise.all([
      window.waitForEvent('close'),
      window.keyboard.press('Enter').catch(() => undefined),
    ])
    await page.waitForURL(/\/orders\/DF-\d+\?key=/)
    await expect(page.getByRole('heading', { name: /Thank you, Wren/ })).toBeVisible()
    expect(
      await query(
        'select status, shipping_address_state_code as state from orders where email = $1',
        [email],
      ),
    ).toEqual([{ status: 'paid', state: 'CA' }])
  },
)

const boxOf = async (target: Locator) => {
  const box = await target.boundingBox()
  if (!box) throw new Error('not in the page')
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
}

/** Asserts that the second element is to the right of the first, and not below it. */
const expectSideBySide = async (first: Locator, second: Locator): Promise<void> => {
  const [one, other] = [await boxOf(first), await boxOf(second)]
  expect(other.left).toBeGreaterThanOrEqual(one.right)
  expect(other.top).toBeLessThan(one.bottom)
}

/** The page’s columns, which only its own style rules put side by side. */
const columns: Record<string, (page: Page) => [Locator, Locator]> = {
  '/': (page) => [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('link', { name: /^Cart, / }),
  ],
  '/login': (page) => [
    page.getByRole('complementary', { name: 'Join the community' }),
    page.getByRole('heading', { level: 1 }),
  ],
  '/checkout': (page) => [
    page.getByLabel('Email', { exact: true }),
    page.getByRole('heading', { name: 'Your order' }),
  ],
  '/products/1': (page) => [
    page.getByRole('region', { name: 'Photos', exact: true }),
    page.getByRole('heading', { level: 1 }),
  ],
  '/admin/orders': (page) => [
    page.getByRole('navigation', { name: 'Admin' }),
    page.getByRole('heading', { level: 1 }),
  ],
}

test('the skip link is in view only while it has the focus, and the columns of pages are side by side', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await addToCart(page, (await ownProduct()).id)
  for (const [path, columnsOf] of Object.entries(columns))
    await test.step(path, async () => {
      if (path.startsWith('/admin')) await signIn(page, 'marisol')
      await page.goto(path)
      await expectSideBySide(...columnsOf(page))
      const skip = page.getByRole('link', { name: 'Skip to content' })
      expect((await boxOf(skip)).bottom).toBeLessThanOrEqual(0)
      await page.keyboard.press('Tab')
      await expect(skip).toBeFocused()
      await expect.poll(async () => (await boxOf(skip)).top).toBeGreaterThanOrEqual(0)
      const shown = await boxOf(skip)
      expect(shown.left).toBeGreaterThanOrEqual(0)
      expect(shown.bottom - shown.top).toBeGreaterThanOrEqual(24)
      expect(shown.right - shown.left).toBeGreaterThan(60)
    })
})

test('what is typed and sent at checkout before the scripts have loaded isn’t lost', async ({
  page,
}) => {
  await addToCart(page, (await ownProduct()).id)
  const allowScripts = await holdScripts(page)
  await page.goto('/checkout', { waitUntil: 'commit' })
  const email = page.getByLabel('Email', { exact: true })
  // The label is what the consent is recorded with.
  const newsletter = page.getByRole('checkbox', { name: checkoutConsent, exact: true })
  await email.click()
  await page.keyboard.type('early@example.com')
  await page.getByLabel('State').selectOption('CA')
  await newsletter.check()
  await page.getByLabel('City').click()
  await page.keyboard.type('Ojai')
  await page.keyboard.press('Enter')
  allowScripts()
  await expect(page.getByText('Please add a first name.')).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page).toHaveURL(/\/checkout$/)
  const expectInput = async () => {
    await expect(email).toHaveValue('early@example.com')
    await expect(page.getByLabel('State')).toHaveValue('CA')
    await expect(page.getByLabel('City')).toHaveValue('Ojai')
    await expect(newsletter).toBeChecked()
  }
  await expectInput()
  await page.reload()
  await expectInput()
})

test('what a customer typed at checkout before the scripts had loaded is gone for whoever comes next', async ({
  page,
}) => {
  await addToCart(page, (await ownProduct()).id)
  await signIn(page, 'wren')
  const allowScripts = await holdScripts(page)
  await page.goto('/checkout', { waitUntil: 'commit' })
  const apartment = page.getByLabel(/^Apartment or unit/)
  await apartment.click()
  await page.keyboard.type('Unit 7')
  allowScripts()
  await waitUntilReady(page)
  await expect(apartment).toHaveValue('Unit 7')
  expect((await page.request.post('/api/logout')).ok()).toBe(true)
  await page.goto('/checkout')
  await waitUntilReady(page)
  await expect(page.getByLabel('Email', { exact: true })).toBeEditable()
  await expect(apartment).toHaveValue('')
})

test('the quick-add sheet moves focus to the missing option and returns it when closed', async ({
  page,
}) => {
  const { name } = await ownProduct()
  await page.goto(`/products?search=${name.split(' ').at(-1)}`)
  await pressOn(page, 'link', 'Skip to content')
  await pressOn(page, 'button', `Add ${name} to cart`)
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  // The backdrop doesn't cover the gutter of the scrollbar, so the page behind it is dimmed as well.
  const [behind, body] = await page.evaluate(() =>
    [document.documentElement, document.body].map(
      (element) => getComputedStyle(element).backgroundColor,
    ),
  )
  expect(behind).not.toBe(body)
  await pressOn(page, 'button', 'Add to cart', { maxPresses: 6, within: sheet })
  await expect(sheet.getByRole('group', { name: 'Size' }).getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: `Add ${name} to cart` })).toBeFocused()
})

test('a select changed by keyboard waits for Enter, and sorting adds no history entry', async ({
  page,
}) => {
  await page.goto('/support')
  await page.goto('/products')
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#sort') ?? {}).some((key) => key.startsWith('__react')),
  )
  const sort = page.getByLabel('Sort by')
  await sort.focus()
  await page.keyboard.press('ArrowDown')
  await expect(sort).toHaveValue('name')
  await expect(page.getByText('Press Enter to show the results.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Apply filters' })).toBeVisible()
  await expect(page).toHaveURL(/\/products$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/products\?sort=name$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/support$/)
})

test('the header search suggests while typing, and Escape closes the suggestions first', async ({
  page,
}) => {
  await page.goto('/support')
  const open = page.locator('header summary[aria-label="Search"]')
  await open.click()
  const input = page.getByLabel('Search the shop')
  await input.pressSequentially('gift gui')
  const article = page.getByRole('option', { name: 'A gift guide with very little in it' })
  await expect(article).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(article).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeHidden()
  await expect(input).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(input).toBeHidden()
  await open.click()
  await input.fill('')
  await input.pressSequentially('gift guid')
  await expect(article).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { level: 1, name: 'A gift guide with very little in it' }),
  ).toBeVisible()

  await waitUntilReady(page)
  await open.click()
  await input.pressSequentially('retrun policy')
  await expect(
    page.getByRole('group', { name: 'Help' }).getByRole('option', { name: /^Support: / }),
  ).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Use the arrow keys' })).toBeAttached()
  await expect(page.getByRole('group', { name: 'Products' })).toBeHidden()

  await input.fill('qqqzzzx')
  await expect(page.getByText('No suggestions.')).toBeAttached()
  await input.fill('  fern   moon ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/products\?search=fern\+moon$/)
})

test('what is typed after a suggestion was chosen is searched for', async ({ page }) => {
  await page.goto('/support')
  await page.locator('header summary[aria-label="Search"]').click()
  const input = page.getByLabel('Search the shop')
  await input.pressSequentially('gift gui')
  const article = page.getByRole('option', { name: 'A gift guide with very little in it' })
  await expect(article).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(article).toHaveAttribute('aria-selected', 'true')
  // The next suggestions are on their way.
  await page.route('**/api/search/suggestions?*', () => undefined)
  await page.keyboard.type('d')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/products\?search=gift\+guid$/)
})

test('dismissing a toast returns the focus to the button that caused it', async ({ page }) => {
  const { id } = await ownProduct()
  await page.goto(`/products/${id}?size=S&color=Pine`)
  const add = page.getByRole('button', { name: 'Add to cart' }).first()
  await add.press('Enter')
  await expect(page.getByRole('link', { name: 'View cart' })).toBeVisible()
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(add).toBeFocused()
})

test('without the script of its suggestions, the header search still searches', async ({
  page,
}) => {
  await page.goto('/support')
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await page.locator('header summary[aria-label="Search"]').click()
  await failed
  await waitUntilIdle(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByLabel('Search the shop').fill('fern')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/products\?search=fern$/)
})

test('removing the last item from the cart keeps focus on the page', async ({ page }) => {
  const { id } = await ownProduct()
  await addToCart(page, id)
  await page.goto('/cart')
  await pressOn(page, 'button', /^Remove /)
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('a visitor signs up, signs out, and signs in again by keyboard', async ({ page }) => {
  const username = `keys-${unique()}`
  await page.goto('/auth')
  await pressOn(page, 'button', 'Sign up')
  await typeInto(page, 'Username', username)
  await typeInto(page, 'Password', 'seven slow ferns')
  await tabTo(page, 'button', 'Show password')
  await page.keyboard.press('Space')
  await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toHaveAttribute(
    'type',
    'text',
  )
  await pressOn(page, 'button', 'Create Account')
  await expect(page.getByRole('heading', { name: 'You’re in' })).toBeFocused()
  await pressOn(page, 'link', 'Create recovery codes')
  await expect(page).toHaveURL(/\/account\/security/)
  await page.goto('/account')
  await pressOn(page, 'link', 'Logout')
  await expect(page).toHaveURL(`${process.env.SHOP_URL}/`)
  await pressOn(page, 'link', 'Login')
  await expect(page).toHaveURL(/\/auth/)
  await typeInto(page, 'Username', username)
  await typeInto(page, 'Password', 'seven slow ferns')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${process.env.SHOP_URL}/`)
  await expect(page.getByText('Login successful')).toBeVisible()
})

test('a meditation is played and a reflection is read and saved by keyboard', async ({ page }) => {
  await page.goto('/blog')
  await pressOn(page, 'link', 'Skip to content')
  await tabTo(page, 'searchbox', 'Search')
  await page.keyboard.type('three bells')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=three/)
  await pressOn(page, 'link', 'Skip to content')
  await pressOn(page, 'link', 'A sitting with three bells')
  await expect(
    page.getByRole('heading', { level: 1, name: 'A sitting with three bells' }),
  ).toBeVisible()

  const listen = page.getByRole('region', { name: 'Listen' })
  await tabTo(page, 'button', 'Play')
  await page.keyboard.press('Space')
  await expect(listen.getByRole('button', { name: 'Pause' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(listen.getByRole('button', { name: 'Play' })).toBeFocused()
  await tabTo(page, 'slider', 'Position')
  await page.keyboard.press('Home')
  for (let minute = 0; minute < 3; minute += 1) await page.keyboard.press('ArrowRight')
  await expect(listen.getByText('0:03 / 3:06')).toBeVisible()
  await pressOn(page, 'button', 'Forward 15 seconds', { back: true })
  await expect(listen.getByText('0:18 / 3:06')).toBeVisible()
  await tabTo(page, 'combobox', 'Sleep timer')
  await page.keyboard.type('After 5')
  await expect(listen.getByRole('status')).toContainText('5 minutes')

  await page.goto('/reflections')
  await pressOn(page, 'link', 'Skip to content')
  await pressOn(page, 'link', 'What the fireweed knows')
  await expect(
    page.getByRole('heading', { level: 1, name: 'What the fireweed knows' }),
  ).toBeVisible()
  await pressOn(page, 'button', 'Save', { maxPresses: 60 })
  await expect(page.getByText('Saved on this device')).toBeVisible()
})
