import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

import { jest } from '@jest/globals'
import type { Browser, BrowserContext, BrowserType, Page } from '@playwright/test'
import nodemailer from 'nodemailer'

import { anOrder, eventually, issueOf, type Rig, startRig, usd } from './support'

jest.setTimeout(30_000)

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const describeInBrowser = existsSync(CHROMIUM) ? describe : describe.skip

interface ShopLog {
  approved?: { orderId: string; payerId: string; fundingSource: string }
  canceled?: { orderId?: string }
  error?: string
  complete?: string
}

/**
 * Returns a shop page as strict as a real one, with a policy that allows only the sandbox and
 * PayPal’s opener policy.
 */
function shopPage(sandbox: string, clientToken: string, mode: string): string {
  return `<!doctype html><html lang="en"><title>Shop</title><main><h1>Checkout</h1><paypal-button id="pay" hidden></paypal-button></main>
<script nonce="n" src="${sandbox}/web-sdk/v6/core"></script>
<script nonce="n">
const log = (entry) => { window.log = { ...window.log, ...entry } }
const shop = async () => {
  const paypal = await window.paypal.createInstance({ clientToken: '${clientToken}', components: ['paypal-payments'], pageType: 'checkout' })
  const methods = await paypal.findEligibleMethods({ currencyCode: 'USD' })
  if (!methods.isEligible('paypal')) return log({ error: 'not eligible' })
  const session = paypal.createPayPalOneTimePaymentSession({
    onApprove: async (data) => log({ approved: data }), onCancel: (data) => log({ canceled: data }),
    onError: (error) => log({ error: error.message }), onComplete: (data) => log({ complete: data.paymentSessionState }),
  })
  const create = () => fetch('/order').then((answer) => answer.ok ? answer.json() : Promise.reject(new Error('the order was refused')))
  pay.addEventListener('click', () => session.start({ presentationMode: '${mode}' }, create()).catch((error) => log({ error: error.message })))
  pay.hidden = false
  if (session.hasReturned()) await session.resume()
}
shop().catch((error) => log({ error: error.message }))
</script></html>`
}

