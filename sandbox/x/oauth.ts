import { Hono } from 'hono'

import type { Clock } from '../core/clock'
import { consentPage, refusalPage } from '../core/consent-page'
import {
  basicPair,
  isReturnAddress,
  newSecret,
  provesChallenge,
  readFields,
  withQuery,
} from '../core/oauth'
import type { SandboxEnv } from '../core/provider'
import { SCOPES, USER, type XState } from './state'

/** A code is valid for 30 seconds, an access token for two hours. */
const CODE_LIFE = 30_000
const ACCESS_SECONDS = 7_200
const REFRESH_LIFE = 180 * 86_400_000

/** A refresh token only with `offline.access`. */
export function mintTokens(
  state: XState,
  clock: Clock,
  scopes: string[],
  expiresIn = ACCESS_SECONDS,
) {
  const access = newSecret('x-at-', 40)
  state.access[access] = { scopes, expiresAt: clock.now() + expiresIn * 1_000 }
  const refresh = scopes.includes('offline.access') ? newSecret('x-rt-', 40) : undefined
  if (refresh) state.refresh[refresh] = { scopes, expiresAt: clock.now() + REFRESH_LIFE }
  return {
    token_type: 'bearer',
    expires_in: expiresIn,
    access_token: access,
    scope: scopes.join(' '),
    ...(refresh && { refresh_token: refresh }),
  }
}

/** Consent at `/i/oauth2/authorize`, tokens at `/2/oauth2/token` (publishing reference, section 3). */
export function oauthRoutes({
  state,
  clock,
  save,
}: {
  state: XState
  clock: Clock
  save: () => void
}) {
  const app = new Hono<SandboxEnv>()

  app.get('/i/oauth2/authorize', (c) => {
    const {
      client_id = '',
      redirect_uri,
      response_type,
      scope = '',
      state: oauthState,
      code_challenge,
      code_challenge_method = 'plain',
    } = c.req.query()
    const scopes = scope.split(' ').filter(Boolean)
    if (!client_id.startsWith('sandbox-') || !isReturnAddress(redirect_uri))
      return refusalPage(
        c,
        'X',
        "Something went wrong. You weren't able to give access to the App.",
      )
    if (
      response_type !== 'code' ||
      !oauthState ||
      !code_challenge ||
      !/^(S256|plain)$/.test(code_challenge_method) ||
      scopes.length === 0 ||
      !scopes.every((one) => SCOPES.includes(one))
    ) {
      return refusalPage(
        c,
        'X',
        "Something went wrong. You weren't able to give access to the App. Go back and try logging in again.",
      )
    }
    return consentPage(c, {
      network: 'X',
      account: `@${USER.username}`,
      scopes,
      action: '/i/oauth2/authorize',
      hidden: {
        client_id,
        redirect_uri,
        scope,
        state: oauthState,
        code_challenge,
        code_challenge_method,
      },
    })
  })

  app.post('/i/oauth2/authorize', async (c) => {
    const {
      client_id = '',
      redirect_uri = '',
      scope = '',
      state: oauthState,
      code_challenge = '',
      code_challenge_method = 'plain',
      choice,
    } = await readFields(c.req.raw)
    if (!isReturnAddress(redirect_uri)) return refusalPage(c, 'X', 'Something went wrong.')
    if (choice !== 'allow')
      return c.redirect(withQuery(redirect_uri, { error: 'access_denied', state: oauthState }))
    const code = newSecret('', 40)
    state.codes[code] = {
      scopes: scope.split(' '),
      redirectUri: redirect_uri,
      challenge: code_challenge,
      method: code_challenge_method,
      clientId: client_id,
      expiresAt: clock.now() + CODE_LIFE,
    }
    save()
    return c.redirect(withQuery(redirect_uri, { state: oauthState, code }))
  })

  app.post('/2/oauth2/token', async (c) => {
    const fields = await readFields(c.req.raw)
    const pair = basicPair(c.req.header('authorization'))
    const clientId = pair?.[0] ?? fields.client_id ?? ''
    if (!clientId.startsWith('sandbox-') || (pair && pair[1] !== 'sandbox-secret'))
      return c.json(
        { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
        401,
      )
    const refuse = (description: string) =>
      c.json({ error: 'invalid_request', error_description: description }, 400)
    if (fields.grant_type === 'authorization_code') {
      const grant = state.codes[fields.code ?? '']
      delete state.codes[fields.code ?? '']
      if (!grant || grant.expiresAt <= clock.now() || grant.clientId !== clientId)
        return refuse('Value passed for the authorization code was invalid.')
      if (grant.redirectUri !== fields.redirect_uri)
        return refuse(
          'Value passed for the redirect uri did not match the uri of the authorization code.',
        )
      if (!provesChallenge(fields.code_verifier, grant.challenge, grant.method))
        return refuse('Value passed for the code verifier did not match the code challenge.')
      const tokens = mintTokens(state, clock, grant.scopes)
      save()
      return c.json(tokens)
    }
    if (fields.grant_type === 'refresh_token') {
      const grant = state.refresh[fields.refresh_token ?? '']
      if (!grant || grant.expiresAt <= clock.now())
        return refuse('Value passed for the token was invalid.')
      delete state.refresh[fields.refresh_token ?? '']
      const tokens = mintTokens(state, clock, grant.scopes)
      save()
      return c.json(tokens)
    }
    return c.json(
      {
        error: 'unsupported_grant_type',
        error_description: 'grant_type must be authorization_code or refresh_token',
      },
      400,
    )
  })

  app.post('/2/oauth2/revoke', async (c) => {
    const { token = '' } = await readFields(c.req.raw)
    delete state.access[token]
    delete state.refresh[token]
    save()
    return c.json({ revoked: true })
  })

  return app
}
