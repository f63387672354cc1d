import { SANDBOX_ORIGIN } from './origin.js'

const CLOSED_CHECK_MS = 250
/** A window posts its message just before it closes; the message may be heard after. */
const LAST_WORD_MS = 300

/**
 * Opens the window now, while the click still counts, and shows the order once
 * it is known. Null when the browser blocked it. `outcome` resolves with what
 * the buyer did; closing the window by hand is a cancel.
 */
export function openPopup(source) {
  const left = Math.max(0, window.screenX + (window.outerWidth - 500) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - 720) / 2)
  const popup = window.open('about:blank', '', `popup,width=500,height=720,left=${left},top=${top}`)
  if (!popup) return null
  popup.document.title = 'PayPal demo'
  popup.document.body.textContent = 'Opening the payment window …'

  let shownOrder
  let timer
  let hear
  const outcome = new Promise((resolve) => {
    hear = (event) => {
      const { data } = event
      if (event.origin !== SANDBOX_ORIGIN || event.source !== popup) return
      if (data?.kind !== 'paypal-demo' || data.orderId !== shownOrder) return
      resolve({ result: data.result, payerId: data.payerId })
    }
    window.addEventListener('message', hear)
    timer = setInterval(() => {
      if (!popup.closed) return
      clearInterval(timer)
      setTimeout(() => resolve({ result: 'canceled' }), LAST_WORD_MS)
    }, CLOSED_CHECK_MS)
  })

  return {
    outcome,
    show(orderId) {
      shownOrder = orderId
      const query = new URLSearchParams({ token: orderId, origin: location.origin, source })
      if (!popup.closed) popup.location.replace(`${SANDBOX_ORIGIN}/checkoutnow?${query}`)
    },
    close() {
      clearInterval(timer)
      window.removeEventListener('message', hear)
      popup.close()
    },
  }
}
