import type { Media } from '@/payload-types'
import { env } from '@/platform/env'

/** The whole address of a picture at its largest width, for readers outside the shop. */
export function largestPictureUrl({
  baseName,
  widths,
}: Pick<Media, 'baseName' | 'widths'>): string | null {
  return baseName && Array.isArray(widths) && widths.length > 0
    ? new URL(`/uploads/${baseName}-${Math.max(...(widths as number[]))}.webp`, env.SERVER_URL).href
    : null
}
