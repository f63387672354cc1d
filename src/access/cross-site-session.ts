import { type AuthStrategy, executeAuthStrategies, parseCookies } from 'payload'

/**
 * Payload believes its cookie only where the browser says that the request comes from our own pages. Then whoever
 * follows a link in a mail into the panel would have to sign in again, and browsers and programs that do not say where
 * a request comes from would never be signed in at all. Both are taken here, for reading only. A strategy is not told
 * the method, so the doors refuse every change that the browser says comes from another site: Payload's REST
 * (app/(payload)/cms/api), the panel's server function (app/(payload)/server-function-access) and the shop's own calls
 * (endpoints/endpoint), which stay closed to links from elsewhere as well.
 */
export const crossSiteSession: AuthStrategy = {
  name: 'session-from-elsewhere',
  authenticate: async ({ headers, payload }) => {
    const isSilent = !headers.has('sec-fetch-site')
    const isLink = headers.get('sec-fetch-mode') === 'navigate'
    const token =
      headers.has('origin') || headers.has('authorization') || !(isSilent || isLink)
        ? undefined
        : parseCookies(headers).get(`${payload.config.cookiePrefix}-token`)
    return token
      ? executeAuthStrategies({ headers: new Headers({ Authorization: `JWT ${token}` }), payload })
      : { user: null }
  },
}
