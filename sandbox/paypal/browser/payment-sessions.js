import { createCardFieldsSession } from './card-fields.js'
import { openDialog } from './dialog.js'
import { openInlineForm } from './inline-form.js'
import { openPopup } from './popup.js'
import { createSession } from './session.js'
import { createApplePaySession, createGooglePaySession } from './wallets.js'

/** Browsers inside other apps show neither a window nor a dialog: only `redirect` works there. */
const isInsideApp = () => /Instagram|FBAN/.test(navigator.userAgent)

const openWindow = (source) => (presentationMode) => {
  if (isInsideApp()) return null
  if (presentationMode === 'popup') return openPopup(source)
  if (presentationMode === 'modal') return openDialog(source)
  return openPopup(source) ?? openDialog(source)
}

const PAYPAL = {
  source: 'paypal',
  modes: ['auto', 'popup', 'modal', 'redirect'],
  open: openWindow('paypal'),
}

/** Only these components bring a session; a way that is not listed does not exist on the page. */
export function sessionFactories(components) {
  const has = (name) => components.includes(name)
  return {
    ...(has('paypal-payments') && {
      createPayPalOneTimePaymentSession: (options = {}) => createSession(options, PAYPAL),
      createPayLaterOneTimePaymentSession: (options = {}) => createSession(options, PAYPAL),
    }),
    ...(has('venmo-payments') && {
      createVenmoOneTimePaymentSession: (options = {}) =>
        withoutReturn(
          createSession(options, {
            source: 'venmo',
            modes: ['auto', 'popup', 'modal'],
            open: openWindow('venmo'),
          }),
        ),
    }),
    ...(has('card-fields') && { createCardFieldsOneTimePaymentSession: createCardFieldsSession }),
    ...(has('applepay-payments') && { createApplePayOneTimePaymentSession: createApplePaySession }),
    ...(has('googlepay-payments') && {
      createGooglePayOneTimePaymentSession: createGooglePaySession,
    }),
    ...(has('paypal-guest-payments') && {
      createPayPalGuestOneTimePaymentSession: (options = {}) =>
        withoutReturn(
          createSession(options, {
            source: 'card',
            modes: ['auto'],
            open: () => openInlineForm('card'),
          }),
        ),
    }),
  }
}

/** Only PayPal's own sessions can leave the page and come back. */
function withoutReturn({ hasReturned: _, resume: __, ...session }) {
  return session
}
