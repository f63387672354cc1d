import type { Payload } from 'payload'

import { printfulWebhookUrl } from '@/modules/fulfillment/printful-webhook-url'
import { printfulEvents } from '@/modules/fulfillment/rules/printful-events'
import { getConnection } from '@/modules/integrations/queries/connections'
import {
  recordConnectionFailure,
  recordConnectionSuccess,
  requireCredentials,
} from '@/platform/connections/credentials'
import { ProviderError } from '@/platform/http/provider-error'
import { getProviders } from '@/providers'
import type { PrintfulGateway } from '@/providers/printful/interface'

const freshMs = 30_000
const needed = ['sync_products', 'orders', 'webhooks'] as const
const patienceMs = 10_000

/** Whether Printful tells us what happens there: here, elsewhere, not everything, or nothing. Null: this token may not know. */
export type WebhookState = 'here' | 'incomplete' | 'elsewhere' | 'none' | null
export async function readWebhookState(printful: PrintfulGateway): Promise<WebhookState> {
  try {
    const { url, types } = await printful.getWebhook()
    if (!url) return 'none'
    if (url !== printfulWebhookUrl()) return 'elsewhere'
    return printfulEvents.every((type) => types.includes(type)) ? 'here' : 'incomplete'
  } catch (error) {
    if (error instanceof ProviderError && error.details.trouble === 'permission') return null
    throw error
  }
}

export type PrintfulTest = { success: boolean; message: string }

/**
 * Whether Printful takes our token, for which store, and what it may do. A good answer holds for 30 seconds
 * (admin specification 9) unless `again`. Trouble is an answer, not an error; it is noted on the passport.
 */
export async function testPrintful(
  payload: Payload,
  { again = false } = {},
): Promise<PrintfulTest> {
  const view = await getConnection(payload, 'printful')
  const known = view.details?.message
  if (
    !again &&
    view.state === 'connected' &&
    !view.lastError &&
    typeof known === 'string' &&
    view.lastGoodAt &&
    Date.now() - Date.parse(view.lastGoodAt) < freshMs
  )
    return { success: true, message: known }
  try {
    const { keys } = await requireCredentials(payload.db.drizzle, 'printful')
    const printful = getProviders().printful(keys, patienceMs)
    const store = await printful.getStore()
    const scopes = await printful.listScopes().catch(() => null)
    const missing = scopes ? needed.filter((scope) => !scopes.includes(scope)) : []
    if (missing.some((scope) => scope !== 'webhooks' && !scopes?.includes(`${scope}/read`)))
      throw new ProviderError('Printful', `the token lacks ${missing.join(', ')}`, {
        retryable: false,
        trouble: 'permission',
        issue: missing.join(', '),
      })
    const message = `Connected to Printful${store.name ? ` as ${store.name}` : ''}.${missing.length > 0 ? ` The token may not change: ${missing.join(', ')}.` : ''}`
    await recordConnectionSuccess(payload, 'printful', {
      connectedAs: store.name,
      accountId: store.id || null,
      details: { message, webhook: await readWebhookState(printful), missing },
    })
    return { success: true, message }
  } catch (error) {
    return { success: false, message: await recordConnectionFailure(payload, 'printful', error) }
  }
}