describeInBrowser('PayPal demo in a browser', () => {
  let rig: Rig
  let browser: Browser
  let context: BrowserContext
  let shop: Server
  let shopUrl: string
  let mode = 'auto'
  let orderId = ''
  let orderStatus = 200

  beforeAll(async () => {
    rig = await startRig('sandbox-test-browser')
    const sdkOrigin = `http://localhost:${rig.sandbox.ports.paypal}`
    shop = createServer((request, response) => {
      const decide = async () => {
        if (request.url === '/order') {
          response
            .writeHead(orderStatus, { 'content-type': 'application/json' })
            .end(JSON.stringify({ orderId }))
          return
        }
        const { body } = await rig.token({
          response_type: 'client_token',
          'domains[]': 'localhost',
        })
        response.writeHead(200, {
          'content-type': 'text/html',
          'cross-origin-opener-policy': 'same-origin-allow-popups',
          'content-security-policy': `default-src 'self'; script-src 'nonce-n' 'strict-dynamic'; connect-src 'self' ${sdkOrigin}; object-src 'none'; base-uri 'none'`,
        })
        response.end(shopPage(sdkOrigin, body.access_token ?? '', mode))
      }
      void decide()
    })
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
    shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}`
    const { chromium } = createRequire(import.meta.url)('@playwright/test') as {
      chromium: BrowserType
    }
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu'],
    })
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    shop.close()
    shop.closeAllConnections()
    await rig.stop()
  })
  beforeEach(async () => {
    mode = 'auto'
    orderStatus = 200
    orderId = (await rig.paypal.createOrder(anOrder())).body.id
    context = await browser.newContext()
  })
  afterEach(() => context.close())

  const openShop = async (): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(shopUrl)
    return page
  }
  const payButton = (page: Page) =>
    page.getByRole('button', { name: 'Pay with PayPal', exact: true })
  const openWindow = async (page: Page): Promise<Page> => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), payButton(page).click()])
    await popup.getByRole('button', { name: 'Pay now', exact: true }).waitFor()
    return popup
  }
  const logOf = async (page: Page): Promise<ShopLog> => {
    return eventually(async () => {
      const log = await page.evaluate<ShopLog | undefined>('window.log')
      return log?.complete || log?.error ? log : undefined
    })
  }
  const violations = async (page: Page): Promise<string[]> => {
    await page.evaluate(
      (await import('node:fs')).readFileSync(
        createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
        'utf8',
      ),
    )
    const result = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      'axe.run()',
    )
    return result.violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`)
  }

  test.each([
    ['Pay now', 201, undefined],
    ['Pay now, but the bank declines the first try', 422, 'INSTRUMENT_DECLINED'],
    ['Pay by eCheck (pending)', 201, undefined],
  ])(
    'after a buyer chooses “%s” in the window, the order is approved and the shop can capture it',
    async (choice, status, issue) => {
      const page = await openShop()
      const popup = await openWindow(page)
      await Promise.all([
        popup.waitForEvent('close'),
        popup.getByRole('button', { name: choice, exact: true }).click(),
      ])
      expect(await logOf(page)).toEqual({
        approved: { orderId, payerId: 'DEMOBUYER4UYR', fundingSource: 'paypal' },
        complete: 'approved',
      })
      const captured = await rig.paypal.captureOrder(orderId)
      expect([captured.status, issueOf(captured)]).toEqual([status, issue])
    },
  )

  test('the window shows the merchant, items, total, and demo notice, and is accessible', async () => {
    orderId = (
      await rig.paypal.createOrder(
        anOrder({}, { application_context: { brand_name: 'Dayfern & <b>Co</b>' } }),
      )
    ).body.id
    const popup = await openWindow(await openShop())
    expect(await popup.getByRole('heading').textContent()).toBe('Pay Dayfern & <b>Co</b>')
    const rows = await popup.getByRole('row').allTextContents()
    expect(rows.map((row) => row.trim().split(/\s*\n\s*/))).toEqual([
      ['2 × Tee / M / Black', '$40.00'],
      ['Shipping', '$5.00'],
      ['Tax', '$3.50'],
      ['Discount', '−$1.00'],
      ['Total', '$47.50'],
    ])
    expect(await popup.getByText('Demo mode: no real money').isVisible()).toBe(true)
    expect(await violations(popup)).toEqual([])
    await popup.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(popup)).toEqual([])
  })

  test('“Cancel and return” leaves the order unapproved, and the button works again', async () => {
    const page = await openShop()
    const popup = await openWindow(page)
    await Promise.all([
      popup.waitForEvent('close'),
      popup.getByRole('button', { name: 'Cancel and return' }).click(),
    ])
    expect(await logOf(page)).toEqual({ canceled: { orderId }, complete: 'canceled' })
    expect((await rig.paypal.getOrder(orderId)).body.status).toBe('CREATED')

    const again = await openWindow(page)
    await again.getByRole('button', { name: 'Pay now', exact: true }).click()
    await eventually(async () => (await page.evaluate<ShopLog>('window.log')).approved)
  })

  test('closing the window cancels the payment', async () => {
    const page = await openShop()
    await (await openWindow(page)).close()
    expect(await logOf(page)).toEqual({ canceled: { orderId }, complete: 'canceled' })
  })

  test('the window closes and the shop gets an error if the order cannot be created', async () => {
    orderStatus = 500
    const page = await openShop()
    const [popup] = await Promise.all([page.waitForEvent('popup'), payButton(page).click()])
    expect(await logOf(page)).toEqual({ error: 'the order was refused', complete: 'error' })
    if (!popup.isClosed()) await popup.waitForEvent('close')
  })

  test('the button works from the keyboard', async () => {
    const page = await openShop()
    await payButton(page).waitFor()
    await page.keyboard.press('Tab')
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
    await popup.getByRole('button', { name: 'Cancel and return' }).focus()
    // The window may close before the key is released.
    await Promise.all([popup.waitForEvent('close'), popup.keyboard.press('Enter').catch(() => {})])
    expect((await logOf(page)).complete).toBe('canceled')
    expect(await violations(page)).toEqual([])
  })

  test('a dialog on the page offers the same choices if pop-ups are blocked', async () => {
    const page = await openShop()
    await page.evaluate('window.open = () => null')
    await payButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'PayPal demo' })
    await dialog.getByText('$47.50').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Pay now', exact: true }).click()
    expect((await logOf(page)).approved?.orderId).toBe(orderId)
    expect(await dialog.count()).toBe(0)
  })

  test('Escape in the dialog cancels the payment', async () => {
    mode = 'modal'
    const page = await openShop()
    await payButton(page).click()
    await page.getByRole('dialog').getByText('$47.50').waitFor()
    await page.keyboard.press('Escape')
    expect(await logOf(page)).toEqual({ canceled: { orderId }, complete: 'canceled' })
  })

  test('a buyer returns approved from a redirect', async () => {
    mode = 'redirect'
    const urls = {
      application_context: { return_url: `${shopUrl}/back`, cancel_url: `${shopUrl}/canceled` },
    }
    orderId = (
      await rig.paypal.createOrder(anOrder({ amount: usd('5.00'), items: undefined }, urls))
    ).body.id
    const page = await openShop()
    await payButton(page).click()
    await page.getByRole('button', { name: 'Pay now', exact: true }).click()
    await page.waitForURL(`${shopUrl}/back?token=${orderId}&PayerID=DEMOBUYER4UYR`)
    expect((await logOf(page)).approved?.orderId).toBe(orderId)
  })

  test('a paid order cannot be paid again', async () => {
    await rig.control('POST', `/paypal/orders/${orderId}/approve`)
    await rig.paypal.captureOrder(orderId)
    const page = await openShop()
    const [popup] = await Promise.all([page.waitForEvent('popup'), payButton(page).click()])
    await popup.getByRole('heading', { name: 'This order can’t be paid anymore' }).waitFor()
    expect(await violations(popup)).toEqual([])
    await popup.getByRole('button', { name: 'Return to the shop' }).click()
    expect((await logOf(page)).complete).toBe('canceled')
  })

  test('a message from another window is ignored', async () => {
    const page = await openShop()
    await openWindow(page)
    await page.evaluate(
      `window.postMessage({ kind: 'paypal-demo', orderId: '${orderId}', result: 'approved', payerId: 'X' }, '*')`,
    )
    await page.waitForTimeout(200)
    expect(await page.evaluate('window.log')).toBeUndefined()
  })

  test('an expired client token is rejected when the instance is created', async () => {
    const page = await openShop()
    await rig.control('POST', '/clock', { offsetMs: 901_000 })
    const message = await page.evaluate(
      `paypal.createInstance({ clientToken: 'old', components: ['paypal-payments'] }).catch((error) => error.message)`,
    )
    await rig.control('POST', '/clock', { offsetMs: 0 })
    expect(message).toBe('The client token is unknown or has expired')
  })

  test('the outbox refreshes automatically, shows an email, and is accessible', async () => {
    const page = await context.newPage()
    await page.goto(`http://localhost:${rig.sandbox.ports.mail}`)
    await page.getByText('No emails yet').waitFor()
    await nodemailer
      .createTransport({ host: '127.0.0.1', port: rig.sandbox.ports.smtp ?? 0 })
      .sendMail({
        from: 'a@example.com',
        to: 'b@example.com',
        subject: 'Welcome',
        text: 'Hi',
        html: '<h1>Hi there</h1>',
      })
    await page.getByRole('link', { name: /Welcome/ }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: /Welcome/ }).click()
    await page.frameLocator('iframe').getByRole('heading', { name: 'Hi there' }).waitFor()
    expect(await violations(page)).toEqual([])
  })
})
