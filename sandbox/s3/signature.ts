import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

import { S3Error } from './errors'

export const ACCESS_KEY_ID = 'sandbox-storage'
export const SECRET_ACCESS_KEY = 'sandbox-storage-secret'

const ALGORITHM = 'AWS4-HMAC-SHA256'
const MAX_SKEW_MS = 15 * 60_000
const MAX_LINK_SECONDS = 604_800
const UNSIGNED = 'UNSIGNED-PAYLOAD'

interface Signed {
  credential: string
  signedHeaders: string[]
  signature: string
  /** As 20261124T031500Z. */
  date: string
  /** The body's hash as claimed by the client, or UNSIGNED-PAYLOAD. */
  payloadHash: string
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Checks AWS Signature Version 4, in the header or in the query, as S3 does: key, scope, time, every `x-amz-` header
 * among the signed ones, signature, and the hash of the body.
 * @throws S3Error
 */
export function verifySignature(
  request: Request,
  body: Uint8Array,
  { now, region }: { now: number; region: string },
): void {
  const url = new URL(request.url)
  const isLink = url.searchParams.has('X-Amz-Signature')
  const signed = isLink ? readLink(url) : readHeader(request)
  const [keyId, day, inRegion, service, end] = signed.credential.split('/')
  if (keyId !== ACCESS_KEY_ID)
    throw new S3Error(403, 'InvalidAccessKeyId', 'The access key ID does not exist in our records.')
  if (inRegion !== region || service !== 's3' || end !== 'aws4_request')
    throw new S3Error(
      400,
      'AuthorizationHeaderMalformed',
      `The credential scope is wrong; expecting '${region}/s3/aws4_request'.`,
    )
  assertTime(signed, url, isLink, now)
  if (day !== signed.date.slice(0, 8)) throw mismatch()
  const required = [
    'host',
    ...[...request.headers.keys()].filter((name) => name.startsWith('x-amz-')),
  ]
  if (required.some((name) => !signed.signedHeaders.includes(name)))
    throw new S3Error(403, 'AccessDenied', 'There were headers present which were not signed.')
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    canonicalQuery(url),
    ...signed.signedHeaders.map(
      (name) => `${name}:${(request.headers.get(name) ?? '').trim().replace(/\s+/g, ' ')}`,
    ),
    '',
    signed.signedHeaders.join(';'),
    signed.payloadHash,
  ].join('\n')
  const scope = [day, inRegion, service, end].join('/')
  const toSign = [ALGORITHM, signed.date, scope, sha256(canonical)].join('\n')
  const key = [day, inRegion, service, end].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${SECRET_ACCESS_KEY}`,
  )
  const expected = createHmac('sha256', key).update(toSign).digest()
  const given = Buffer.from(signed.signature, 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw mismatch()
  if (signed.payloadHash !== UNSIGNED && signed.payloadHash !== sha256(body))
    throw new S3Error(
      400,
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    )
}

function mismatch(): S3Error {
  return new S3Error(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided.',
  )
}

function readHeader({ headers }: Request): Signed {
  const header = headers.get('authorization')
  if (!header) throw new S3Error(403, 'AccessDenied', 'Access Denied')
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    ) ?? []
  const payloadHash = headers.get('x-amz-content-sha256')
  if (!credential || !signedHeaders || !signature)
    throw new S3Error(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed.')
  if (!payloadHash || !/^([0-9a-f]{64}|UNSIGNED-PAYLOAD)$/.test(payloadHash))
    throw new S3Error(400, 'InvalidRequest', 'Missing required header: x-amz-content-sha256')
  return {
    credential,
    signature,
    payloadHash,
    signedHeaders: signedHeaders.split(';'),
    date: headers.get('x-amz-date') ?? '',
  }
}

function readLink({ searchParams }: URL): Signed {
  const of = (name: string) => searchParams.get(`X-Amz-${name}`) ?? ''
  if (of('Algorithm') !== ALGORITHM)
    throw new S3Error(400, 'AuthorizationQueryParametersError', 'X-Amz-Algorithm is not supported.')
  return {
    credential: of('Credential'),
    signedHeaders: of('SignedHeaders').split(';'),
    signature: of('Signature'),
    date: of('Date'),
    payloadHash: UNSIGNED,
  }
}

function assertTime({ date }: Signed, { searchParams }: URL, isLink: boolean, now: number): void {
  const at = Date.parse(
    date.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (Number.isNaN(at))
    throw new S3Error(403, 'AccessDenied', 'AWS authentication requires a valid date.')
  if (isLink) {
    const seconds = Number(searchParams.get('X-Amz-Expires'))
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_LINK_SECONDS)
      throw new S3Error(400, 'AuthorizationQueryParametersError', 'X-Amz-Expires is out of range.')
    if (now > at + seconds * 1000) throw new S3Error(403, 'AccessDenied', 'Request has expired')
    if (at > now + MAX_SKEW_MS) throw new S3Error(403, 'AccessDenied', 'Request is not valid yet')
  } else if (Math.abs(now - at) > MAX_SKEW_MS)
    throw new S3Error(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    )
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const canonicalQuery = ({ searchParams }: URL): string =>
  [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
