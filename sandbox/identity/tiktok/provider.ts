import { randomBytes } from 'node:crypto'

import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { isReturnAddress } from '../../core/oauth'
import type { Provider, ProviderRuntime, SandboxEnv } from '../../core/provider'
import {
  createAuthorizationServer,
  emptyIdentityState,
  isClient,
  isSecret,
} from '../authorization-server'
import { consentRoutes } from '../consent-routes'
import { identityControl } from '../control-routes'
import { openIdFor } from '../test-users'

/*
 * TikTok's Login Kit v2 for the web (developers.tiktok.com/doc/login-kit-web, oauth-get-a-user-access-token, user
 * info). `client_key` instead of `client_id`, commas between scopes, no email address; a success has an `error`, too.
 */

const TOKEN_TTL_S = 7200
const REFRESH_LIVES_S = 15_552_000
const SCOPES = ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list']
const FIELDS: Record<string, string> = {
  open_id: 'user.info.basic',
  union_id: 'user.info.basic',
  avatar_url: 'user.info.basic',
  avatar_url_100: 'user.info.basic',
  avatar_large_url: 'user.info.basic',
  display_name: 'user.info.basic',
  username: 'user.info.profile',
  bio_description: 'user.info.profile',
  profile_deep_link: 'user.info.profile',
  is_verified: 'user.info.profile',
  follower_count: 'user.info.stats',
  following_count: 'user.info.stats',
  likes_count: 'user.info.stats',
  video_count: 'user.info.stats',
}

const settingsSchema = z.strictObject({
  /** OAuth errors have been seen with HTTP 200; only the missing access_token reveals them. */
  errorsAs200: z.boolean().optional(),
})
type Settings = { errorsAs200: boolean }

const newLogId = (): string => `20261101${randomBytes(12).toString('hex').toUpperCase()}`

