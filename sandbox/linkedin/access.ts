import type { Context, MiddlewareHandler } from 'hono'

import { bearerOf } from '../core/oauth'
import type { LinkedInEnv, ProviderContext } from './context'
import { createError, LinkedInError } from './errors'
import { type LinkedInState, mayPostAs, PERSON_URN, type PostRecord } from './state'

/** Requires a valid access token, and sets its grant. */
export function requireToken({ state, clock }: ProviderContext): MiddlewareHandler<LinkedInEnv> {
  return async (c, next) => {
    const token = bearerOf(c.req.header('authorization'))
    if (!token)
      throw new LinkedInError(401, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token', 65_604)
    const grant = state.tokens[token]
    if (!grant) throw createError(401)
    if (grant.expiresAt <= clock.now())
      throw new LinkedInError(
        401,
        'EXPIRED_ACCESS_TOKEN',
        'The token used in the request has expired',
        65_602,
      )
    c.set('grant', grant)
    await next()
  }
}

/** Requires the headers with the version of the API (there is no default) and of the protocol. */
export function requireVersion({ settings }: ProviderContext): MiddlewareHandler<LinkedInEnv> {
  return async (c, next) => {
    const version = c.req.header('linkedin-version')
    if (!version)
      throw new LinkedInError(
        400,
        'VERSION_MISSING',
        'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
      )
    if (
      !/^\d{6}(\.\d{2})?$/.test(version) ||
      Number(version.slice(0, 6)) < settings.oldestVersion ||
      Number(version.slice(0, 6)) > settings.newestVersion
    ) {
      throw new LinkedInError(
        426,
        'NONEXISTENT_VERSION',
        `Requested version ${version} is not active`,
      )
    }
    if (c.req.header('x-restli-protocol-version') !== '2.0.0')
      throw new LinkedInError(400, 'ILLEGAL_ARGUMENT', 'X-Restli-Protocol-Version must be 2.0.0')
    await next()
  }
}

/** @throws LinkedInError 403 if the grant lacks the scope for `call`, such as 'posts.CREATE' */
export function requireScope(c: Context<LinkedInEnv>, scope: string, call: string): void {
  if (!c.get('grant').scopes.includes(scope))
    throw createError(403, `Not enough permissions to access: ${call}`)
}

/** @throws LinkedInError 403 if the grant may not act for the member or organization `urn` */
export function requireAuthor(c: Context<LinkedInEnv>, urn: string, call: string): void {
  if (urn === PERSON_URN) return requireScope(c, 'w_member_social', call)
  if (!mayPostAs(urn))
    throw createError(
      403,
      `Not enough permissions to access: ${call}. The member has no role in ${urn} that may post`,
    )
  requireScope(c, 'w_organization_social', call)
}

/** Returns a post. @throws LinkedInError 404 if it doesn't exist or was deleted */
export function getPost(state: LinkedInState, encodedUrn: string): PostRecord {
  const urn = decodeURIComponent(encodedUrn)
  const post = state.posts.find((one) => one.urn === urn && !one.deleted)
  if (!post) throw createError(404)
  return post
}
