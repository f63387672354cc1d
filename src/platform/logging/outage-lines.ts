import { isDatabaseUnavailable } from '@/platform/database/unavailable'
import { runWork } from '@/platform/observability/work-context'
import { pluralize } from '@/platform/pluralize'

declare global {
  /** Next bundles its own copy of this module, so the count is stored where all copies find it. */
  var dayfernOutageLines: { lastAt: number; leftOut: number } | undefined
}

const intervalMs = 1000

/**
 * Writes a line about an error. While the database can't be reached, every call fails alike, so that only one line a
 * second is written then: the first as it is, and after it how many were left out.
 * @param write writes the line, or the given text in its place
 */
export function writeOutageLine(error: unknown, write: (text?: string) => void): void {
  if (!isDatabaseUnavailable(error)) return write()
  const lines = (globalThis.dayfernOutageLines ??= { lastAt: -intervalMs, leftOut: 0 })
  const elapsedMs = performance.now() - lines.lastAt
  if (lines.leftOut === 0 && elapsedMs >= intervalMs) {
    lines.lastAt = performance.now()
    return write()
  }
  lines.leftOut += 1
  if (lines.leftOut > 1) return
  const writeCount = (): void => {
    const text = `The database can’t be reached: ${pluralize(lines.leftOut, 'more failure')}`
    Object.assign(lines, { lastAt: performance.now(), leftOut: 0 })
    // The count belongs to many requests.
    runWork({ fields: {} }, () => write(text))
  }
  setTimeout(writeCount, intervalMs - elapsedMs).unref()
}
