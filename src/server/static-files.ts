import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'

import { readRange } from './byte-range'
import { accepts, matchesEtag } from './content-encoding'
import { type FileEntry, FileIndex } from './file-index'

/** Files that need no Next: built chunks (compressed by the build), uploads, and brand images. */

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}
const oneYear = 'public, max-age=31536000, immutable'
const oneDay = 'public, max-age=86400'

type Folder = {
  prefix: string
  root: string
  /** Names that may be requested, decoded. */
  names: RegExp
  cacheControl: string
  isUpload?: boolean
}

export type StaticFolders = {
  /** Chunks built by Next; null leaves them to Next (in development). */
  chunks: string | null
  uploads: string
  brand: string
}

const toFolders = ({ chunks, uploads, brand }: StaticFolders): Folder[] => [
  ...(chunks
    ? [
        {
          prefix: '/_next/static/',
          root: chunks,
          names: /^[\w./()[\]@~%+-]{1,300}$/,
          cacheControl: oneYear,
        },
      ]
    : []),
  {
    prefix: '/uploads/',
    root: uploads,
    cacheControl: oneYear,
    isUpload: true,
    names: /^[a-z0-9][a-z0-9-]{0,160}\.(avif|webp|jpg|png|mp3|m4a|ogg|mp4|pdf|doc|docx)$/,
  },
  {
    prefix: '/brand/',
    root: brand,
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

const pipeFile = (
  res: ServerResponse,
  file: string,
  range?: { start: number; end: number },
): void => {
  createReadStream(file, range)
    .on('error', () => res.destroy())
    .pipe(res)
}

/** A recording, film, or document: in parts when the client asks for one. */
const sendInParts = (
  req: IncomingMessage,
  res: ServerResponse,
  { file, size, etag }: FileEntry,
): void => {
  const ifRange = req.headers['if-range']
  const range = ifRange && ifRange !== etag ? null : readRange(req.headers.range, size)
  res.setHeader('Accept-Ranges', 'bytes')
  if (range === 'unsatisfiable') {
    res.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end()
    return
  }
  const { first, last } = range ?? { first: 0, last: size - 1 }
  res.writeHead(range ? 206 : 200, {
    'Content-Length': last - first + 1,
    ...(range ? { 'Content-Range': `bytes ${first}-${last}/${size}` } : {}),
  })
  if (req.method === 'HEAD') res.end()
  else pipeFile(res, file, { start: first, end: last })
}

const sendWhole = (req: IncomingMessage, res: ServerResponse, entry: FileEntry): void => {
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
  else pipeFile(res, compressed ? compressed.file : entry.file)
}

const send = (
  req: IncomingMessage,
  res: ServerResponse,
  { cacheControl, isUpload }: Folder,
  name: string,
  entry: FileEntry,
): void => {
  res.setHeader('Cache-Control', cacheControl)
  res.setHeader('ETag', entry.etag)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  if (isUpload) res.setHeader('Content-Security-Policy', "sandbox; default-src 'none'")
  if (matchesEtag(req.headers['if-none-match'], entry.etag)) {
    res.writeHead(304).end()
    return
  }
  const type = contentTypes[path.extname(name)] ?? 'application/octet-stream'
  res.setHeader('Content-Type', type)
  // Documents are downloaded, never shown inside the shop, whatever they contain.
  const isDocument = isUpload && type.startsWith('application/')
  if (isDocument) res.setHeader('Content-Disposition', `attachment; filename="${name}"`)
  if (isDocument || /^(audio|video)\//.test(type)) sendInParts(req, res, entry)
  else sendWhole(req, res, entry)
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
  const index = new FileIndex()
  return (req, res, urlPath) => {
    const folder = folders.find(({ prefix }) => urlPath.startsWith(prefix))
    if (!folder) return false
    const name = decodeName(urlPath.slice(folder.prefix.length))
    const entry =
      name !== null && folder.names.test(name) && !name.split('/').includes('..')
        ? index.find(folder.root, name)
        : null
    if (!entry && !folder.isUpload) return false
    for (const [header, value] of Object.entries(headers)) res.setHeader(header, value)
    if (entry && name !== null) send(req, res, folder, name, entry)
    else
      res
        .writeHead(404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
        .end('Not found')
    return true
  }
}
