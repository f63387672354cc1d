import { expect, type Locator, type Page } from '@playwright/test'
import {
  addToCart,
  anyProduct,
  clientAddressHeader,
  people,
  query,
  signIn,
  test,
  waitForContent,
  waitUntilReady,
} from '@tests/support/browser'

const pages = [
  '/',
  '/products',
  '/products?search=zzzzqqqq',
  '/products/1',
  '/products/999999',
  '/cart',
  '/checkout',
  '/orders/find',
  '/saved',
  '/gift-cards',
  '/gift-cards/balance',
  '/blog',
  '/blog?type=meditation&sort=oldest',
  '/blog/what-happens-before-it-ships',
  '/blog/a-sitting-with-three-bells',
  '/reflections',
  '/reflections/what-the-fireweed-knows',
  '/tribe',
  '/about',
  '/contact',
  '/support',
  '/size-guide',
  '/terms',
  '/privacy-policy',
  '/data-deletion',
  '/data-deletion/status',
  '/api/docs',
  '/api/docs/admin-social',
  '/no-such-page',
  '/auth',
  '/auth/forgot',
  '/auth/reset',
  '/auth/invitation',
  '/auth/verify',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
]
const ownPages = [
  '/',
  '/account',
  '/account/orders',
  '/account/saved',
  '/account/addresses',
  '/account/reviews',
  '/account/newsletter',
  '/account/security',
  '/account/privacy',
]

/** Returns the elements that extend beyond the right edge of the viewport, innermost first. */
const overflowingElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = window.innerWidth
    if (document.documentElement.scrollWidth <= width) return []
    return [...document.querySelectorAll('main *, header *, footer *')]
      .filter((one) => one.getBoundingClientRect().right > width + 1)
      .reverse()
      .slice(0, 3)
      .map((one) => `${document.documentElement.scrollWidth} px: ${one.outerHTML.slice(0, 140)}`)
      .concat(`${document.documentElement.scrollWidth} px wide`)
  })

