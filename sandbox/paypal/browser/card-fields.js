import { element, openShell } from './dialog.js'
import { payPalError } from './errors.js'
import { SANDBOX_ORIGIN } from './origin.js'

const CARD_FIELDS = ['number', 'expiry', 'cvv']
let cardSessions = 0

/** One session for the life of a page, as at PayPal. The fields are frames of this sandbox; `submit` does not capture. */
export function createCardFieldsSession() {
  cardSessions += 1
  if (cardSessions > 1)
    throw payPalError('SESSION_EXISTS', 'There is a card fields session on this page already')
  const session = crypto.getRandomValues(new Uint32Array(4)).join('-')
  const listeners = []
  const state = Object.fromEntries(
    CARD_FIELDS.map((field) => [
      field,
      { isFocused: false, isValid: false, isEmpty: true, isPotentiallyValid: true },
    ]),
  )
  window.addEventListener('message', ({ origin, data }) => {
    if (origin !== SANDBOX_ORIGIN || data?.kind !== 'paypal-demo-card' || data.session !== session)
      return
    const { field, event, isFocused, isValid, isEmpty } = data
    state[field] = { isFocused, isValid, isEmpty, isPotentiallyValid: isValid || isFocused }
    const told = { data: { ...state, cards: [], emittedBy: field }, sender: field }
    for (const [name, callback] of listeners) if (name === event) callback(told)
  })

  return {
    createCardFieldsComponent({ type, placeholder, ariaLabel, label }) {
      if (!CARD_FIELDS.includes(type))
        throw payPalError('INVALID_OPTIONS', `There is no card field ${type}`)
      const query = new URLSearchParams({
        session,
        label: ariaLabel ?? label ?? '',
        placeholder: placeholder ?? '',
      })
      const frame = element('iframe', {
        src: `${SANDBOX_ORIGIN}/web-sdk/v6/card-frame/${type}?${query}`,
        title: ariaLabel ?? label ?? type,
      })
      Object.assign(frame.style, { display: 'block', width: '100%', height: '3rem', border: '0' })
      const host = element('div', {})
      host.append(frame)
      return Object.assign(host, { destroy: () => host.remove() })
    },
    on: async (event, callback) => {
      listeners.push([event, callback])
    },
    update: () => {},
    async submit(orderId, { name, billingAddress } = {}) {
      if (typeof orderId !== 'string')
        throw payPalError('INVALID_ORDER', 'submit needs an order id')
      const first = await submitCard(session, { orderId, name, billingAddress })
      if (!first.challenge) return first
      const verdict = await askBuyer()
      if (verdict === 'close') return { state: 'canceled', data: { orderId } }
      return submitCard(session, { orderId, name, billingAddress, challenge: verdict })
    },
  }
}

async function submitCard(session, body) {
  const response = await fetch(`${SANDBOX_ORIGIN}/web-sdk/v6/card-sessions/${session}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}

/** The bank's dialog of 3-D Secure. */
export function askBuyer() {
  const { dialog, body, close } = openShell('Card verification, demo')
  const verdict = new Promise((resolve) => {
    body.replaceChildren(element('h2', { textContent: 'Your bank asks you to verify this card' }))
    for (const [choice, label] of [
      ['complete', 'Verify the card'],
      ['close', 'Close'],
    ])
      body.append(
        element('button', { type: 'button', textContent: label, onclick: () => resolve(choice) }),
      )
    dialog.addEventListener('cancel', () => resolve('close'))
  })
  body.querySelector('button').focus()
  return verdict.finally(close)
}
