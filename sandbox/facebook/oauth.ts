import { type Context, Hono } from 'hono'

import { consentPage, refusalPage } from '../core/consent-page'
import { isReturnAddress, newSecret, withQuery } from '../core/oauth'
import type { SandboxEnv } from '../core/provider'
import { GraphError } from '../graph/errors'
import { parseFields, pick } from '../graph/fields'
import { graphPage } from '../graph/pagination'
import { fieldsOf, liveToken, mint, type ProviderContext } from './context'
import { PAGES, SCOPES, USER } from './state'

const HOUR = 3_600_000
const LONG_LIFE = 60 * 24 * HOUR
/** Few, so that the shop has to follow the pagination. */
const MAX_PAGES = 2

/**
 * The consent dialog, short-lived and long-lived user tokens, and the Pages with their tokens (publishing reference,
 * section 1).
 */
export function oauthRoutes(context: ProviderContext) {
  const app = new Hono<SandboxEnv>()
  const { state, clock, save } = context

  app.get('/:version/dialog/oauth', (c) => {
    const {
      client_id = '',
      redirect_uri,
      response_type = 'code',
      scope = '',
      state: oauthState,
    } = c.req.query()
    const scopes = scope.split(/[ ,]+/).filter(Boolean)
    if (!client_id.startsWith('sandbox-'))
      return refusalPage(
        c,
        'Facebook',
        'Invalid App ID: the provided app ID does not look like a valid app ID.',
      )
    if (!isReturnAddress(redirect_uri))
      return refusalPage(
        c,
        'Facebook',
        'URL Blocked: this redirect failed because the redirect URI is not white-listed.',
      )
    const invalidScopes = scopes.filter((one) => !SCOPES.includes(one))
    if (invalidScopes.length > 0 || response_type !== 'code')
      return refusalPage(c, 'Facebook', `Invalid Scopes: ${invalidScopes.join(', ')}`)
    return consentPage(c, {
      network: 'Facebook',
      account: USER.name,
      scopes,
      canDeselect: true,
      action: c.req.path,
      hidden: { redirect_uri, state: oauthState },
    })
  })

  app.post('/:version/dialog/oauth', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const redirectUri = form.get('redirect_uri') ?? ''
    const oauthState = form.get('state') ?? undefined
    if (!isReturnAddress(redirectUri)) return refusalPage(c, 'Facebook', 'URL Blocked.')
    if (form.get('choice') !== 'allow') {
      return c.redirect(
        withQuery(
          redirectUri,
          {
            error: 'access_denied',
            error_code: '200',
            error_description: 'Permissions error',
            error_reason: 'user_denied',
            state: oauthState,
          },
          '#_=_',
        ),
      )
    }
    const code = newSecret('AQ', 60)
    state.codes[code] = {
      scopes: form.getAll('scope'),
      redirectUri,
      expiresAt: clock.now() + 10 * 60_000,
    }
    save()
    return c.redirect(withQuery(redirectUri, { code, state: oauthState }, '#_=_'))
  })

  const token = async (c: Context) => {
    const {
      client_id = '',
      client_secret,
      redirect_uri,
      code,
      grant_type,
      fb_exchange_token = '',
    } = await fieldsOf(c)
    if (!client_id.startsWith('sandbox-'))
      throw new GraphError({
        code: 101,
        message: 'Error validating application. Cannot get application info due to a system error.',
      })
    if (client_secret !== 'sandbox-secret')
      throw new GraphError({ code: 1, message: 'Error validating client secret.' })
    if (grant_type === 'fb_exchange_token') {
      const { scopes } = liveToken(context, c, { access_token: fb_exchange_token })
      return c.json({
        access_token: mint(context, {
          kind: 'long',
          pageId: null,
          scopes,
          expiresAt: clock.now() + LONG_LIFE,
        }),
        token_type: 'bearer',
        expires_in: 5_183_944,
      })
    }
    const grant = state.codes[code ?? '']
    delete state.codes[code ?? '']
    if (!grant || grant.expiresAt <= clock.now())
      throw new GraphError({
        code: 100,
        subcode: 36_009,
        message: 'This authorization code has been used.',
      })
    if (grant.redirectUri !== redirect_uri)
      throw new GraphError({
        code: 100,
        subcode: 36_008,
        message:
          'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      })
    return c.json({
      access_token: mint(context, {
        kind: 'user',
        pageId: null,
        scopes: grant.scopes,
        expiresAt: clock.now() + 2 * HOUR,
      }),
      token_type: 'bearer',
      expires_in: 7_200,
    })
  }
  app.get('/:version/oauth/access_token', token)
  app.post('/:version/oauth/access_token', token)

  app.get('/:version/me', (c) => {
    const { kind, pageId } = liveToken(context, c, c.req.query())
    const page = PAGES.find(({ id }) => id === pageId)
    return c.json(
      pick(
        kind === 'page' && page ? { ...page } : { ...USER, email: undefined },
        parseFields(c.req.query('fields'), 'id,name'),
        kind === 'page' ? 'Page' : 'User',
      ),
    )
  })

  app.get('/:version/me/permissions', (c) => {
    const { scopes } = liveToken(context, c, c.req.query())
    return c.json({
      data: SCOPES.map((permission) => ({
        permission,
        status: scopes.includes(permission) ? 'granted' : 'declined',
      })),
    })
  })

  /** The shop posts with the Page token in each item. A Page token from a long-lived user token never expires. */
  app.get('/:version/me/accounts', (c) => {
    const user = liveToken(context, c, c.req.query(), 'pages_show_list')
    const fields = parseFields(c.req.query('fields'), 'access_token,category,name,id,tasks')
    return c.json(
      graphPage(c, PAGES, {
        origin: context.origin(),
        maxLimit: MAX_PAGES,
        view: (page) =>
          pick(
            {
              id: page.id,
              name: page.name,
              category: page.category,
              tasks: page.canPost ? ['CREATE_CONTENT', 'MANAGE', 'ANALYZE'] : ['ANALYZE'],
              access_token: mint(context, {
                kind: 'page',
                pageId: page.id,
                scopes: page.canPost
                  ? user.scopes
                  : user.scopes.filter((one) => one !== 'pages_manage_posts'),
                expiresAt: user.kind === 'long' ? null : user.expiresAt,
              }),
              picture: {
                data: {
                  url: context.pictures.url(`page-${page.id}.jpg`),
                  width: 50,
                  height: 50,
                  is_silhouette: false,
                },
              },
            },
            fields,
            'Page',
          ),
      }),
    )
  })

  return app
}
