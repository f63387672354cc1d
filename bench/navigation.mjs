// node bench/navigation.mjs http://localhost:3000: time from a click on a product in the listing to the first paint of its
// page, after a hover and without one, at normal speed and with the CPU slowed down four times. Prints medians. Goals:
// after a hover 120 ms, and 400 ms slowed down. CHROMIUM_PATH names the browser.
import { chromium } from 'playwright'

const [shop = 'http://localhost:3000'] = process.argv.slice(2)
const rounds = Number(process.env.ROUNDS ?? 7)
/** Long enough for the browser to take it as interest (about 200 ms) and to render the page. */
const hoverMs = Number(process.env.HOVER_MS ?? 1500)

const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1]

/** Stored by the page that is left, read by the page that opens: both have the same origin. */
const rememberClick = () =>
  addEventListener('click', () => localStorage.setItem('clickedAt', String(Date.now())), true)

/** @returns milliseconds from the click to the first paint, and whether the page had been prerendered. */
const readPaint = () =>
  new Promise((resolve) => {
    const [navigation] = performance.getEntriesByType('navigation')
    const clickedAt = Number(localStorage.getItem('clickedAt'))
    const done = (paint) =>
      resolve({
        ms:
          performance.timeOrigin +
          Math.max(paint.startTime, navigation.activationStart) -
          clickedAt,
        isPrerendered: navigation.activationStart > 0,
      })
    new PerformanceObserver((list) => {
      const paint = list.getEntriesByName('first-contentful-paint')[0]
      if (paint) done(paint)
    }).observe({ type: 'paint', buffered: true })
  })

const open = async (browser, { slowdown, hovers }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(rememberClick)
  const page = await context.newPage()
  await page.goto(`${shop}/products`, { waitUntil: 'networkidle' })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const link = page.locator('main h2 a[href^="/products/"]').first()
  const href = await link.getAttribute('href')
  if (hovers) {
    await link.hover()
    await page.waitForTimeout(hoverMs)
  }
  await link.click()
  await page.waitForURL(`**${href}`)
  const result = await page.evaluate(readPaint)
  await context.close()
  return result
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox'],
})
for (const slowdown of [1, 4])
  for (const hovers of [false, true]) {
    const results = []
    for (let round = 0; round < rounds; round += 1)
      results.push(await open(browser, { slowdown, hovers }))
    const prerendered = results.filter(({ isPrerendered }) => isPrerendered).length
    console.log(
      `CPU x${slowdown}, ${hovers ? 'after a hover' : 'at once'}: ${Math.round(median(results.map(({ ms }) => ms)))} ms (${prerendered} of ${rounds} prerendered)`,
    )
  }
await browser.close()
