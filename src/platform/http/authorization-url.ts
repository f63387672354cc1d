import { createHash } from 'node:crypto'

import { browserBaseUrl } from '@/providers/oauth'

type Options = {
  /** Where the service's consent page is. */
  site: string
  path: string
  /** Only for a double on this computer, which then takes the place of `site`. */
  baseUrl?: string
  /** For services with PKCE. */
  verifier?: string
  /** What the service wants to have besides: who asks (client_id or what it calls that), redirect_uri, scope, state. */
  parameters: Record<string, string>
}

/** The page on which somebody lets the shop use their account at a service: OAuth 2.0 with a code (RFC 6749, 4.1.1; PKCE: RFC 7636). */
export function authorizationUrl({ site, path, baseUrl, verifier, parameters }: Options): URL {
  const url = new URL(path, baseUrl ? browserBaseUrl(baseUrl) : site)
  const challenge: Record<string, string> =
    verifier === undefined
      ? {}
      : {
          code_challenge: createHash('sha256').update(verifier).digest('base64url'),
          code_challenge_method: 'S256',
        }
  url.search = new URLSearchParams({
    response_type: 'code',
    ...parameters,
    ...challenge,
  }).toString()
  return url
}
