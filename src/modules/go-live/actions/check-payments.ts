import { missingPayPalEvents } from '@/modules/go-live/rules/checks'
import { env } from '@/platform/env'
import { isKeyRefusal } from '@/platform/http/provider-error'

import { type Check, type CheckArgs, type Finding, finding, good, reasonOf } from './check'

const keysHelp =
  'Copy your live app’s client ID and secret from developer.paypal.com, set PAYPAL_ENVIRONMENT=live, and restart.'

const explain = (error: unknown): Finding => {
  return isKeyRefusal(error)
    ? finding(
        'problem',
        'PayPal rejects PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.',
        `Sandbox and live have separate keys. Copy both from your ${env.PAYPAL_ENVIRONMENT} app at developer.paypal.com, and restart.`,
      )
    : finding(
        'problem',
        `Couldn’t check with PayPal: ${reasonOf(error)}`,
        'Check that this server can reach PayPal, and PayPal’s status page. Then check again.',
      )
}

/** Makes a call to PayPal, and says what to do if it fails. */
const askPayPal =
  (run: (args: CheckArgs) => Promise<Finding>): Check['run'] =>
  (args) =>
    run(args).catch(explain)

/** Payments: keys, and where PayPal reports payments that finish late. */
export const paymentChecks: readonly Check[] = [
  {
    name: 'paypal',
    group: 'payments',
    title: 'Real payments',
    run: askPayPal(async ({ providers }) => {
      if (env.PAYPAL_ENVIRONMENT === 'demo')
        return finding('problem', 'The shop is in demo mode. No real money moves.', keysHelp)
      await providers.payments.getBrowserSetup()
      return env.PAYPAL_ENVIRONMENT === 'live'
        ? good('PayPal accepts the keys. Payments are real.')
        : finding('problem', 'PayPal’s sandbox accepts the keys. No real money moves.', keysHelp)
    }),
  },
  {
    name: 'paypal-webhook',
    group: 'payments',
    title: 'PayPal’s webhook',
    run: askPayPal(async ({ providers }) => {
      if (env.PAYPAL_ENVIRONMENT === 'demo') return finding('skipped', 'Not checked in demo mode.')
      const expected = `${env.SERVER_URL}/api/webhooks/paypal`
      const help = `In your PayPal app, add a webhook to ${expected} for all Checkout, Payments, and Disputes events, and put its ID into PAYPAL_WEBHOOK_ID.`
      const webhook = await providers.payments.getWebhook()
      if (!webhook)
        return finding('problem', 'PayPal has no webhook with the ID in PAYPAL_WEBHOOK_ID.', help)
      if (webhook.url !== expected)
        return finding('problem', `PayPal sends its events to ${webhook.url}.`, help)
      const missing = missingPayPalEvents(webhook.eventTypes)
      return missing.length > 0
        ? finding('problem', `The webhook is missing these events: ${missing.join(', ')}.`, help)
        : good('The webhook points here and includes all events.')
    }),
  },
]
