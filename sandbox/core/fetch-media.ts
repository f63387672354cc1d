import sharp from 'sharp'

/** The media at a URL that a network was asked to publish. */
export type FetchedMedia =
  | { ok: true; kind: string; bytes: number; width?: number; height?: number }
  | { ok: false; reason: 'unreachable' | 'not-media' }

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])
const TIMEOUT_MS = 5_000
const MAX_BYTES = 20 * 1024 * 1024

/**
 * Fetches and inspects a picture or video as Meta does before publishing it. Only URLs on this computer are fetched;
 * any other is judged by its extension, so that demo mode sends no requests.
 */
export async function fetchMedia(url: string): Promise<FetchedMedia> {
  if (!URL.canParse(url)) return { ok: false, reason: 'unreachable' }
  const { hostname, pathname, protocol } = new URL(url)
  if (!/^https?:$/.test(protocol)) return { ok: false, reason: 'unreachable' }
  const ending = /\.(\w+)$/.exec(pathname)?.[1]?.toLowerCase().replace('jpg', 'jpeg')
  if (!LOCAL.has(hostname)) return { ok: true, kind: ending ?? 'jpeg', bytes: 100_000 }
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!response.ok || bytes.length > MAX_BYTES) return { ok: false, reason: 'unreachable' }
    if (response.headers.get('content-type')?.startsWith('video/'))
      return { ok: true, kind: 'mp4', bytes: bytes.length }
    const { format, width, height } = await sharp(bytes).metadata()
    return { ok: true, kind: format ?? 'unknown', bytes: bytes.length, width, height }
  } catch (error) {
    return {
      ok: false,
      reason: (error as Error).message.includes('unsupported image') ? 'not-media' : 'unreachable',
    }
  }
}
