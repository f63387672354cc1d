import type { PayloadRequest } from 'payload'

import { endpoint } from '@/endpoints/endpoint'
import type { SignedInRequest } from '@/endpoints/http/current-user'
import { privateJson } from '@/endpoints/http/private-json'
import { saveOAuthAccount } from '@/modules/integrations/actions/oauth-accounts'
import { testConnection } from '@/modules/integrations/actions/test-connection'
import { getConnection } from '@/modules/integrations/queries/connections'
import {
  connectionResponse,
  connectionTestResponse,
  importAllBody,
  importPostsBody,
  importRecoveryBody,
  importStartedResponse,
  instagramTestResponse,
  testQuery,
  tiktokTestResponse,
  tokenBody,
} from '@/modules/integrations/schemas'
import { audit } from '@/platform/audit'
import {
  connectionErrorMessage,
  readCredentials,
  requireCredentials,
} from '@/platform/connections/credentials'
import {
  connectionPermissions,
  type OAuthIntegration,
  type SyncKind,
} from '@/platform/connections/definitions'
import { AppError } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { startSyncRun } from '@/platform/sync-engine'
import { getProviders } from '@/providers'

import { waitForSyncRun } from './wait-for-run'

const limit = { points: 60, seconds: 600 }
const importCall = {
  bodyOptional: true,
  response: importStartedResponse,
  otherResponses: { 202: 'In progress. `run` has the current progress.' },
  limit,
}

type ImportStart = { preview: boolean; wait: number; options: Record<string, unknown> }

/**
 * Starts an import and waits a while for it. An unfinished one is answered with 202.
 * @throws AppError conflict (not connected, or busy), provider_unavailable if it failed
 */
async function startImport(
  req: SignedInRequest,
  provider: OAuthIntegration,
  kind: SyncKind,
  { preview, wait, options }: ImportStart,
): Promise<Response> {
  const { payload, user } = req
  await requireCredentials(payload.db.drizzle, provider)
  const runId = await startSyncRun(payload, {
    provider,
    kind,
    isPreview: preview,
    options,
    requestedBy: user.id,
  })
  await audit(payload.db.drizzle, user, {
    action: preview ? 'import.previewed' : 'import.started',
    subjectType: 'sync-run',
    subjectId: runId,
    details: { service: provider },
  })
  const run = await waitForSyncRun(req, runId, wait)
  if (run.status === 'failed')
    throw new AppError('provider_unavailable', run.message ?? 'The import failed.', {
      details: { runId },
    })
  const isOver = run.status === 'done' || run.status === 'cancelled'
  const message = run.message ?? (preview ? 'Preview in progress.' : 'Import in progress.')
  return privateJson(
    { message, importedCount: preview ? 0 : run.counts.created, run },
    isOver ? 200 : 202,
  )
}

/** Tests a connection and returns the result with these fields of its details. */
async function test(
  { payload }: PayloadRequest,
  provider: OAuthIntegration,
  again: boolean,
  fields: readonly string[],
) {
  const { success, message, details } = await testConnection(
    { payload, providers: getProviders() },
    provider,
    again,
  )
  return {
    success,
    message,
    ...Object.fromEntries(
      fields.flatMap((field) => (details && field in details ? [[field, details[field]]] : [])),
    ),
  }
}

/** Connects Instagram with a token that Meta's pages generate for the owner's own account. */
async function adoptInstagramToken(req: SignedInRequest, token: string): Promise<void> {
  const credentials = await readCredentials(req.payload.db.drizzle, 'instagram')
  if (!credentials)
    throw new AppError(
      'conflict',
      'The Instagram keys are missing. Enter them on the Instagram import page first.',
    )
  const gateway = getProviders().oauth.instagram(credentials.keys)
  try {
    const tokens = await gateway.adopt(token)
    await saveOAuthAccount(req.payload, req.user, 'instagram', tokens, await gateway.whoAmI(tokens))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw ['sign-in', 'permission', 'refused'].includes(error.details.kind ?? '')
      ? new AppError(
          'invalid',
          'Instagram doesn’t accept this token. Create a new one and paste the whole token.',
          { fields: { token: 'Instagram doesn’t accept this token.' }, cause: error },
        )
      : new AppError('provider_unavailable', connectionErrorMessage('instagram', error), {
          cause: error,
        })
  }
}

export const adminImportEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/etsy/test',
    summary: 'Test the Etsy connection',
    requires: connectionPermissions.etsy,
    query: testQuery,
    response: connectionTestResponse,
    limit,
    handle: (req, { query: { again } }) => test(req, 'etsy', again, []),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/etsy/import-all',
    summary: 'Import the newest Etsy listings, as inactive products',
    requires: connectionPermissions.etsy,
    body: importAllBody,
    ...importCall,
    handle: (req, { body: { preview, wait, ...options } }) =>
      startImport(req, 'etsy', 'etsy-import', { preview, wait, options }),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/etsy/import-recovery',
    summary: 'Import Etsy listings that match the recovery keywords',
    requires: connectionPermissions.etsy,
    body: importRecoveryBody,
    ...importCall,
    handle: (req, { body: { preview, wait } }) =>
      startImport(req, 'etsy', 'etsy-import', { preview, wait, options: { only: 'recovery' } }),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/instagram/test',
    summary: 'Test the Instagram connection',
    requires: connectionPermissions.instagram,
    query: testQuery,
    response: instagramTestResponse,
    limit,
    handle: (req, { query: { again } }) => test(req, 'instagram', again, ['username', 'postCount']),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/instagram/import',
    summary: 'Import all posts as reflections',
    requires: connectionPermissions.instagram,
    body: importPostsBody,
    ...importCall,
    handle: (req, { body: { preview, wait, status } }) =>
      startImport(req, 'instagram', 'instagram-import', { preview, wait, options: { status } }),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/connections/instagram/token',
    summary: 'Connect Instagram with a token from Meta',
    requires: connectionPermissions.instagram,
    stepUp: true,
    body: tokenBody,
    response: connectionResponse,
    limit: { points: 10, seconds: 600 },
    handle: async (req, { body: { token } }) => {
      await adoptInstagramToken(req, token)
      return getConnection(req.payload, 'instagram')
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/tiktok/test',
    summary: 'Test the TikTok connection',
    requires: connectionPermissions.tiktok,
    query: testQuery,
    response: tiktokTestResponse,
    limit,
    handle: (req, { query: { again } }) => test(req, 'tiktok', again, ['userInfo']),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/tiktok/import',
    summary: 'Import all videos as reflections',
    requires: connectionPermissions.tiktok,
    body: importPostsBody,
    ...importCall,
    handle: (req, { body: { preview, wait, status } }) =>
      startImport(req, 'tiktok', 'tiktok-import', { preview, wait, options: { status } }),
  }),
]
