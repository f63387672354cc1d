import { Hono } from 'hono'

import { consentPage, refusalPage } from '../core/consent-page'
import { isReturnAddress, newSecret, readFields, withQuery } from '../core/oauth'
import type { SandboxEnv } from '../core/provider'
import { badParameter, GraphError } from '../graph/errors'
import { liveToken, mint, type ProviderContext } from './context'
import { DAY, SCOPES, USER_ID, USERNAME } from './state'

const CODE_LIFE = 3_600_000

/** Consent (www), code for a short token (api), short for long and refresh (graph): reference, section 2. */
export function oauthRoutes(context: ProviderContext) {
  const app = new Hono<SandboxEnv>()
  const { state, clock, save } = context

  app.get('/oauth/authorize', (c) => {
    const {
      client_id = '',
      redirect_uri,
      response_type,
      scope = '',
      state: oauthState,
    } = c.req.query()
    if (!client_id.startsWith('sandbox-'))
      return refusalPage(c, 'Instagram', 'Invalid platform app.')
    if (!isReturnAddress(redirect_uri)) return refusalPage(c, 'Instagram', 'Invalid redirect_uri.')
    const scopes = scope.split(/[ ,]+/).filter(Boolean)
    if (response_type !== 'code') return refusalPage(c, 'Instagram', 'Invalid response_type.')
    if (
      !scopes.includes('instagram_business_basic') ||
      !scopes.every((one) => SCOPES.includes(one))
    )
      return refusalPage(
        c,
        'Instagram',
        'Invalid scope: instagram_business_basic is required, and only known scopes are.',
      )
    return consentPage(c, {
      network: 'Instagram',
      account: `@${USERNAME}`,
      scopes,
      canDeselect: true,
      action: '/oauth/authorize',
      hidden: { redirect_uri, state: oauthState },
    })
  })

  app.post('/oauth/authorize', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const redirectUri = form.get('redirect_uri') ?? ''
    const oauthState = form.get('state') ?? undefined
    if (!isReturnAddress(redirectUri)) return refusalPage(c, 'Instagram', 'Invalid redirect_uri.')
    if (form.get('choice') !== 'allow') {
      return c.redirect(
        withQuery(
          redirectUri,
          {
            error: 'access_denied',
            error_reason: 'user_denied',
            error_description: 'The user denied your request.',
            state: oauthState,
          },
          '#_',
        ),
      )
    }
    const code = newSecret('AQB', 40)
    const scopes = [
      ...new Set([
        'instagram_business_basic',
        ...form.getAll('scope').filter((one) => SCOPES.includes(one)),
      ]),
    ]
    state.codes[code] = { scopes, redirectUri, expiresAt: clock.now() + CODE_LIFE }
    save()
    return c.redirect(withQuery(redirectUri, { code, state: oauthState }, '#_'))
  })

  app.post('/oauth/access_token', async (c) => {
    const {
      client_id = '',
      client_secret,
      grant_type,
      redirect_uri,
      code = '',
    } = await readFields(c.req.raw)
    if (!client_id.startsWith('sandbox-') || client_secret !== 'sandbox-secret')
      return refuse('Invalid platform app')
    if (grant_type !== 'authorization_code') return refuse('Invalid grant_type')
    const grant = state.codes[code]
    delete state.codes[code]
    if (!grant || grant.expiresAt <= clock.now())
      return refuse('This authorization code has been used or has expired')
    if (grant.redirectUri !== redirect_uri)
      return refuse(
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      )
    const { value } = mint(context, 'short', grant.scopes)
    const flat = { access_token: value, user_id: Number(USER_ID), permissions: grant.scopes }
    return c.json(
      context.settings.wrapped
        ? { data: [{ ...flat, permissions: grant.scopes.join(',') }] }
        : flat,
    )
  })

  app.get('/access_token', (c) => {
    const { grant_type, client_secret, access_token } = c.req.query()
    if (grant_type !== 'ig_exchange_token') throw badParameter('Invalid grant_type')
    if (client_secret !== 'sandbox-secret')
      throw new GraphError({ code: 1, message: 'Error validating client secret.' })
    const token = liveToken(context, access_token)
    if (token.kind !== 'short') throw badParameter('The access token is not a short-lived one')
    const { value, expiresIn } = mint(context, 'long', token.scopes)
    return c.json({ access_token: value, token_type: 'bearer', expires_in: expiresIn })
  })

  /** There is no refresh token: the access token renews itself, once it is a day old. */
  app.get('/refresh_access_token', (c) => {
    const { grant_type, access_token } = c.req.query()
    if (grant_type !== 'ig_refresh_token') throw badParameter('Invalid grant_type')
    const token = liveToken(context, access_token)
    if (token.kind !== 'long') throw badParameter('The access token is not a long-lived one')
    if (clock.now() - token.issuedAt < DAY)
      throw badParameter('The access token must be at least 24 hours old to be refreshed')
    const { value, expiresIn } = mint(context, 'long', token.scopes)
    return c.json({ access_token: value, token_type: 'bearer', expires_in: expiresIn })
  })

  return app
}

/** The token endpoint of api.instagram.com has a shape of its own. */
const refuse = (error_message: string) =>
  Response.json({ error_type: 'OAuthException', code: 400, error_message }, { status: 400 })
