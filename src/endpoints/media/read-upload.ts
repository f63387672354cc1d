import type { PayloadRequest } from 'payload'

import { readBytes } from '@/endpoints/http/body'
import { AppError } from '@/platform/errors'

export type Upload = { file: { name: string; data: Buffer }; fields: Record<string, string> }

/** What a form is written in besides the file: boundaries, names, and the words that come with it. */
const formBytes = 64 * 1024
const mostFields = 10

const refuseLarge = (most: number): never => {
  throw new AppError(
    'payload_too_large',
    `The file is larger than ${Math.round(most / 1024 / 1024)} MB.`,
  )
}

/**
 * A form with one field `file` and a few short ones. Reading stops as soon as it is too much, whatever Content-Length says.
 * @throws AppError unsupported_media_type, payload_too_large, bad_request, invalid
 */
export async function readUpload(req: PayloadRequest, most: number): Promise<Upload> {
  const type = req.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new AppError(
      'unsupported_media_type',
      'Please send a form with a file (Content-Type: multipart/form-data).',
    )
  if (Number(req.headers.get('content-length')) > most + formBytes) refuseLarge(most)
  const bytes = await readBytes(req, most + formBytes).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'payload_too_large') refuseLarge(most)
    throw error
  })
  const form = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw new AppError('bad_request', 'The form cannot be read.', { cause })
    })
  const parts = [...form]
  const files = form.getAll('file')
  const [file] = files
  if (files.length !== 1 || !(file instanceof File) || file.size === 0)
    throw new AppError('invalid', 'Please choose a file.', {
      fields: { file: 'Please choose a file.' },
    })
  if (file.size > most) refuseLarge(most)
  if (
    parts.length > mostFields ||
    parts.some(([name, value]) => name !== 'file' && typeof value !== 'string')
  )
    throw new AppError('invalid', 'One file at a time, please.', {
      fields: { file: 'One file at a time, please.' },
    })
  return {
    // A name without an ending would have none to leave out; line breaks and the like are no part of a name.
    file: {
      name: file.name.replace(/[\p{Cc}\p{Cs}]/gu, '').slice(-200) || 'file',
      data: Buffer.from(await file.arrayBuffer()),
    },
    fields: Object.fromEntries(parts.filter(([name]) => name !== 'file') as [string, string][]),
  }
}
