import { payPalError } from './errors.js'
import { SANDBOX_ORIGIN } from './origin.js'
import { redirectUrl, returnedOrder, takeReturn } from './redirect.js'

/**
 * A one-time payment session of the v6 SDK. `start` must be called in the click
 * and is given the promise of `{ orderId }`. It resolves once the buyer is
 * looking at the order; what the buyer does is told through the callbacks.
 */
export function createSession(options, { source, modes, open }) {
  let surface = null

  function start({ presentationMode = 'auto', autoRedirect } = {}, orderPromise) {
    const order = readOrder(orderPromise ?? { orderId: options.orderId })
    // Heard below; this keeps an early rejection from counting as unhandled.
    order.catch(() => {})
    if (surface)
      return Promise.reject(
        payPalError('SESSION_IN_PROGRESS', 'This payment session is already open'),
      )
    if (presentationMode === 'redirect' && modes.includes('redirect'))
      return redirect(order, autoRedirect)
    surface = modes.includes(presentationMode) ? open(presentationMode) : null
    if (surface) return run(surface, order)
    const message = `The presentation mode ${presentationMode} is not possible in this browser`
    return Promise.reject(
      payPalError('PRESENTATION_NOT_POSSIBLE', message, { isRecoverable: true }),
    )
  }

  async function run(current, order) {
    const first = await Promise.race([settled(order), current.outcome])
    if (first.result === 'canceled') return finish(current, undefined, first)
    if (first.error) return fail(current, first.error)
    try {
      await changeAddress(options, first.orderId)
      await current.show(first.orderId)
    } catch (cause) {
      return fail(
        current,
        payPalError('SANDBOX_UNREACHABLE', 'The payment page cannot be loaded', { cause }),
      )
    }
    void current.outcome.then((outcome) => finish(current, first.orderId, outcome))
  }

  async function redirect(order, autoRedirect) {
    const first = await settled(order)
    if (first.error) return fail(null, first.error)
    const redirectURL = redirectUrl(first.orderId)
    if (autoRedirect?.enabled === false) return { redirectURL }
    location.assign(redirectURL)
  }

  async function finish(current, orderId, outcome) {
    if (!leave(current)) return
    try {
      if (outcome.result === 'approved')
        await options.onApprove?.({ orderId, payerId: outcome.payerId, fundingSource: source })
      else await options.onCancel?.(orderId ? { orderId } : {})
    } catch (cause) {
      return fail(null, cause)
    }
    options.onComplete?.({ paymentSessionState: outcome.result })
  }

  function fail(current, error) {
    leave(current)
    if (options.onError) options.onError(toError(error))
    else console.error(error)
    options.onComplete?.({ paymentSessionState: 'error' })
  }

  /** Closes what is open; false when it was closed before (destroyed, or started again). */
  function leave(current) {
    if (surface !== current) return false
    surface?.close()
    surface = null
    return true
  }

  return {
    start,
    cancel: () => surface && finish(surface, undefined, { result: 'canceled' }),
    destroy: () => {
      leave(surface)
    },
    hasReturned: () => returnedOrder() !== null,
    resume: async () => {
      const { orderId, outcome } = takeReturn()
      if (orderId) await finish(null, orderId, outcome)
    },
  }
}

/** The order promise must give an object; a bare id is the classic mistake. */
async function readOrder(promise) {
  const order = await promise
  if (typeof order?.orderId === 'string' && order.orderId) return order.orderId
  throw payPalError('INVALID_ORDER', 'The order promise must resolve with { orderId }')
}

function settled(order) {
  return order.then(
    (orderId) => ({ orderId }),
    (error) => ({ error: toError(error) }),
  )
}

function toError(cause) {
  if (cause instanceof Error)
    return Object.assign(cause, {
      code: cause.code ?? 'ERROR',
      isRecoverable: cause.isRecoverable ?? false,
    })
  return payPalError('ERROR', String(cause), { cause })
}

const ADDRESS_ERRORS = Object.fromEntries(
  ['ADDRESS_ERROR', 'COUNTRY_ERROR', 'STATE_ERROR', 'ZIP_ERROR'].map((code) => [code, code]),
)

/** Gives the buyer's address to the shop when the window opens; what the shop throws refuses it. */
async function changeAddress({ onShippingAddressChange }, orderId) {
  if (!onShippingAddressChange) return
  const url = `${SANDBOX_ORIGIN}/checkoutnow/address`
  const { address } = await (await fetch(`${url}?token=${encodeURIComponent(orderId)}`)).json()
  if (!address) return
  const change = { orderId, shippingAddress: address, errors: ADDRESS_ERRORS }
  const refused = await Promise.resolve(onShippingAddressChange(change)).then(
    () => false,
    () => true,
  )
  await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: orderId, refused }),
  })
}
