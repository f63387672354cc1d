import { SANDBOX_ORIGIN } from './origin.js'

const WAITING_ORDER = 'paypal-demo-order'

/** The full-page way: the approval page sends the buyer to the order's return_url or cancel_url. */
export function redirectUrl(orderId) {
  sessionStorage.setItem(WAITING_ORDER, orderId)
  return `${SANDBOX_ORIGIN}/checkoutnow?token=${encodeURIComponent(orderId)}`
}

/** The order this tab was sent away with, if this page is where it came back. */
export function returnedOrder() {
  const token = new URLSearchParams(location.search).get('token')
  return token && sessionStorage.getItem(WAITING_ORDER) === token ? token : null
}

export function takeReturn() {
  const orderId = returnedOrder()
  sessionStorage.removeItem(WAITING_ORDER)
  const payerId = new URLSearchParams(location.search).get('PayerID')
  return { orderId, outcome: payerId ? { result: 'approved', payerId } : { result: 'canceled' } }
}
