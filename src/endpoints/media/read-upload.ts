import { bulkhead, isBulkheadRejectedError } from 'cockatiel'
import type { PayloadRequest } from 'payload'

import { readBytes } from '@/endpoints/http/body'
import { AppError } from '@/platform/errors'
import { resumeRequestBody } from '@/platform/observability/work-context'

type Upload = { file: { name: string; data: Buffer }; fields: Record<string, string> }

/** Bytes of a form besides the file: boundaries, names, and text fields. */
const formBytes = 64 * 1024
const maxParts = 10

const throwTooLarge = (maxBytes: number): never => {
  throw new AppError(
    'payload_too_large',
    `The file is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`,
  )
}

/** Proxies usually wait a minute for a response. */
const maxWaitMs = 45_000

const busy = (): AppError =>
  new AppError(
    'unavailable',
    'Many files are being uploaded right now. Please try again in a minute.',
    { retryAfterSeconds: 60 },
  )

/**
 * Returns a function that does work with uploads. An upload needs about six times its size while it is read, so two are
 * read at a time; the others wait unread. It throws AppError unavailable when 60 are waiting, and for an upload whose turn
 * hasn't come after `waitMs` milliseconds: its work is never done then.
 */
export function createUploadQueue(waitMs = maxWaitMs) {
  const uploading = bulkhead(2, 60)
  return <Result>(work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const waiting = new AbortController()
      const timer = setTimeout(() => {
        waiting.abort()
        reject(busy())
      }, waitMs)
      uploading
        .execute(() => {
          clearTimeout(timer)
          return work()
        }, waiting.signal)
        .catch((error: unknown) => {
          clearTimeout(timer)
          throw isBulkheadRejectedError(error) ? busy() : error
        })
        .then(resolve, reject)
    })
}

/**
 * Reads a form with one field `file` and a few short ones, of at most `maxBytes`, whatever Content-Length says.
 * @throws AppError unsupported_media_type, payload_too_large, bad_request, invalid
 */
export async function readUpload(req: PayloadRequest, maxBytes: number): Promise<Upload> {
  const type = req.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new AppError(
      'unsupported_media_type',
      'Please send a form with a file (Content-Type: multipart/form-data).',
    )
  if (Number(req.headers.get('content-length')) > maxBytes + formBytes) throwTooLarge(maxBytes)
  resumeRequestBody()
  const bytes = await readBytes(req, maxBytes + formBytes).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'payload_too_large') throwTooLarge(maxBytes)
    throw error
  })
  const form = await new Response(bytes, { headers: { 'Content-Type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw new AppError('bad_request', 'Couldn’t read the form.', { cause })
    })
  const parts = [...form]
  const files = form.getAll('file')
  const [file] = files
  if (files.length !== 1 || !(file instanceof File) || file.size === 0)
    throw new AppError('invalid', 'Please choose a file.', {
      fields: { file: 'Please choose a file.' },
    })
  if (file.size > maxBytes) throwTooLarge(maxBytes)
  if (
    parts.length > maxParts ||
    parts.some(([name, value]) => name !== 'file' && typeof value !== 'string')
  )
    throw new AppError('invalid', 'Please upload one file at a time.', {
      fields: { file: 'Please upload one file at a time.' },
    })
  return {
    // Control characters and line breaks are no part of a name.
    file: {
      name: file.name.replace(/[\p{Cc}\p{Cs}]/gu, '').slice(-200) || 'file',
      data: Buffer.from(await file.arrayBuffer()),
    },
    fields: Object.fromEntries(parts.filter(([name]) => name !== 'file') as [string, string][]),
  }
}
