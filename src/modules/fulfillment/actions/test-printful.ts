import type { Payload } from 'payload'

import { printfulWebhookUrl } from '@/modules/fulfillment/printful-webhook-url'
import { printfulEvents } from '@/modules/fulfillment/rules/printful-events'
import { getConnection } from '@/modules/integrations/queries/connections'
import {
  recordConnectionFailure,
  recordConnectionSuccess,
  requireCredentials,
} from '@/platform/connections/credentials'
import type { ConnectionKeyValues } from '@/platform/connections/definitions'
import { ProviderError } from '@/platform/http/provider-error'
import type { PrintfulGateway } from '@/providers/printful/interface'

const cacheMs = 30_000
const requiredScopes = ['sync_products', 'orders', 'webhooks'] as const

/**
 * Where Printful's webhook points: to this shop, with all or some events, elsewhere, or nowhere. Null: the token can't
 * read it, or Printful's response is unreadable.
 */
export type WebhookState = 'here' | 'incomplete' | 'elsewhere' | 'none' | null

const unreadable: readonly unknown[] = ['permission', 'refused', 'unexpected']

/** Connecting doesn't depend on it: Printful doesn't document its response for a store without a webhook. */
async function readWebhookState(printful: PrintfulGateway): Promise<WebhookState> {
  try {
    const { url, types } = await printful.getWebhook()
    if (!url) return 'none'
    if (url !== printfulWebhookUrl()) return 'elsewhere'
    return printfulEvents.every((type) => types.includes(type)) ? 'here' : 'incomplete'
  } catch (error) {
    if (error instanceof ProviderError && unreadable.includes(error.details.kind)) return null
    throw error
  }
}

/** Returns the required scopes that the token lacks. @throws ProviderError if it cannot even read orders or products */
async function listMissingScopes(printful: PrintfulGateway): Promise<string[]> {
  const scopes = await printful.listScopes().catch(() => null)
  if (!scopes) return []
  const missing = requiredScopes.filter((scope) => !scopes.includes(scope))
  if (missing.some((scope) => scope !== 'webhooks' && !scopes.includes(`${scope}/read`)))
    throw new ProviderError('Printful', `the token is missing ${missing.join(', ')}`, {
      retryable: false,
      kind: 'permission',
      issue: missing.join(', '),
    })
  return missing
}

type PrintfulTest = { success: boolean; message: string }

/**
 * Tests whether Printful accepts the token, for which store, and its scopes. A success is cached for
 * 30 seconds (admin specification 9) unless `again`. The result, also an error, is recorded on the
 * connection.
 */
export async function testPrintful(
  payload: Payload,
  createClient: (keys: ConnectionKeyValues<'printful'>) => PrintfulGateway,
  { again = false } = {},
): Promise<PrintfulTest> {
  const { state, details, lastError, lastGoodAt } = await getConnection(payload, 'printful')
  if (
    !again &&
    state === 'connected' &&
    !lastError &&
    typeof details?.message === 'string' &&
    lastGoodAt &&
    Date.now() - Date.parse(lastGoodAt) < cacheMs
  )
    return { success: true, message: details.message }
  try {
    const { keys } = await requireCredentials(payload.db.drizzle, 'printful')
    const printful = createClient(keys)
    const store = await printful.getStore()
    const missing = await listMissingScopes(printful)
    const message = `Connected to Printful${store.name ? ` as ${store.name}` : ''}.${missing.length > 0 ? ` The token is missing: ${missing.join(', ')}.` : ''}`
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
