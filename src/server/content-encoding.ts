import { brotliCompress, constants } from 'node:zlib'

const compressible =
  /^(text\/|application\/(json|javascript|xml|rss\+xml|manifest\+json)|image\/svg)/

/** Below this size compression saves nothing. */
export const minCompressedBytes = 1000

/** Whether an Accept-Encoding header allows the encoding. */
export function accepts(header: string | undefined, encoding: 'br' | 'gzip'): boolean {
  return (
    header !== undefined &&
    header.includes(encoding) &&
    header
      .split(',')
      .some(
        (entry) =>
          entry.trim().split(';', 1)[0]?.trim() === encoding && !/;\s*q=0(\.0*)?\s*$/.test(entry),
      )
  )
}

export function isCompressible(contentType: number | string | string[] | undefined): boolean {
  return compressible.test(contentType?.toString() ?? '')
}

/** Compresses in the background, at a level that costs about as much as gzip. @returns null when it fails */
export function compressWithBrotli(body: Buffer): Promise<Buffer | null> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return new Promise((resolve) =>
    brotliCompress(body, { params }, (error, compressed) => resolve(error ? null : compressed)),
  )
}

/** Weak comparison of If-None-Match with an ETag (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string | undefined): boolean {
  if (!header || !etag) return false
  if (header === etag) return true
  const strong = (tag: string): string => tag.trim().replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim() === '*' || strong(tag) === strong(etag))
}
