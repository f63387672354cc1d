import { Hono } from 'hono'

import type { Clock } from '../core/clock'
import { consentPage, refusalPage } from '../core/consent-page'
import { isReturnAddress, newSecret, provesChallenge, withQuery } from '../core/oauth'
import type { SandboxEnv } from '../core/provider'
import { newLogId } from './errors'
import { OPEN_ID, SCOPES, type TikTokState, USERNAME } from './state'

const CODE_LIFE = 10 * 60_000
const REFRESH_SECONDS = 180 * 86_400

export interface OAuthSettings {
  /** Two hours since November 2026; a day before. */
  accessSeconds: number
  /** OAuth errors have been seen with HTTP 200. */
  errorsAs200: boolean
}

export function mintTokens(state: TikTokState, clock: Clock, scopes: string[], expiresIn: number) {
  const access = newSecret('act.', 48)
  const refresh = newSecret('rft.', 48)
  state.access[access] = { scopes, expiresAt: clock.now() + expiresIn * 1_000 }
  state.refresh[refresh] = { scopes, expiresAt: clock.now() + REFRESH_SECONDS * 1_000 }
  return {
    access_token: access,
    expires_in: expiresIn,
    open_id: OPEN_ID,
    refresh_expires_in: REFRESH_SECONDS,
    refresh_token: refresh,
    scope: scopes.join(','),
    token_type: 'Bearer',
  }
}

/** Consent at `/v2/auth/authorize/` (www), tokens at `/v2/oauth/token/` (open): TikTok reference, sections 2 and 3. */
export function oauthRoutes({
  state,
  clock,
  save,
  settings,
}: {
  state: TikTokState
  clock: Clock
  save: () => void
  settings: OAuthSettings
}) {
  const app = new Hono<SandboxEnv>({ strict: false })

  app.get('/v2/auth/authorize', (c) => {
    const {
      client_key = '',
      redirect_uri,
      response_type,
      scope = '',
      state: oauthState,
      code_challenge,
    } = c.req.query()
    const scopes = scope.split(',').filter(Boolean)
    if (!client_key.startsWith('sandbox-'))
      return refusalPage(c, 'TikTok', "We couldn't log in with TikTok: client_key.")
    if (
      !isReturnAddress(redirect_uri) ||
      new URL(redirect_uri).search ||
      redirect_uri.length >= 512
    )
      return refusalPage(c, 'TikTok', "We couldn't log in with TikTok: redirect_uri.")
    if (
      response_type !== 'code' ||
      !oauthState ||
      scopes.length === 0 ||
      !scopes.every((one) => (SCOPES as readonly string[]).includes(one))
    )
      return refusalPage(
        c,
        'TikTok',
        "We couldn't log in with TikTok: scope, state or response_type.",
      )
    return consentPage(c, {
      network: 'TikTok',
      account: `@${USERNAME}`,
      scopes,
      canDeselect: true,
      action: '/v2/auth/authorize/',
      hidden: { client_key, redirect_uri, state: oauthState, code_challenge },
    })
  })

  app.post('/v2/auth/authorize', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const redirectUri = form.get('redirect_uri') ?? ''
    const oauthState = form.get('state') ?? undefined
    if (!isReturnAddress(redirectUri))
      return refusalPage(c, 'TikTok', "We couldn't log in with TikTok: redirect_uri.")
    if (form.get('choice') !== 'allow')
      return c.redirect(
        withQuery(redirectUri, {
          error: 'access_denied',
          error_description: 'User denied the request',
          state: oauthState,
        }),
      )
    // With * and ! in it: to be decoded exactly once.
    const code = `${newSecret('', 32)}*2!${5_000 + (state.lastId += 1)}.e1`
    const scopes = [...new Set(['user.info.basic', ...form.getAll('scope')])]
    state.codes[code] = {
      scopes,
      redirectUri,
      challenge: form.get('code_challenge') ?? undefined,
      clientKey: form.get('client_key') ?? '',
      expiresAt: clock.now() + CODE_LIFE,
    }
    save()
    return c.redirect(withQuery(redirectUri, { code, scopes: scopes.join(','), state: oauthState }))
  })

  const refuse = (error: string, error_description: string) =>
    Response.json(
      { error, error_description, log_id: newLogId() },
      { status: settings.errorsAs200 ? 200 : error === 'invalid_client' ? 401 : 400 },
    )

  app.post('/v2/oauth/token', async (c) => {
    if (!c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded'))
      return refuse(
        'invalid_request',
        'Only `application/x-www-form-urlencoded` is accepted as Content-Type.',
      )
    const form = new URLSearchParams(await c.req.text())
    const get = (name: string) => form.get(name) ?? ''
    if (!get('client_key').startsWith('sandbox-') || get('client_secret') !== 'sandbox-secret')
      return refuse('invalid_client', 'Client key or secret is incorrect.')
    if (get('grant_type') === 'authorization_code') {
      const grant = state.codes[get('code')]
      delete state.codes[get('code')]
      if (!grant || grant.expiresAt <= clock.now() || grant.clientKey !== get('client_key'))
        return refuse('invalid_grant', 'Authorization code is expired.')
      if (grant.redirectUri !== get('redirect_uri'))
        return refuse(
          'invalid_request',
          'Redirect_uri is not matched with the uri when requesting code.',
        )
      if (grant.challenge && !provesChallenge(get('code_verifier'), grant.challenge, 'S256'))
        return refuse('invalid_request', 'Code verifier or code challenge is invalid.')
      const tokens = mintTokens(state, clock, grant.scopes, settings.accessSeconds)
      save()
      return c.json(tokens)
    }
    if (get('grant_type') !== 'refresh_token')
      return refuse('unsupported_grant_type', 'The grant type is not supported.')
    const grant = state.refresh[get('refresh_token')]
    if (!grant || grant.expiresAt <= clock.now())
      return refuse('invalid_grant', 'Refresh token is invalid or expired.')
    delete state.refresh[get('refresh_token')]
    const tokens = mintTokens(state, clock, grant.scopes, settings.accessSeconds)
    save()
    return c.json(tokens)
  })

  app.post('/v2/oauth/revoke', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    if (
      !form.get('client_key')?.startsWith('sandbox-') ||
      form.get('client_secret') !== 'sandbox-secret'
    )
      return refuse('invalid_client', 'Client key or secret is incorrect.')
    delete state.access[form.get('token') ?? '']
    save()
    return c.json({})
  })

  return app
}