export function createTikTok(runtime: ProviderRuntime): Provider {
  const store = runtime.store(emptyIdentityState)
  const authorizationServer = createAuthorizationServer(store, runtime.clock)
  const settings: Settings = { errorsAs200: false }
  // Addresses are documented with a slash at the end, and written without it as often.
  const app = new Hono<SandboxEnv>({ strict: false })

  app.route(
    '/',
    consentRoutes(authorizationServer, {
      paths: ['/v2/auth/authorize'],
      title: 'Log in with TikTok',
      optionalScopes: SCOPES,
      read: (query) => {
        const [clientId, redirectUri] = [
          query.get('client_key') ?? undefined,
          query.get('redirect_uri') ?? undefined,
        ]
        if (!isClient(clientId)) return 'client_key: something went wrong with the app.'
        if (!isReturnAddress(redirectUri) || new URL(redirectUri).search)
          return 'redirect_uri: something went wrong with the app.'
        if (query.get('response_type') !== 'code')
          return 'response_type: something went wrong with the app.'
        const scopes = (query.get('scope') ?? '').split(',').filter(Boolean)
        if (scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope)))
          return 'scope: something went wrong with the app.'
        return {
          clientId,
          redirectUri,
          scopes,
          state: query.get('state') ?? '',
          challenge: query.get('code_challenge') ?? undefined,
        }
      },
      agreed: (code, { scopes }) => ({ code, scopes: scopes.join(',') }),
      refused: () => ({
        error: 'access_denied',
        error_description: 'The user denied the request.',
      }),
      // Real ones have * and ! in them: they must be decoded exactly once.
      codeShape: (random) => `${random}*1!5612.u1`,
    }),
  )

  const refuseOAuth = (c: Context, error: string, description: string) =>
    c.json(
      { error, error_description: description, log_id: newLogId() },
      settings.errorsAs200 ? 200 : error === 'invalid_client' ? 401 : 400,
    )
  const tokensOf = (granted: Parameters<typeof authorizationServer.mint>[0]) => ({
    access_token: authorizationServer.mint(granted, 'act.', TOKEN_TTL_S * 1000),
    expires_in: TOKEN_TTL_S,
    open_id: openIdFor(granted.person),
    refresh_expires_in: REFRESH_LIVES_S,
    refresh_token: authorizationServer.mint(granted, 'rft.', REFRESH_LIVES_S * 1000),
    scope: granted.scopes.join(','),
    token_type: 'Bearer',
  })

  app.post('/v2/oauth/token', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const get = (name: string) => form.get(name) ?? undefined
    const refuse = (error: string, description: string) => refuseOAuth(c, error, description)
    if (!c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded'))
      return refuse(
        'invalid_request',
        'Only `application/x-www-form-urlencoded` is accepted as Content-Type.',
      )
    const clientKey = get('client_key')
    if (!isClient(clientKey) || !isSecret(get('client_secret')))
      return refuse('invalid_client', 'Client key or secret is incorrect.')
    if (get('grant_type') === 'refresh_token') {
      const old = get('refresh_token') ?? ''
      const holder = old.startsWith('rft.') ? authorizationServer.holderOf(old) : undefined
      if (holder?.clientId !== clientKey)
        return refuse('invalid_grant', 'Refresh token is invalid or expired.')
      // Issues a new one; the old one stops working.
      delete authorizationServer.state.tokens[old]
      return c.json(tokensOf(holder))
    }
    if (get('grant_type') !== 'authorization_code')
      return refuse('unsupported_grant_type', 'The grant type is not supported.')
    const code = authorizationServer.redeem(get('code'), {
      clientId: clientKey,
      redirectUri: get('redirect_uri'),
      verifier: get('code_verifier'),
    })
    if (code === 'verifier')
      return refuse('invalid_request', 'Code verifier or code challenge is invalid.')
    if (code === 'redirect')
      return refuse(
        'invalid_request',
        'Redirect_uri is not matched with the uri when requesting code.',
      )
    if (typeof code === 'string')
      return refuse(
        'invalid_grant',
        code === 'expired' || code === 'used'
          ? 'Authorization code is expired.'
          : 'Authorization code is invalid.',
      )
    return c.json(tokensOf(code))
  })

  app.get('/v2/user/info', (c) => {
    const refuse = (status: 400 | 401, code: string, message: string) =>
      c.json({ data: {}, error: { code, message, log_id: newLogId() } }, status)
    const token = c.req.header('authorization')?.replace(/^Bearer /, '')
    const holder = token?.startsWith('act.') ? authorizationServer.holderOf(token) : undefined
    if (!holder)
      return refuse(
        401,
        'access_token_invalid',
        'The access token is invalid or not found in the request.',
      )
    const fields = (c.req.query('fields') ?? '').split(',').filter(Boolean)
    if (fields.length === 0 || fields.some((field) => !Object.hasOwn(FIELDS, field)))
      return refuse(400, 'invalid_params', 'The fields are invalid.')
    // A field without its scope fails the whole call.
    if (fields.some((field) => !holder.scopes.includes(FIELDS[field] ?? '')))
      return refuse(
        401,
        'scope_not_authorized',
        'The user did not authorize the scope required for completing this request.',
      )
    const all: Record<string, unknown> = {
      open_id: openIdFor(holder.who.key),
      union_id: openIdFor(`union ${holder.who.key}`),
      display_name: holder.who.name,
      avatar_url: 'https://p16-sign.tiktokcdn.example/avatar.webp',
      avatar_url_100: 'https://p16-sign.tiktokcdn.example/avatar-100.webp',
      avatar_large_url: 'https://p16-sign.tiktokcdn.example/avatar-large.webp',
      username: holder.who.key,
      bio_description: '',
      profile_deep_link: `https://vm.tiktok.example/${holder.who.key}`,
      is_verified: false,
      follower_count: 12,
      following_count: 34,
      likes_count: 56,
      video_count: 7,
    }
    return c.json({
      data: { user: Object.fromEntries(fields.map((field) => [field, all[field]])) },
      error: { code: 'ok', message: '', log_id: newLogId() },
    })
  })

  app.post('/v2/oauth/revoke', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    if (
      !isClient(form.get('client_key') ?? undefined) ||
      !isSecret(form.get('client_secret') ?? undefined)
    )
      return refuseOAuth(c, 'invalid_client', 'Client key or secret is incorrect.')
    delete authorizationServer.state.tokens[form.get('token') ?? '']
    authorizationServer.save()
    return c.json({})
  })

  app.notFound((c) =>
    c.json(
      {
        data: {},
        error: {
          code: 'invalid_params',
          message: `Unsupported path: ${c.req.path}`,
          log_id: newLogId(),
        },
      },
      404,
    ),
  )

  return {
    name: 'tiktok-sign-in',
    app,
    control: identityControl<Settings>(authorizationServer, settings, settingsSchema),
    errorBody: (status) => ({
      data: {},
      error: {
        code: status === 429 ? 'rate_limit_exceeded' : 'internal_error',
        message: 'Please try again later.',
        log_id: newLogId(),
      },
    }),
    reset: () => {
      store.clear()
      settings.errorsAs200 = false
    },
  }
}
