import { Hono } from 'hono'

import type { Clock } from '../core/clock'
import { consentPage, refusalPage } from '../core/consent-page'
import { isReturnAddress, newSecret, provesChallenge, readFields, withQuery } from '../core/oauth'
import type { SandboxEnv } from '../core/provider'
import { EtsyError } from './errors'
import { type EtsyState, KEYSTRING, USER_ID } from './state'

const HOUR = 3_600_000
const CODE_LIFE = 10 * 60_000
const REFRESH_LIFE = 90 * 24 * HOUR
const SCOPES =
  /^(address|billing|cart|email|favorites|feedback|listings|profile|recommend|shops|transactions)_[rwd]$/

export interface Tokens {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
}

/** Issues an access and a refresh token. Both begin with the user's id and a dot, as Etsy's do. */
export function mintTokens(
  state: EtsyState,
  clock: Clock,
  scopes: string[],
  expiresIn = 3_600,
): Tokens {
  const access = newSecret(`${USER_ID}.`, 48)
  const refresh = newSecret(`${USER_ID}.`, 48)
  state.access[access] = { scopes, expiresAt: clock.now() + expiresIn * 1_000 }
  state.refresh[refresh] = { scopes, expiresAt: clock.now() + REFRESH_LIFE }
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: refresh,
  }
}

/** Consent at `/oauth/connect`, tokens at `/v3/public/oauth/token` (reference, section 3). */
export function oauthRoutes({
  state,
  clock,
  save,
}: {
  state: EtsyState
  clock: Clock
  save: () => void
}) {
  const app = new Hono<SandboxEnv>()

  app.get('/oauth/connect', (c) => {
    const query = c.req.query()
    const {
      client_id,
      redirect_uri,
      response_type,
      scope = '',
      state: oauthState,
      code_challenge,
      code_challenge_method,
    } = query
    if (client_id !== KEYSTRING)
      return refusalPage(c, 'Etsy', 'The application that is asking is not known.')
    if (!isReturnAddress(redirect_uri))
      return refusalPage(c, 'Etsy', 'The requested redirect URL is not permitted.')
    const scopes = scope.split(' ').filter(Boolean)
    const error =
      response_type !== 'code'
        ? 'unsupported_response_type'
        : scopes.length === 0 || !scopes.every((one) => SCOPES.test(one))
          ? 'invalid_scope'
          : !oauthState || !code_challenge || code_challenge_method !== 'S256'
            ? 'invalid_request'
            : undefined
    if (error)
      return c.redirect(
        withQuery(redirect_uri, {
          error,
          error_description: 'The request is missing a parameter or has an invalid one',
          state: oauthState,
        }),
      )
    return consentPage(c, {
      network: 'Etsy',
      account: 'DayfernStudio',
      scopes,
      action: '/oauth/connect',
      hidden: { redirect_uri, scope, state: oauthState, code_challenge },
    })
  })

  app.post('/oauth/connect', async (c) => {
    const {
      redirect_uri = '',
      scope = '',
      state: oauthState,
      code_challenge = '',
      choice,
    } = await readFields(c.req.raw)
    if (!isReturnAddress(redirect_uri))
      return refusalPage(c, 'Etsy', 'The requested redirect URL is not permitted.')
    if (choice !== 'allow')
      return c.redirect(
        withQuery(redirect_uri, {
          error: 'access_denied',
          error_description: 'The user denied the request',
          state: oauthState,
        }),
      )
    const code = newSecret()
    state.codes[code] = {
      scopes: scope.split(' '),
      expiresAt: clock.now() + CODE_LIFE,
      redirectUri: redirect_uri,
      challenge: code_challenge,
    }
    save()
    return c.redirect(withQuery(redirect_uri, { code, state: oauthState }))
  })

  app.post('/v3/public/oauth/token', async (c) => {
    const fields = await readFields(c.req.raw)
    if (fields.client_id !== KEYSTRING)
      throw refuse('invalid_client', 'client_id is missing or unknown')
    const grant =
      fields.grant_type === 'authorization_code'
        ? redeemCode(fields)
        : fields.grant_type === 'refresh_token'
          ? redeemRefreshToken(fields.refresh_token)
          : undefined
    if (!grant)
      throw refuse(
        'unsupported_grant_type',
        'grant_type must be authorization_code or refresh_token',
      )
    const tokens = mintTokens(state, clock, grant.scopes)
    save()
    return c.json(tokens)
  })

  const redeemCode = ({ code = '', redirect_uri, code_verifier }: Record<string, string>) => {
    const grant = state.codes[code]
    delete state.codes[code]
    if (!grant || grant.expiresAt <= clock.now())
      throw refuse('invalid_grant', 'code is invalid or has expired')
    if (grant.redirectUri !== redirect_uri)
      throw refuse('invalid_grant', 'redirect_uri does not match')
    if (!provesChallenge(code_verifier, grant.challenge, 'S256'))
      throw refuse('invalid_grant', 'code_verifier is invalid')
    return grant
  }
  /** A refresh token works once. */
  const redeemRefreshToken = (token = '') => {
    const grant = state.refresh[token]
    if (!grant || grant.expiresAt <= clock.now())
      throw refuse('invalid_grant', 'refresh_token is revoked')
    delete state.refresh[token]
    return grant
  }

  return app
}

const refuse = (error: string, description: string) => new EtsyError(400, error, { description })
