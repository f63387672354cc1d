import { env } from '@/platform/env'

import { isWidths } from './pictures'

/** Returns the absolute URL of a file of the shop, for clients outside of it. Keeps null, and URLs of other sites. */
export function absoluteMediaUrl<Path extends string | null>(path: Path): Path | string {
  return path === null ? path : new URL(path, env.SERVER_URL).href
}

/** Returns the absolute URL of a picture at its largest width, for clients outside the shop. */
export function largestPictureUrl({
  baseName,
  widths,
}: {
  baseName?: string | null
  widths?: unknown
}): string | null {
  return baseName && isWidths(widths)
    ? absoluteMediaUrl(`/uploads/${baseName}-${Math.max(...widths)}.webp`)
    : null
}
