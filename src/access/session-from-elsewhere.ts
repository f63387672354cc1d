import { type AuthStrategy, executeAuthStrategies, parseCookies } from 'payload'

/**
 * Payload believes its cookie only where the browser says that the request comes from our own pages. Then whoever
 * follows a link in a mail into the panel would have to sign in again, and browsers and programs that do not say where
 * a request comes from would never be signed in at all. Both are taken here, for reading: such requests carry no
 * Origin, which every change from another site does, and the cookie is SameSite=Lax. The shop's own calls stay closed
 * to links from elsewhere (endpoints/endpoint).
 */
export const sessionFromElsewhere: AuthStrategy = {
  name: 'session-from-elsewhere',
  authenticate: async ({ headers, payload }) => {
    const isSilent = !headers.has('sec-fetch-site')
    const isLink = headers.get('sec-fetch-mode') === 'navigate'
    const token = headers.has('origin') || headers.has('authorization') || !(isSilent || isLink) ? undefined : parseCookies(headers).get(`${payload.config.cookiePrefix}-token`)
    return token ? executeAuthStrategies({ headers: new Headers({ Authorization: `JWT ${token}` }), payload }) : { user: null }
  },
}
