import { createHash, randomBytes } from 'node:crypto'

/** A new, unguessable secret, for codes and tokens. */
export function newSecret(prefix = '', bytes = 24): string {
  return prefix + randomBytes(bytes).toString('base64url')
}

/** Where the fakes redirect a browser to: https as in reality, or this computer. */
export function isReturnAddress(uri: string | undefined): uri is string {
  if (!uri || !URL.canParse(uri)) return false
  const { protocol, hostname, hash } = new URL(uri)
  if (hash) return false
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  )
}

export function withQuery(
  uri: string,
  query: Record<string, string | undefined>,
  fragment = '',
): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href + fragment
}

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

/** RFC 7636; a challenge without a method is `plain`. */
export function provesChallenge(
  verifier: string | undefined,
  challenge: string,
  method: string | undefined,
): boolean {
  if (!verifier || !VERIFIER.test(verifier)) return false
  return (
    challenge ===
    (method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier)
  )
}

/** The id and secret of an `Authorization: Basic` header. */
export function basicPair(
  authorization: string | undefined,
): [id: string, secret: string] | undefined {
  const encoded = /^Basic (\S+)$/i.exec(authorization ?? '')?.[1]
  if (!encoded) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const at = text.indexOf(':')
  return at < 0 ? undefined : [text.slice(0, at), text.slice(at + 1)]
}

export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
}

/** The fields of a body: a form, or JSON where a provider accepts both. */
export async function readFields(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('multipart/form-data')) {
    const form = await request.formData()
    return Object.fromEntries(
      [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
    )
  }
  const text = await request.text()
  if (!type.includes('json')) return Object.fromEntries(new URLSearchParams(text))
  try {
    const fields = JSON.parse(text || '{}') as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )
  } catch {
    return {}
  }
}
