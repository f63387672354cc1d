import type { PayloadRequest } from 'payload'

import { AppError } from '@/platform/errors'

/** Leaves out the cause: it would look like a lost database connection, although only the visitor has left. */
const throwInterrupted = (): never => {
  throw new AppError('bad_request', 'The request was interrupted.')
}

/**
 * Reads a body of at most `limit` bytes, whatever Content-Length says.
 * @throws AppError payload_too_large; bad_request if it ends early
 */
export async function readBytes(req: PayloadRequest, limit: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = req.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read().catch(throwInterrupted)
    if (done) break
    size += value.length
    if (size > limit) {
      await reader.cancel().catch(() => {})
      throw new AppError('payload_too_large', 'The request is too large.')
    }
    chunks.push(value)
  }
  return Buffer.concat(chunks)
}

const assertJson = (req: PayloadRequest): void => {
  const type = req.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new AppError(
      'unsupported_media_type',
      'Please send JSON (Content-Type: application/json).',
    )
}

/** @throws AppError bad_request */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch (cause) {
    throw new AppError('bad_request', 'The body isn’t valid JSON.', { cause })
  }
}

/** @throws AppError unsupported_media_type, payload_too_large, bad_request */
export async function readJson(req: PayloadRequest, limit = 64 * 1024): Promise<unknown> {
  assertJson(req)
  return parseJson(await readBytes(req, limit))
}

/** Like readJson for an optional body; without one, `{}`. */
export async function readOptionalJson(req: PayloadRequest, limit = 64 * 1024): Promise<unknown> {
  if (!req.body) return {}
  const bytes = await readBytes(req, limit)
  if (bytes.length === 0) return {}
  assertJson(req)
  return parseJson(bytes)
}

/** Reads a URL-encoded form. @throws AppError unsupported_media_type, payload_too_large */
export async function readForm(req: PayloadRequest, limit = 64 * 1024): Promise<URLSearchParams> {
  const type = req.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    throw new AppError(
      'unsupported_media_type',
      'Please send a form (Content-Type: application/x-www-form-urlencoded).',
    )
  return new URLSearchParams((await readBytes(req, limit)).toString('utf8'))
}
