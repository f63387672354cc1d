import type { PayloadRequest } from 'payload'

import { endpoint } from '@/endpoints/endpoint'
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

const actorOf = (req: PayloadRequest) => req.user as NonNullable<typeof req.user>
const often = { points: 60, seconds: 600 }
const later = { 202: 'It goes on; `run` tells how far it is.' }

type Started = { preview: boolean; wait: number; options: Record<string, unknown> }

/** Starts an import and waits for it a while. @throws AppError conflict (not connected, or busy), provider_unavailable when it ended in failure */
const start = async (
  req: PayloadRequest,
  provider: OAuthIntegration,
  kind: SyncKind,
  { preview, wait, options }: Started,
): Promise<Response> => {
  await requireCredentials(req.payload.db.drizzle, provider)
  const actor = actorOf(req)
  const id = await startSyncRun(req.payload, {
    provider,
    kind,
    isPreview: preview,
    options,
    requestedBy: Number(actor.id),
  })
  await audit(req.payload.db.drizzle, actor, {
    action: preview ? 'import.previewed' : 'import.started',
    subjectType: 'sync-run',
    subjectId: id,
    details: { service: provider },
  })
  const run = await waitForSyncRun(req, id, wait)
  if (run.status === 'failed')
    throw new AppError('provider_unavailable', run.message ?? 'The import failed.', {
      details: { runId: id },
    })
  const isOver = run.status === 'done' || run.status === 'cancelled'
  const message =
    run.message ?? (preview ? 'Looking at what there is.' : 'The import is under way.')
  return Response.json(
    { message, importedCount: preview ? 0 : run.counts.created, run },
    { status: isOver ? 200 : 202, headers: { 'Cache-Control': 'private, no-store' } },
  )
}

const test = async (
  req: PayloadRequest,
  provider: OAuthIntegration,
  again: boolean,
  fields: readonly string[],
) => {
  const { success, message, details } = await testConnection(
    { payload: req.payload, providers: getProviders() },
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

/** Meta's pages make a token for the owner's own account without any sign-in; this takes it. */
const adoptInstagramToken = async (req: PayloadRequest, token: string): Promise<void> => {
  const credentials = await readCredentials(req.payload.db.drizzle, 'instagram')
  if (!credentials)
    throw new AppError(
      'conflict',
      'The keys of Instagram are missing. Enter them on its screen first.',
    )
  const gateway = getProviders().oauth.instagram(credentials.keys)
  try {
    const tokens = await gateway.adopt(token)
    await saveOAuthAccount(
      req.payload,
      actorOf(req),
      'instagram',
      tokens,
      await gateway.whoAmI(tokens),
    )
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const isToken =
      error.details.trouble === 'sign-in' ||
      error.details.trouble === 'permission' ||
      error.details.trouble === 'refused'
    throw isToken
      ? new AppError(
          'invalid',
          'Instagram does not accept this token. Make a new one and paste it whole.',
          { fields: { token: 'Instagram does not accept this token.' }, cause: error },
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
    summary: 'Whether the Etsy shop answers',
    requires: connectionPermissions.etsy,
    query: testQuery,
    answer: connectionTestResponse,
    limit: often,
    handle: (req, { query: { again } }) => test(req, 'etsy', again, []),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/etsy/import-all',
    summary: 'Import the newest listings of the Etsy shop, not yet for sale',
    requires: connectionPermissions.etsy,
    body: importAllBody,
    bodyOptional: true,
    answer: importStartedResponse,
    alsoAnswers: later,
    limit: often,
    handle: (req, { body: { preview, wait, limit, skip } }) =>
      start(req, 'etsy', 'etsy-import', { preview, wait, options: { limit, skip } }),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/etsy/import-recovery',
    summary: 'Import the listings that have one of the shop’s words',
    requires: connectionPermissions.etsy,
    body: importRecoveryBody,
    bodyOptional: true,
    answer: importStartedResponse,
    alsoAnswers: later,
    limit: often,
    handle: (req, { body: { preview, wait } }) =>
      start(req, 'etsy', 'etsy-import', { preview, wait, options: { only: 'recovery' } }),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/instagram/test',
    summary: 'Whether the Instagram account answers',
    requires: connectionPermissions.instagram,
    query: testQuery,
    answer: instagramTestResponse,
    limit: often,
    handle: (req, { query: { again } }) => test(req, 'instagram', again, ['username', 'postCount']),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/instagram/import',
    summary: 'Import all posts as reflections',
    requires: connectionPermissions.instagram,
    body: importPostsBody,
    bodyOptional: true,
    answer: importStartedResponse,
    alsoAnswers: later,
    limit: often,
    handle: (req, { body: { preview, wait, status } }) =>
      start(req, 'instagram', 'instagram-import', { preview, wait, options: { status } }),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/connections/instagram/token',
    summary: 'Connect Instagram with a token made on Meta’s pages',
    requires: connectionPermissions.instagram,
    body: tokenBody,
    answer: connectionResponse,
    limit: { points: 10, seconds: 600 },
    handle: async (req, { body: { token } }) => {
      await adoptInstagramToken(req, token)
      return getConnection(req.payload, 'instagram')
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/tiktok/test',
    summary: 'Whether the TikTok account answers',
    requires: connectionPermissions.tiktok,
    query: testQuery,
    answer: tiktokTestResponse,
    limit: often,
    handle: (req, { query: { again } }) => test(req, 'tiktok', again, ['userInfo']),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/tiktok/import',
    summary: 'Import all videos as reflections',
    requires: connectionPermissions.tiktok,
    body: importPostsBody,
    bodyOptional: true,
    answer: importStartedResponse,
    alsoAnswers: later,
    limit: often,
    handle: (req, { body: { preview, wait, status } }) =>
      start(req, 'tiktok', 'tiktok-import', { preview, wait, options: { status } }),
  }),
]
