import { expect } from '@playwright/test'
import { addToCart, anyProduct, control, fillCheckout, mailsTo, payNow, payWith, query, test } from '../../support/browser'

test('the web process is killed between the capture and its answer: the order is paid exactly once, with one receipt', async ({ page, request }) => {
  test.setTimeout(240_000)
  const address = `killed-${Date.now()}@example.com`
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await fillCheckout(page, address)
  // PayPal takes the money at once and answers late; in between the shop's process dies.
  await control('POST', '/faults', { provider: 'paypal', match: { method: 'POST', path: '/v2/checkout/orders/[^/]+/capture' }, fault: 'latency', latencyMs: 6000, when: 'after', times: 1 })
  await payWith(page, payNow)
  await expect.poll(async () => ((await control('GET', '/paypal/ledger')) as { captures: unknown[] }).captures.length, { timeout: 15_000 }).toBeGreaterThan(0)
  await expect.poll(async () => (await query<{ s: string }>('select payment_state as s from orders where email = $1', [address]))[0]?.s).toBe('capturing')
  process.kill(-Number(process.env.SHOP_WEB_PID), 'SIGKILL')
  await expect.poll(async () => (await request.get('/healthz').catch(() => null))?.status(), { timeout: 30_000 }).toBe(200)
  const paidOnce = [{ status: 'paid', payment_state: 'completed', captures: 1 }]
  await expect.poll(() => query(`
    select status, payment_state, (select count(*)::int from payments p where p.order_id = o.id and p.kind = 'capture') as captures from orders o where email = $1`, [address]),
  { timeout: 150_000, intervals: [1000] }).toEqual(paidOnce)
  await expect.poll(async () => (await mailsTo(address)).length, { timeout: 20_000 }).toBe(1)
  const [order] = await query<{ n: number }>('select count(*)::int as n from orders where email = $1', [address])
  expect(order?.n).toBe(1)
})
