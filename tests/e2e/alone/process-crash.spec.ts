import { expect } from '@playwright/test'
import {
  addToCart,
  anyProduct,
  control,
  fillCheckout,
  mailsTo,
  openPaymentWindow,
  payNow,
  query,
  test,
} from '@tests/support/browser'

test(
  'an order is paid once, with one receipt, when the web process is killed during the capture',
  { tag: '@core' },
  async ({ page, request }) => {
    const address = `killed-${Date.now()}@example.com`
    await addToCart(page, await anyProduct())
    await page.goto('/checkout')
    await fillCheckout(page, address)
    const window = await openPaymentWindow(page)
    const [order] = await query<{ paypal: string }>(
      'select paypal_order_id as paypal from orders where email = $1',
      [address],
    )
    // PayPal captures immediately but responds late and pauses its webhooks. Then the web process is killed.
    await control('POST', '/paypal/webhooks/settings', { paused: true })
    const capture = `/v2/checkout/orders/${order?.paypal}/capture`
    await control('POST', '/faults', {
      provider: 'paypal',
      match: { method: 'POST', path: capture },
      fault: 'latency',
      latencyMs: 60_000,
      when: 'after',
      times: 9,
    })
    await window.getByRole('button', { name: payNow }).click()
    await expect
      .poll(async () =>
        JSON.stringify(
          ((await control('GET', '/paypal/ledger')) as { captures: unknown[] }).captures,
        ),
      )
      .toContain(order?.paypal)
    expect(await query('select payment_state from orders where email = $1', [address])).toEqual([
      { payment_state: 'capturing' },
    ])
    process.kill(-Number(process.env.SHOP_WEB_PID), 'SIGKILL')
    await control('DELETE', '/faults')
    await control('POST', '/paypal/webhooks/settings', { paused: false })
    await expect
      .poll(async () => (await request.get('/healthz').catch(() => null))?.status(), {
        timeout: 60_000,
      })
      .toBe(200)
    const paidOnce = [{ status: 'paid', payment_state: 'completed', captures: 1 }]
    await expect
      .poll(
        () =>
          query(
            `
    select status, payment_state, (select count(*)::int from payments p where p.order_id = o.id and p.kind = 'capture') as captures from orders o where email = $1`,
            [address],
          ),
        { timeout: 150_000, intervals: [1000] },
      )
      .toEqual(paidOnce)
    await expect.poll(async () => (await mailsTo(address)).length).toBe(1)
    expect(
      await query('select count(*)::int as n from orders where email = $1', [address]),
    ).toEqual([{ n: 1 }])
  },
)
