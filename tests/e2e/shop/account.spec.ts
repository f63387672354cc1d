import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Page,
  type Response,
} from '@playwright/test'
import {
  addToCart,
  anyProduct,
  clientAddressHeader,
  fillCheckout,
  gate,
  ownProduct,
  payNow,
  payWith,
  people,
  query,
  test,
  violations,
  waitUntilIdle,
} from '@tests/support/browser'
import { expectAccessible } from '@tests/support/themes'

/** Signs in through the API, without opening the sign-in page. */
const signInThroughApi = async (
  request: APIRequestContext,
  username: string,
  password: string,
): Promise<void> => {
  const response = await request.post('/api/auth/local', {
    data: { username, password },
    headers: clientAddressHeader(),
  })
  expect(response.ok(), await response.text()).toBe(true)
}
let memberCount = 0
const newMember = async (context: BrowserContext, firstName = 'Robin'): Promise<string> => {
  const username = `robin-${Date.now()}-${(memberCount += 1)}`
  const response = await context.request.post('/api/auth/register', {
    data: { username, password: 'a-slow-walk-uphill', firstName, lastName: 'Vale' },
    headers: clientAddressHeader(),
  })
  expect(response.ok(), await response.text()).toBe(true)
  return username
}
const expectPressed = (page: Page, name: string) =>
  expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true')
const publishedReflection = async () =>
  (
    await query<{ id: number; slug: string; title: string }>(
      `select id, slug, title from content where status = 'published' and content_type = 'reflection' order by id limit 1`,
    )
  )[0]

test(
  'the home page is cached for visitors and personal for each customer, even with concurrent requests',
  { tag: '@core' },
  async ({ playwright }) => {
    const newClient = () => playwright.request.newContext({ baseURL: process.env.SHOP_URL })
    const [visitor, wren, june, stale] = await Promise.all([
      newClient(),
      newClient(),
      newClient(),
      newClient(),
    ])
    await signInThroughApi(wren, people.wren.username, people.wren.password)
    await signInThroughApi(june, people.june.username, people.june.password)
    for (let turn = 0; turn < 5; turn += 1) {
      const [visitorPage, wrenPage, junePage, stalePage] = await Promise.all([
        visitor.get('/'),
        wren.get('/'),
        june.get('/'),
        stale.get('/', { headers: { Cookie: 'payload-token=not.a.session' } }),
      ])
      const html = await visitorPage.text()
      expect(html).toContain('Shop the collection')
      expect(html).not.toMatch(/Wren|June/)
      expect(visitorPage.headers()['cache-control']).toBe('public, max-age=0, must-revalidate')
      expect(await wrenPage.text()).toMatch(/Wren/)
      expect(await junePage.text()).toMatch(/June/)
      expect(await junePage.text()).not.toMatch(/Wren|DF-\d+/)
      for (const response of [wrenPage, junePage, stalePage])
        expect(response.headers()['cache-control']).toBe('private, no-store')
      expect(await stalePage.text()).toContain('Shop the collection')
    }
    expect((await wren.get('/member', { maxRedirects: 0 })).status()).toBe(307)
    await wren.get('/api/logout')
    expect(await (await wren.get('/')).text()).toContain('Shop the collection')
    await Promise.all([visitor, wren, june, stale].map((context) => context.dispose()))
  },
)

test('a refused merge of saved items isn’t repeated over and over', async ({ page, context }) => {
  await page.goto(`/products/${await anyProduct()}`)
  await page.getByRole('button', { name: 'Add to wishlist' }).click()
  await newMember(context)
  let requests = 0
  await page.route('**/api/account/saved/merge', (route) => {
    requests += 1
    return route.fulfill({ status: 401, json: { error: 'Sign in first.', code: 'not_signed_in' } })
  })
  await page.goto('/account/saved')
  await expect.poll(() => requests).toBe(2)
  await waitUntilIdle(page)
  await page.evaluate(() => fetch('/api/auth/user').then((response) => response.json()))
  await waitUntilIdle(page)
  expect(requests).toBe(2)
})

