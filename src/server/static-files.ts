import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, type Readable } from 'node:stream'

import { reportError } from '@/platform/observability/error-reporter'
import { contentTypeOf } from '@/platform/storage/content-types'

import { readRange } from './byte-range'
import { accepts, matchesEtag } from './content-encoding'
import { type FileEntry, FileIndex } from './file-index'
import type { StoredUploads } from './stored-uploads'

/** Files that need no Next: built chunks (compressed by the build), uploads, and brand images. */

const oneYear = 'public, max-age=31536000, immutable'
const oneDay = 'public, max-age=86400'
/** Seconds after which a browser may retry a file that the bucket failed to deliver. */
const retryAfterSeconds = 5

/** Requested by programs that read no page. */
const aliases: Readonly<Record<string, string>> = { '/favicon.ico': '/brand/favicon-32.png' }

type Folder = {
  prefix: string
  files: { find: (name: string) => FileEntry | null | Promise<FileEntry | null> }
  /** Names that may be requested, decoded. */
  names: RegExp
  cacheControl: string
  isUpload?: boolean
}

type StaticFolders = {
  /** Chunks built by Next; null leaves them to Next (in development). */
  chunks: string | null
  /** A folder, or what reads them from a bucket. */
  uploads: string | StoredUploads
  brand: string
}

const toFolders = ({ chunks, uploads, brand }: StaticFolders): Folder[] => [
  ...(chunks
    ? [
        {
          prefix: '/_next/static/',
          files: new FileIndex(chunks),
          names: /^[\w./()[\]@~%+-]{1,300}$/,
          cacheControl: oneYear,
        },
      ]
    : []),
  {
    prefix: '/uploads/',
    files: typeof uploads === 'string' ? new FileIndex(uploads, { mayLoseFiles: true }) : uploads,
    cacheControl: oneYear,
    isUpload: true,
    names: /^[a-z0-9][a-z0-9-]{0,160}\.(avif|webp|jpg|png|mp3|m4a|ogg|mp4|pdf|doc|docx)$/,
  },
  {
    prefix: '/brand/',
    files: new FileIndex(brand),
    names: /^(emblems\/)?[\w-]{1,120}\.(avif|webp|svg|png|jpg)$/,
    cacheControl: oneDay,
  },
]

const decodeName = (encoded: string): string | null => {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

const fileHeaders = [
  'ETag',
  'Content-Type',
  'Content-Length',
  'Content-Encoding',
  'Content-Disposition',
  'Accept-Ranges',
  'Vary',
]

/** Sends a plain response in place of a file; nothing may have been sent yet. */
const sendText = (
  res: ServerResponse,
  status: 404 | 503,
  text: string,
  headers: Record<string, string> = {},
): void => {
  for (const header of fileHeaders) res.removeHeader(header)
  res
    .writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store', ...headers })
    .end(text)
}

/** A client that disconnects also ends the read; a file that can't be read to its end closes the connection. */
const pipeBody = (res: ServerResponse, body: Readable): void => {
  pipeline(body, res, (error) => {
    if (error) res.destroy()
  })
}

/** Audio, video, or a document: in parts if the client asks for one. */
const sendInParts = async (
  req: IncomingMessage,
  res: ServerResponse,
  { open, size, etag }: FileEntry,
): Promise<void> => {
  const ifRange = req.headers['if-range']
  const range = ifRange && ifRange !== etag ? null : readRange(req.headers.range, size)
  res.setHeader('Accept-Ranges', 'bytes')
  if (range === 'unsatisfiable') {
    res.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end()
    return
  }
  const body = req.method === 'HEAD' ? null : await open(range ?? undefined)
  if (!body && req.method !== 'HEAD') return sendText(res, 404, 'Not found')
  res.writeHead(range ? 206 : 200, {
    'Content-Length': range ? range.last - range.first + 1 : size,
    ...(range ? { 'Content-Range': `bytes ${range.first}-${range.last}/${size}` } : {}),
  })
  if (body) pipeBody(res, body)
  else res.end()
}

const sendWhole = async (
  req: IncomingMessage,
  res: ServerResponse,
  entry: FileEntry,
): Promise<void> => {
  const encodings = req.headers['accept-encoding']
  const encoding =
    entry.br && accepts(encodings, 'br')
      ? 'br'
      : entry.gzip && accepts(encodings, 'gzip')
        ? 'gzip'
        : null
  const compressed = encoding && entry[encoding]
  if (entry.br || entry.gzip) res.setHeader('Vary', 'Accept-Encoding')
  if (encoding) res.setHeader('Content-Encoding', encoding)
  res.setHeader('Content-Length', compressed ? compressed.size : entry.size)
  if (req.method === 'HEAD') res.end()
  else if (compressed?.body) res.end(compressed.body)
  else {
    const body = compressed ? createReadStream(compressed.file) : await entry.open()
    if (body) pipeBody(res, body)
    else sendText(res, 404, 'Not found')
  }
}

const send = async (
  req: IncomingMessage,
  res: ServerResponse,
  { cacheControl, isUpload }: Folder,
  name: string,
  entry: FileEntry,
): Promise<void> => {
  res.setHeader('Cache-Control', cacheControl)
  res.setHeader('ETag', entry.etag)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  if (isUpload) res.setHeader('Content-Security-Policy', "sandbox; default-src 'none'")
  if (matchesEtag(req.headers['if-none-match'], entry.etag)) {
    res.writeHead(304).end()
    return
  }
  const type = contentTypeOf(name)
  res.setHeader('Content-Type', type)
  // Documents are downloaded, never shown inside the shop, whatever they contain.
  const isDocument = isUpload && type.startsWith('application/')
  if (isDocument) res.setHeader('Content-Disposition', `attachment; filename="${name}"`)
  if (isDocument || /^(audio|video)\//.test(type)) await sendInParts(req, res, entry)
  else await sendWhole(req, res, entry)
}

/** Sends the file that was found, or an error response. Never throws. */
const sendFile = async (
  req: IncomingMessage,
  res: ServerResponse,
  folder: Folder,
  name: string,
  found: FileEntry | null | Promise<FileEntry | null>,
): Promise<void> => {
  try {
    const entry = await found
    if (entry) await send(req, res, folder, name, entry)
    else sendText(res, 404, 'Not found')
  } catch (error) {
    reportError(error)
    if (res.headersSent) res.destroy()
    else
      sendText(res, 503, 'This file can’t be loaded right now.', {
        'Content-Type': 'text/plain; charset=utf-8',
        'Retry-After': String(retryAfterSeconds),
      })
  }
}

/**
 * @param headers of every response
 * @returns a function that sends the file of a path and returns true, or returns false when the path is not a file's here
 */
export function serveStaticFiles(
  roots: StaticFolders,
  headers: Record<string, string> = {},
): (req: IncomingMessage, res: ServerResponse, urlPath: string) => boolean {
  const folders = toFolders(roots)
  return (req, res, requested) => {
    const urlPath = aliases[requested] ?? requested
    const folder = folders.find(({ prefix }) => urlPath.startsWith(prefix))
    if (!folder) return false
    const name = decodeName(urlPath.slice(folder.prefix.length))
    const file =
      name !== null && folder.names.test(name) && !name.split('/').includes('..')
        ? folder.files.find(name)
        : null
    if (!file && !folder.isUpload) return false
    for (const [header, value] of Object.entries(headers)) res.setHeader(header, value)
    void sendFile(req, res, folder, name ?? '', file)
    return true
  }
}
