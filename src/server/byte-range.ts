/** Audio and video are requested in parts, so that they can start in the middle. A part is at most this many bytes. */
const maxPartBytes = 4 * 1024 * 1024

export type ByteRange = { first: number; last: number }

/**
 * Reads a Range header. More than one range, and what cannot be parsed, count as the whole file (RFC 9110, 14.2).
 * @param size of the file in bytes
 * @returns the range to send, cut to 4 MB; null for the whole file; 'unsatisfiable' when the file has no such bytes
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | null | 'unsatisfiable' {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec((header ?? '').trim()) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  const isSuffix = from === ''
  const first = isSuffix ? Math.max(0, size - Number(to)) : Number(from)
  const requestedLast = isSuffix || to === '' ? size - 1 : Number(to)
  if (!isSuffix && to !== '' && requestedLast < first) return null
  if (first >= size || (isSuffix && Number(to) === 0)) return 'unsatisfiable'
  return { first, last: Math.min(requestedLast, size - 1, first + maxPartBytes - 1) }
}
