import { type AuthStrategy, executeAuthStrategies, parseCookies } from 'payload'

/** Whether the browser reports that another site sent this request. Other clients report nothing. */
export function isCrossOrigin({ headers }: Pick<Request, 'headers'>): boolean {
  return !['same-origin', 'none', null].includes(headers.get('sec-fetch-site'))
}

/**
 * Payload accepts its cookie only if the browser reports a same-origin request. Users who follow a link in an email to
 * the admin would have to sign in again, and clients that report no origin could never sign in. This strategy accepts
 * both for reading. A strategy does not know the method, so every entry point refuses changes from another site:
 * Payload's REST (app/(payload)/cms/api), the admin's server function (app/(payload)/server-function-access), and
 * endpoints/endpoint, which treats links on other sites as signed out too.
 */
export const crossSiteSession: AuthStrategy = {
  name: 'session-from-elsewhere',
  authenticate: async ({ headers, payload }) => {
    const reportsNothing = !headers.has('sec-fetch-site')
    const isNavigation = headers.get('sec-fetch-mode') === 'navigate'
    const token =
      headers.has('origin') || headers.has('authorization') || !(reportsNothing || isNavigation)
        ? undefined
        : parseCookies(headers).get(`${payload.config.cookiePrefix}-token`)
    return token
      ? executeAuthStrategies({ headers: new Headers({ Authorization: `JWT ${token}` }), payload })
      : { user: null }
  },
}
