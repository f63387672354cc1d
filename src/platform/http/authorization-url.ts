import { createHash } from 'node:crypto'

type Options = {
  /** Origin of the service's consent page. */
  site: string
  path: string
  /** Replaces `site` with a sandbox on this computer. */
  baseUrl?: string
  /** For services with PKCE. */
  verifier?: string
  /** Parameters of the service: client_id (or what it calls that), redirect_uri, scope, state. */
  parameters: Record<string, string>
}

/** Returns the origin at which the browser reaches a sandbox: `localhost`, because cookies and fetch metadata need a name. */
export function browserBaseUrl(baseUrl: string): string {
  const url = new URL(baseUrl)
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost'
  return url.origin
}

/** Returns the consent page of a service: OAuth 2.0 authorization code flow (RFC 6749, 4.1.1; PKCE: RFC 7636). */
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

/** The form that exchanges an authorization code for tokens (RFC 6749, 4.1.3). */
export function codeGrant(attempt: { code: string; redirectUri: string; verifier?: string }) {
  return {
    grant_type: 'authorization_code',
    code: attempt.code,
    redirect_uri: attempt.redirectUri,
    ...(attempt.verifier === undefined ? {} : { code_verifier: attempt.verifier }),
  }
}

/** The form that renews tokens (RFC 6749, 6). */
export function refreshGrant({ refreshToken }: { refreshToken: string | null }) {
  return { grant_type: 'refresh_token', refresh_token: refreshToken ?? '' }
}

/** Services separate scopes by spaces, commas, or both. */
export function parseScopes(scope: string): string[] {
  return scope.split(/[ ,]+/).filter(Boolean)
}
