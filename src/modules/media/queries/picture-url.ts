import { env } from '@/platform/env'

import { isWidths } from './pictures'

/** Returns the absolute URL of a picture at its largest width, for clients outside the shop. */
export function largestPictureUrl({
  baseName,
  widths,
}: {
  baseName?: string | null
  widths?: unknown
}): string | null {
  return baseName && isWidths(widths)
    ? new URL(`/uploads/${baseName}-${Math.max(...widths)}.webp`, env.SERVER_URL).href
    : null
}
