// Purchases in a shop that scripts/start-shop.mjs started, for the programs in this folder.
import { randomUUID } from 'node:crypto'

const place = { stateCode: 'CA', zip: '93023' }
const address = { address1: '18 Alder Lane', city: 'Ojai', countryCode: 'US', ...place }

/** @returns the response's JSON @throws Error with status and body unless it is a success */
export async function send(method, url, body, headers = {}) {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok)
    throw new Error(`${method} ${url}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

/**
 * @param {{ url: string, ports: Record<string, number> }} shop with TRUSTED_PROXIES=1, because limits count by address
 * @param {string} name that the buyers' email addresses begin with
 * @returns a function that orders and pays one item, and says what a buyer waited for (order and capture). `orderAt` and
 *   `captureAt` are addresses of web processes, `approval` is what the buyer does at PayPal (sandbox/README.md)
 */
export async function createBuyer(shop, name = 'bench') {
  const products = await send('GET', `${shop.url}/api/products`)
  const { id, variants } = products.find(({ variants }) => variants.length > 0)
  const items = [{ productId: id, size: variants[0].size, color: variants[0].color, quantity: 1 }]
  let number = 0
  return async function buy({
    orderAt = shop.url,
    captureAt = orderAt,
    approval = { funding: 'ok' },
  } = {}) {
    number += 1
    const from = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    const email = `${name}-${number}@example.com`
    const post = (url, body) =>
      send('POST', url, body, { Origin: shop.url, 'X-Forwarded-For': from })
    const { totals } = await post(`${orderAt}/api/cart/check`, { items, place })
    const ordered = performance.now()
    const order = await post(`${orderAt}/order`, {
      checkoutId: randomUUID(),
      amount: String(totals.total),
      currency: 'USD',
      intent: 'CAPTURE',
      items,
      customer: { email, firstName: 'Wren', lastName: 'Okafor', ...address },
      billing: null,
    })
    const placed = performance.now()
    await send(
      'POST',
      `http://127.0.0.1:${shop.ports.control}/paypal/orders/${order.id}/approve`,
      approval,
    )
    const approved = performance.now()
    await post(`${captureAt}/order/${order.id}/capture`, { key: order.key })
    const waitMs = placed - ordered + (performance.now() - approved)
    return { email, orderNumber: order.orderNumber, productId: id, total: totals.total, waitMs }
  }
}