const sizes = [
  {
    name: 'on a 320-pixel screen or a laptop at 200% zoom',
    viewports: [
      { width: 320, height: 640 },
      { width: 720, height: 450 },
    ],
    fontSize: 16,
  },
  {
    name: 'with double-size text',
    viewports: [
      { width: 390, height: 844 },
      { width: 640, height: 900 },
    ],
    fontSize: 32,
  },
]
for (const { name, viewports, fontSize } of sizes)
  test(`no page scrolls horizontally ${name}`, async ({ playwright, launchOptions, baseURL }) => {
    test.setTimeout(240_000)
    // The font size is set in the browser, as users who need larger text do.
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${fontSize}`],
    })
    const context = await browser.newContext({
      baseURL,
      viewport: viewports[0],
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const look = async (path: string): Promise<void> => {
      if (viewports[0]) await page.setViewportSize(viewports[0])
      await page.goto(path)
      await waitUntilReady(page)
      await waitForContent(page)
      // Collapsed sections must fit as well once opened.
      await page.evaluate(() => {
        for (const closed of document.querySelectorAll<HTMLDetailsElement>('main details'))
          closed.open = true
      })
      for (const viewport of viewports) {
        await page.setViewportSize(viewport)
        expect.soft(await overflowingElements(page), `${path} at ${viewport.width} px`).toEqual([])
      }
    }
    await addToCart(page, await anyProduct())
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      `${fontSize}px`,
    )
    for (const path of pages) await look(path)
    const response = await context.request.post('/api/auth/local', {
      data: people.wren,
      headers: clientAddressHeader(),
    })
    expect(response.ok(), await response.text()).toBe(true)
    for (const path of ownPages) await look(path)
    await browser.close()
  })

test('with double-size text on a phone, header buttons stay visible, words of headlines and of the order stay unbroken, and pages fit', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
  })
  const page = await browser.newPage({ baseURL, viewport: { width: 390, height: 844 } })
  const boxOf = async (target: Locator) => {
    const box = await target.boundingBox()
    if (!box) throw new Error('not in the page')
    return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
  }
  await page.goto('/')
  const header = page.getByRole('banner')
  for (const control of [
    header.getByRole('group').locator('summary'),
    header.getByRole('link', { name: /cart/i }),
  ]) {
    await expect(control).toBeVisible()
    expect((await boxOf(control)).right).toBeLessThanOrEqual(390)
  }
  const linesOfWords = (target: Locator): Promise<number[]> =>
    target.evaluate((element) => {
      const range = document.createRange()
      return (element.textContent ?? '').split(/\s/).map((word, index, words) => {
        const start = words.slice(0, index).join(' ').length + (index > 0 ? 1 : 0)
        const text = element.firstChild ?? element
        range.setStart(text, start)
        range.setEnd(text, start + word.length)
        return range.getClientRects().length
      })
    })
  expect(await linesOfWords(page.getByRole('heading', { level: 1 }))).toEqual([1, 1, 1, 1, 1])

  await page.goto('/checkout')
  const back = await boxOf(page.getByRole('link', { name: 'Back to cart' }))
  const home = await boxOf(page.getByRole('link', { name: 'Dayfern, home' }).first())
  expect(home.left >= back.right || home.top >= back.bottom).toBe(true)

  await addToCart(page, await anyProduct())
  for (const path of [
    '/',
    '/products',
    '/products/1',
    '/cart',
    '/checkout',
    '/support',
    '/tribe',
  ]) {
    await page.goto(path)
    await waitForContent(page)
    expect.soft(await overflowingElements(page), path).toEqual([])
  }
  await page.goto('/checkout')
  const summary = page.getByRole('region', { name: 'Your order' })
  await expect(summary.locator('dd').first()).toBeVisible()
  const texts = [summary.getByRole('listitem').first().locator('p').first()]
  for (const total of await summary.locator('dt, dd').all()) texts.push(total)
  expect(texts.length).toBeGreaterThan(4)
  for (const text of texts)
    expect
      .soft(new Set(await linesOfWords(text)), (await text.textContent()) ?? '')
      .toEqual(new Set([1]))
  await browser.close()
})

test('a very long word in headings, tags, or what customers wrote doesn’t make a page wider', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await addToCart(page, await anyProduct())
  const check = async (path: string, selector: string) => {
    await page.goto(path)
    await waitForContent(page)
    const texts = await page.evaluate((selected) => {
      const found = document.querySelectorAll(selected)
      for (const one of found) (one.querySelector('a') ?? one).textContent = 'Unbroken'.repeat(12)
      return found.length
    }, selector)
    expect.soft(texts, path).toBeGreaterThan(0)
    expect.soft(await overflowingElements(page), path).toEqual([])
  }
  for (const path of [
    '/products/1',
    '/products',
    '/blog',
    '/blog/what-happens-before-it-ships',
    '/reflections/what-the-fireweed-knows',
    '/tribe',
    '/cart',
    '/checkout',
  ])
    await check(path, 'main :is(h1, h2, h3, .chip, .wrap-anywhere:not(ul), [aria-label="Tags"] a)')
  await check('/products/1', '#reviews li p')
  await signIn(page, 'wren')
  await check('/account/security', '#email b')
  const [order] = await query<{ number: string }>(
    `select order_number as number from orders where status = 'delivered'
       and customer_id = (select id from users where username = 'wren') order by id limit 1`,
  )
  await check(`/account/orders/${order?.number}`, 'main h1 + p, [aria-labelledby="in-it"] p')
})

/**
 * Returns the strongest edge that the hero’s picture has behind each text: the largest difference in brightness (0 to
 * 255) between points that are 6 pixels apart. An open sky has hardly any.
 */
const edgesBehind = (texts: Locator): Promise<number[]> =>
  texts.evaluateAll(async (elements) => {
    const picture = [...document.querySelectorAll<HTMLImageElement>('main section img')].find(
      ({ width }) => width > 0,
    )
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    if (!picture || !context) throw new Error('The page has no hero')
    await picture.decode()
    const frame = picture.getBoundingClientRect()
    canvas.width = Math.round(frame.width)
    canvas.height = Math.round(frame.height)
    // What object-fit: cover shows.
    const scale = Math.max(frame.width / picture.naturalWidth, frame.height / picture.naturalHeight)
    const [width, height] = [picture.naturalWidth * scale, picture.naturalHeight * scale]
    const [x = 0, y = 0] = getComputedStyle(picture).objectPosition.split(' ').map(parseFloat)
    context.drawImage(
      picture,
      ((frame.width - width) * x) / 100,
      ((frame.height - height) * y) / 100,
      width,
      height,
    )
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    const brightness = (column: number, row: number): number => {
      const at = (row * canvas.width + column) * 4
      return 0.21 * (data[at] ?? 0) + 0.72 * (data[at + 1] ?? 0) + 0.07 * (data[at + 2] ?? 0)
    }
    const edgeIn = ({ left, top, right, bottom }: DOMRect): number => {
      let strongest = 0
      for (let row = Math.round(top - frame.top); row + 6 < bottom - frame.top; row += 3)
        for (
          let column = Math.round(left - frame.left);
          column + 6 < right - frame.left;
          column += 3
        )
          for (const neighbor of [brightness(column + 6, row), brightness(column, row + 6)])
            strongest = Math.max(strongest, Math.abs(brightness(column, row) - neighbor))
      return strongest
    }
    return elements.map((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return Math.max(...[...range.getClientRects()].map(edgeIn))
    })
  })

test('the texts of the home pages stand on open sky, without birds or mountains behind them', async ({
  page,
}) => {
  // The longest date.
  await page.clock.setFixedTime(new Date(2026, 8, 30, 9))
  const hero = page.getByRole('main').locator('section').first()
  const expectSky = async (texts: Locator, sizes: [number, number][]) => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await page.goto('/')
      for (const edge of await edgesBehind(texts))
        expect.soft(edge, `at ${width} × ${height} px`).toBeLessThan(40)
    }
  }
  const screens: [number, number][] = [
    [390, 844],
    [820, 1180],
    [1024, 768],
    [1440, 900],
  ]
  await expectSky(
    hero.getByRole('heading').or(hero.locator('p').first()).or(hero.getByText('Our story')),
    screens,
  )
  await signIn(page, 'wren')
  await expectSky(hero.getByRole('heading').or(hero.locator('p')), [
    [320, 640],
    [1280, 720],
    ...screens,
  ])
})

test('the headline of the home page stands clear of the sun and the moon', async ({ page }) => {
  const touches = () =>
    page.getByRole('heading', { level: 1 }).evaluate(async (heading) => {
      // The other picture of the hero is for narrower or wider screens, and never loads.
      const picture = [...document.querySelectorAll<HTMLImageElement>('main section img')].find(
        (image) => image.checkVisibility(),
      )
      const context = document.createElement('canvas').getContext('2d')
      if (!picture || !context) throw new Error('The page has no hero')
      await picture.decode()
      const frame = picture.getBoundingClientRect()
      const { canvas } = context
      canvas.width = Math.round(frame.width)
      canvas.height = Math.round(frame.height)
      const scale = Math.max(
        frame.width / picture.naturalWidth,
        frame.height / picture.naturalHeight,
      )
      const [width, height] = [picture.naturalWidth * scale, picture.naturalHeight * scale]
      const [x = 0, y = 0] = getComputedStyle(picture).objectPosition.split(' ').map(parseFloat)
      context.drawImage(
        picture,
        ((frame.width - width) * x) / 100,
        ((frame.height - height) * y) / 100,
        width,
        height,
      )
      // The last letters, which are above the sun, have no descenders.
      const range = document.createRange()
      range.selectNodeContents(heading)
      const letters = range.getBoundingClientRect()
      const baseline = letters.top - frame.top + letters.height * 0.83
      const { data } = context.getImageData(
        letters.left - frame.left,
        0,
        letters.width,
        Math.round(baseline),
      )
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches
      let discs = 0
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]]
        const isSun = red > 225 && green > 155 && green < 190 && blue < 100
        const isMoon = red > 225 && green > 210 && blue > 170 && blue < 215
        if (isDark ? isMoon : isSun) discs += 1
      }
      return discs
    })
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [640, 800],
      [1280, 720],
      [1536, 730],
      [1920, 1080],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      await page.goto('/')
      // A few pixels are stars.
      expect.soft(await touches(), `${colorScheme}, ${width} × ${height} px`).toBeLessThan(400)
    }
})

test('the sentence of a page that doesn’t exist doesn’t end with a single word on its last line', async ({
  page,
}) => {
  for (const width of [320, 390, 768, 1440])
    for (const path of ['/no-such-page', '/products/999999', '/blog/no-such-article']) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(path)
      const words = await page
        .getByRole('main')
        .locator('p')
        .first()
        .evaluate((sentence) => {
          const text = sentence.firstChild ?? sentence
          const range = document.createRange()
          const tops = [...(text.textContent ?? '').matchAll(/\S+/g)].map(({ index, 0: word }) => {
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            return Math.round(range.getBoundingClientRect().top)
          })
          return {
            lines: new Set(tops).size,
            last: tops.filter((top) => top === tops.at(-1)).length,
          }
        })
      expect.soft(words.lines === 1 || words.last > 1, `${path} at ${width} px`).toBe(true)
    }
})
