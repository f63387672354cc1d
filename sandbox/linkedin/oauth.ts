import { Hono } from 'hono'

import type { Clock } from '../core/clock'
import { consentPage, refusalPage } from '../core/consent-page'
import { isReturnAddress, newSecret, readFields, withQuery } from '../core/oauth'
import type { SandboxEnv } from '../core/provider'
import { type LinkedInState, PERSON, SCOPES } from './state'

const CODE_LIFE = 30 * 60_000
const DAY_SECONDS = 86_400
const ACCESS_SECONDS = 60 * DAY_SECONDS
const REFRESH_SECONDS = 365 * DAY_SECONDS

/** `withRefresh`: only approved apps are given a refresh token. */
export function mintTokens(
  state: LinkedInState,
  clock: Clock,
  scopes: string[],
  { withRefresh, expiresIn = ACCESS_SECONDS }: { withRefresh: boolean; expiresIn?: number },
) {
  const access = newSecret('AQX', 60)
  state.tokens[access] = { scopes, expiresAt: clock.now() + expiresIn * 1_000 }
  const refresh = withRefresh ? newSecret('AQW', 60) : undefined
  if (refresh) state.refresh[refresh] = { scopes, expiresAt: clock.now() + REFRESH_SECONDS * 1_000 }
  return {
    access_token: access,
    expires_in: expiresIn,
    ...(refresh && { refresh_token: refresh, refresh_token_expires_in: REFRESH_SECONDS }),
    scope: scopes.join(','),
    token_type: 'Bearer',
  }
}

/** Consent and tokens at `/oauth/v2/…` (publishing reference, section 4). */
export function oauthRoutes({
  state,
  clock,
  save,
  settings,
}: {
  state: LinkedInState
  clock: Clock
  save: () => void
  settings: { refreshTokens: boolean }
}) {
  const app = new Hono<SandboxEnv>()

  app.get('/oauth/v2/authorization', (c) => {
    const {
      client_id = '',
      redirect_uri,
      response_type,
      scope = '',
      state: oauthState,
    } = c.req.query()
    const scopes = scope.split(/[ ,]+/).filter(Boolean)
    if (!client_id.startsWith('sandbox-'))
      return refusalPage(c, 'LinkedIn', 'The passed in client_id is invalid.')
    if (!isReturnAddress(redirect_uri))
      return refusalPage(c, 'LinkedIn', 'The redirect_uri does not match the registered value.')
    const wrong = scopes.find((one) => !SCOPES.includes(one))
    if (wrong || response_type !== 'code')
      return c.redirect(
        withQuery(redirect_uri, {
          error: wrong ? 'unauthorized_scope_error' : 'unsupported_response_type',
          error_description: `Scope "${wrong ?? ''}" is not authorized for your application`,
          state: oauthState,
        }),
      )
    return consentPage(c, {
      network: 'LinkedIn',
      account: PERSON.name,
      scopes,
      action: '/oauth/v2/authorization',
      hidden: { client_id, redirect_uri, scope, state: oauthState },
    })
  })

  app.post('/oauth/v2/authorization', async (c) => {
    const {
      client_id = '',
      redirect_uri = '',
      scope = '',
      state: oauthState,
      choice,
    } = await readFields(c.req.raw)
    if (!isReturnAddress(redirect_uri))
      return refusalPage(c, 'LinkedIn', 'The redirect_uri does not match the registered value.')
    if (choice !== 'allow')
      return c.redirect(
        withQuery(redirect_uri, {
          error: 'user_cancelled_authorize',
          error_description: 'The user cancelled the authorization',
          state: oauthState,
        }),
      )
    const code = newSecret('AQT', 60)
    state.codes[code] = {
      scopes: scope.split(/[ ,]+/).filter(Boolean),
      redirectUri: redirect_uri,
      clientId: client_id,
      expiresAt: clock.now() + CODE_LIFE,
    }
    save()
    return c.redirect(withQuery(redirect_uri, { code, state: oauthState }))
  })

  app.post('/oauth/v2/accessToken', async (c) => {
    const {
      grant_type,
      code = '',
      redirect_uri,
      client_id = '',
      client_secret,
      refresh_token = '',
    } = await readFields(c.req.raw)
    if (!client_id.startsWith('sandbox-') || client_secret !== 'sandbox-secret')
      return c.json(
        { error: 'invalid_client', error_description: 'Client authentication failed' },
        401,
      )
    const grants =
      grant_type === 'authorization_code'
        ? state.codes
        : grant_type === 'refresh_token'
          ? state.refresh
          : undefined
    if (!grants)
      return c.json(
        { error: 'unsupported_grant_type', error_description: 'The grant type is not supported' },
        400,
      )
    const key = grant_type === 'refresh_token' ? refresh_token : code
    const grant = grants[key]
    if (grant_type === 'authorization_code') delete state.codes[code]
    const foreign =
      grant &&
      'redirectUri' in grant &&
      (grant as { redirectUri: string }).redirectUri !== redirect_uri
    if (!grant || grant.expiresAt <= clock.now() || foreign) {
      return c.json(
        {
          error: 'invalid_request',
          error_description:
            'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired.',
        },
        400,
      )
    }
    const tokens = mintTokens(state, clock, grant.scopes, { withRefresh: settings.refreshTokens })
    save()
    return c.json(tokens)
  })

  return app
}