test('a visitor’s saved items move into their account, and removing one there removes it from the device', async ({
  page,
  context,
}) => {
  const product = await anyProduct()
  const reflection = await publishedReflection()
  await page.goto(`/products/${product}`)
  await page.getByRole('button', { name: 'Add to wishlist' }).click()
  await expectPressed(page, 'Add to wishlist')
  await page.goto(`/reflections/${reflection?.slug}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved on this device')).toBeVisible()
  await page.goto('/saved')
  await expect(page.getByRole('link', { name: reflection?.title })).toBeVisible()

  await newMember(context)
  await page.goto('/account/saved')
  await expect(page.getByRole('heading', { name: 'Wishlist' })).toBeVisible()
  await expect(page.getByRole('link', { name: reflection?.title })).toBeVisible()
  const other = await context.newPage()
  await other.goto(`/products/${product}`)
  await expectPressed(other, 'Add to wishlist')

  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .press('Enter')
  await expect(page.getByText('Removed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  expect(
    await page.evaluate(() => [localStorage.getItem('wishlist'), localStorage.getItem('kept')]),
  ).toEqual(['[]', `[${reflection?.id}]`])
  await other.reload()
  await expect(other.getByRole('button', { name: 'Add to wishlist' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Saved to read again' })).toBeVisible()

  await page.goto('/api/logout')
  await page.goto(`/reflections/${reflection?.slug}`)
  await expectPressed(page, 'Save')
})

test('a heart that is pressed while another one is being saved stays, and a failure undoes only its own', async ({
  page,
  context,
}) => {
  await newMember(context)
  await page.goto('/products')
  const hearts = page.getByRole('button', { name: /^Add .+ to wishlist$/ })
  const pressed = async (first: number): Promise<(string | null)[]> =>
    Promise.all([first, first + 1].map((nth) => hearts.nth(nth).getAttribute('aria-pressed')))
  /** Presses two hearts while the answer to the first is held back, and returns once both are answered. */
  const pressTwo = async (first: number, refused?: { status: number; json: object }) => {
    const { open: release, opened: released } = gate()
    let answers = 0
    await page.route(
      '**/api/account/saved/products/*',
      async (route) => {
        const answer = refused ?? { response: await route.fetch() }
        answers += 1
        await released
        await route.fulfill(answer)
      },
      { times: 1 },
    )
    await hearts.nth(first).click()
    await expect.poll(() => answers).toBe(1)
    const onResponse = (response: Response): void => {
      if (response.url().includes('/api/account/saved/products/')) answers += 1
    }
    page.on('response', onResponse)
    await hearts.nth(first + 1).click()
    await expect.poll(() => pressed(first)).toEqual(['true', 'true'])
    // Time for a second call, which must not overtake the first.
    await page.evaluate(async () => {
      for (let call = 0; call < 4; call += 1) await fetch('/api/account/saved')
    })
    release()
    await expect.poll(() => answers).toBe(3)
    page.off('response', onResponse)
    await waitUntilIdle(page)
  }

  await pressTwo(0)
  expect(await pressed(0)).toEqual(['true', 'true'])
  await pressTwo(2, { status: 409, json: { error: 'Please try again later.', code: 'conflict' } })
  await expect.poll(() => pressed(2)).toEqual(['false', 'true'])
  await page.reload()
  await expect.poll(() => pressed(0)).toEqual(['true', 'true'])
  await expect.poll(() => pressed(2)).toEqual(['false', 'true'])
})

test('the wishlist button updates in other tabs of the same visitor', async ({ page, context }) => {
  const product = await anyProduct()
  const other = await context.newPage()
  await Promise.all([page.goto(`/products/${product}`), other.goto(`/products/${product}`)])
  await page.getByRole('button', { name: 'Add to wishlist' }).click()
  await expectPressed(other, 'Add to wishlist')
})

test('a click on a heart that doesn’t know yet that its product is saved doesn’t remove it', async ({
  page,
}) => {
  const product = await anyProduct()
  await page.goto(`/products/${product}`)
  const heart = page.getByRole('button', { name: 'Add to wishlist' })
  // Another page saves it while this one is in the back-forward cache.
  await heart.evaluate((button: HTMLElement, saved) => {
    localStorage.setItem('wishlist', saved)
    button.click()
  }, `[${product}]`)
  await expectPressed(page, 'Add to wishlist')
  expect(await page.evaluate(() => localStorage.getItem('wishlist'))).toBe(`[${product}]`)
})

test('a customer saves an address, checks out with it prefilled, reorders, and writes a review', async ({
  page,
  context,
}) => {
  const product = await anyProduct()
  const username = await newMember(context)
  await page.goto('/account/addresses')
  await page.getByRole('button', { name: 'Add an address' }).click()
  await page.getByLabel('Label').fill('Home')
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('Last name').fill('Vale')
  await page.getByLabel('Street address').fill('18 Alder Lane')
  await page.getByLabel('City').fill('Ojai')
  await page.getByLabel('State').selectOption('CA')
  await page.getByLabel('ZIP code').fill('9302')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByLabel('ZIP code')).toBeFocused()
  await expect(page.getByText('Please enter a 5-digit ZIP code, like 93023.')).toBeVisible()
  await page.getByLabel('ZIP code').fill('93023')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('Default', { exact: true })).toBeVisible()

  await addToCart(page, product)
  await page.goto('/checkout')
  await expect(page.getByLabel('Street address')).toHaveValue('18 Alder Lane')
  await expect(page.getByLabel('First name')).toHaveValue('Robin')
  await expect(page.getByLabel('Save this address to my account')).toBeHidden()
  await page.getByLabel('Email', { exact: true }).fill(`${username}@example.com`)
  await page.getByLabel('Saved addresses').selectOption('')
  await page.getByLabel('Street address').fill('4 Stone Road')
  await page.getByLabel('City').fill('Ventura')
  await page.getByLabel('State').selectOption('CA')
  await page.getByLabel('ZIP code').fill('93001')
  await expect(page.getByLabel('Save this address to my account')).not.toBeChecked()
  await page.getByLabel('Save this address to my account').check()
  await payWith(page, payNow)
  await page.waitForURL(/\/orders\/DF-\d+\?key=/)
  const orderNumber = /DF-\d+/.exec(page.url())?.[0] ?? ''

  await page.goto('/account/orders')
  await page.getByRole('link', { name: `Order ${orderNumber}` }).click()
  await expect(page).toHaveURL(new RegExp(`/account/orders/${orderNumber}$`))
  await expect(page.getByRole('region', { name: 'Order progress' })).toContainText('Placed')
  await page.getByRole('button', { name: 'Order again' }).click()
  await expect(page.getByText('1 item is in your cart at today’s price.')).toBeVisible()
  expect(
    await page.evaluate(() =>
      (
        JSON.parse(localStorage.getItem('cart') ?? '') as { items: { productId: number }[] }
      ).items.map(({ productId }) => productId),
    ),
  ).toEqual([product])
  await page.goto('/account/addresses')
  await expect(page.getByText('4 Stone Road')).toBeVisible()

  await page.goto(`/products/${product}`)
  await page.getByRole('link', { name: 'Write a review' }).click()
  await page.getByText('Just right').click()
  await page.getByRole('textbox', { name: 'Your review' }).fill('Soft, and it fits.')
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible()
  await expect(page.getByText(/Shown as Robin V\. [^.]/)).toBeVisible()
  // As on a later day: the page no longer knows the product as one to review.
  await page.reload()
  await page.getByRole('button', { name: /^Delete your review/ }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByText('Review deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Review / })).toBeVisible()

  const stranger = await context.browser()?.newContext({ baseURL: process.env.SHOP_URL })
  const strangerPage = await stranger?.newPage()
  await strangerPage?.goto(`/account/orders/${orderNumber}`)
  await expect(strangerPage ?? page).toHaveURL(/\/auth\?next=/)
  await signInThroughApi(
    stranger?.request ?? page.request,
    people.wren.username,
    people.wren.password,
  )
  expect((await strangerPage?.goto(`/account/orders/${orderNumber}`))?.status()).toBe(404)
  await stranger?.close()
})

test('a review that is being written stays while others are opened and deleted', async ({
  page,
  context,
}) => {
  const [first, second] = [await ownProduct(), await ownProduct()]
  const username = await newMember(context)
  await addToCart(page, first.id)
  await page.evaluate(({ id, name }) => {
    const cart = JSON.parse(localStorage.getItem('cart') ?? '') as { items: object[] }
    const both = [...cart.items, { ...cart.items[0], productId: id, name }]
    localStorage.setItem('cart', JSON.stringify({ ...cart, items: both }))
  }, second)
  await page.goto('/checkout')
  await fillCheckout(page, `${username}@example.com`)
  await payWith(page, payNow)
  await page.waitForURL(/\/orders\/DF-\d+\?key=/)
  await query(`update orders set status = 'shipped' where email = $1`, [`${username}@example.com`])

  await page.goto('/account/reviews')
  const formOf = ({ name }: { name: string }) =>
    page.getByRole('form', { name: `Your review of ${name}` })
  const textOf = (product: { name: string }) =>
    formOf(product).getByRole('textbox', { name: 'Your review' })
  await page.getByRole('button', { name: `Review ${second.name}` }).click()
  await formOf(second).getByText('Just right').click()
  await textOf(second).fill('Soft.')
  await formOf(second).getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: `Review ${first.name}` }).click()
  await textOf(first).fill('Warm on a long walk.')
  await page.getByRole('button', { name: `Edit your review of ${second.name}` }).click()
  await expect(textOf(second)).toHaveValue('Soft.')
  await expect(textOf(first)).toHaveValue('Warm on a long walk.')
  expect(await violations(page)).toEqual([])
  await formOf(second).getByRole('button', { name: 'Cancel' }).click()
  await expect(textOf(first)).toHaveValue('Warm on a long walk.')

  // Writing on while it's deleted isn't interrupted.
  await page.route('**/api/account/reviews/*', async (route) => {
    await textOf(first).focus()
    await route.continue()
  })
  await page.getByRole('button', { name: `Delete your review of ${second.name}` }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByText('Review deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: `Review ${second.name}` })).toBeVisible()
  await expect(textOf(first)).toHaveValue('Warm on a long walk.')
  await expect(textOf(first)).toBeFocused()
})

test('the day counter stays on the device: no request carries its date', async ({
  page,
  context,
}) => {
  await newMember(context)
  const requests: string[] = []
  page.on('request', (request) =>
    requests.push(
      `${request.method()} ${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`,
    ),
  )
  await page.goto('/')
  await page.getByRole('button', { name: 'Count my days (this device only)' }).click()
  await page.getByLabel('Count from').fill('2019-03-14')
  await page.getByRole('button', { name: 'Start counting' }).click()
  await expect(page.getByText(/^[\d,]+ days since March 14, 2019\./)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/days since March 14, 2019/)).toBeVisible()
  await page.goto('/account')
  await page.goto('/')
  await page.getByRole('button', { name: 'Start again from today' }).click()
  await expect(page.getByText('Since today.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your days' })).toBeFocused()
  await expect(page.getByText('Beginning again is part of it.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Stop counting' }).click()
  await expect(page.getByRole('button', { name: 'Count my days (this device only)' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('days-since'))).toBeNull()
  await waitUntilIdle(page)
  expect(requests.filter((request) => /2019-03-14|2019|days-since|March/.test(request))).toEqual([])
  expect((await context.cookies()).map(({ name }) => name).sort()).toEqual([
    'dayfern-person',
    'payload-token',
  ])
})

test('today’s reflection redirects to a published reflection and is not cached', async ({
  request,
}) => {
  const response = await request.get('/reflections/today', { maxRedirects: 0 })
  expect([response.status(), response.headers()['cache-control']]).toEqual([307, 'no-store'])
  const slug = response.headers().location?.replace('/reflections/', '')
  expect(await query(`select status, content_type from content where slug = $1`, [slug])).toEqual([
    { status: 'published', content_type: 'reflection' },
  ])
})

const pages = [
  '/',
  '/account',
  '/account/orders',
  '/account/saved',
  '/account/addresses',
  '/account/reviews',
  '/account/security',
  '/account/newsletter',
  '/account/privacy',
]
for (const who of ['wren', 'edie'] as const)
  test(`account pages ${who === 'wren' ? 'with data' : 'without data'} are accessible in both themes on phone and desktop`, async ({
    browser,
  }) => {
    test.setTimeout(480_000)
    const context = await browser.newContext({
      baseURL: process.env.SHOP_URL,
      reducedMotion: 'reduce',
    })
    await signInThroughApi(context.request, people[who].username, people[who].password)
    const page = await context.newPage()
    for (const path of pages) {
      await page.goto(path)
      await expectAccessible(page, { name: `${who} ${path}` })
    }
    await context.close()
  })
