import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { Hono } from 'hono'
import sharp from 'sharp'

import type { ProviderRuntime, SandboxEnv } from './provider'

/**
 * The pictures that a provider links to, served at `/pictures/…` of its own port: a plain landscape for each name, in
 * the format of its extension. Signed URLs respond 403 once they have expired. The malformed ones test importers.
 */
export interface Pictures {
  app: Hono<SandboxEnv>
  /** A picture with a permanent URL. */
  url: (file: string) => string
  /** A link that expires `lifeMs` from now; a new one each time, as from a CDN. */
  signedUrl: (file: string, lifeMs: number) => string
}

/** Files whose content doesn't match their type. */
export const BROKEN_PICTURES = {
  /** Never stops sending. */
  endless: 'endless.jpg',
  /** Redirects to a private address. */
  elsewhere: 'elsewhere.jpg',
  /** A page with the content type of a JPEG. */
  page: 'page.jpg',
  /** Begins like a JPEG but isn't one. */
  broken: 'broken.jpg',
  gone: 'gone.jpg',
} as const

const KINDS: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
}
const MAX_CACHED = 400

export function createPictures({
  clock,
  origin,
  pictureSize,
}: Pick<ProviderRuntime, 'clock' | 'origin' | 'pictureSize'>): Pictures {
  const key = randomBytes(32)
  const sign = (file: string, expires: string) =>
    createHmac('sha256', key).update(`${file}|${expires}`).digest('hex').slice(0, 32)
  const made = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  const get = (file: string, kind: string) => {
    const cached = made.get(file)
    if (cached) return cached
    if (made.size >= MAX_CACHED) made.clear()
    const fresh = draw(file, kind, pictureSize)
    made.set(file, fresh)
    return fresh
  }

  const app = new Hono<SandboxEnv>().basePath('/pictures')
  app.get(
    `/${BROKEN_PICTURES.endless}`,
    () => new Response(endless(), { headers: { 'content-type': 'image/jpeg' } }),
  )
  app.get(`/${BROKEN_PICTURES.elsewhere}`, (c) =>
    c.redirect('http://169.254.169.254/latest/meta-data/', 302),
  )
  app.get(`/${BROKEN_PICTURES.page}`, (c) =>
    c.body('<!doctype html><script>alert(1)</script>', 200, { 'content-type': 'image/jpeg' }),
  )
  app.get(`/${BROKEN_PICTURES.broken}`, (c) =>
    c.body(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 200, { 'content-type': 'image/jpeg' }),
  )
  app.get(`/${BROKEN_PICTURES.gone}`, (c) => c.text('Not Found', 404))
  app.get('/:file', async (c) => {
    const file = c.req.param('file')
    const [, ending = ''] = /^[\w-]+\.(jpg|png|webp|mp4)$/.exec(file) ?? []
    const kind = KINDS[ending]
    if (!kind) return c.text('Not Found', 404)
    const expires = c.req.query('expires')
    if (expires !== undefined) {
      const genuine = same(sign(file, expires), c.req.query('signature') ?? '')
      if (!genuine || Number(expires) <= clock.now()) return c.text('URL signature expired', 403)
    }
    return c.body(await get(file, ending), 200, {
      'content-type': kind,
      'cache-control': 'public, max-age=3600',
    })
  })

  const url = (file: string) => `${origin()}/pictures/${file}`
  return {
    app,
    url,
    signedUrl: (file, lifeMs) => {
      const expires = String(clock.now() + lifeMs)
      return `${url(file)}?expires=${expires}&signature=${sign(file, expires)}`
    },
  }
}

/**
 * Sky, sun and two hills, in colors derived from the name. Drawn pixel by pixel: the shop may have disabled the loaders
 * of other formats for the whole process.
 */
async function draw(file: string, ending: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  if (ending === 'mp4') return new Uint8Array(FILM)
  const [hue = 0, sun = 0, hill = 0, turn = 0] = createHash('sha256').update(file).digest()
  const color = (shift: number, light: number) =>
    rgb(((hue * 1.4 + shift) % 360) / 360, 0.38, light)
  const [sky, disc, far, near] = [color(0, 0.86), color(40, 0.7), color(90, 0.44), color(120, 0.3)]
  // All measures are for 800 pixels, and scaled to the requested size.
  const unit = size / 800
  const [sunX, sunY] = [(140 + sun * 2) * unit, (150 + turn / 2) * unit]
  const farHill = Array.from(
    { length: size },
    (_, x) => unit * (430 + hill / 3 + 60 * Math.sin(x / unit / 130 + turn / 40)),
  )
  const nearHill = Array.from(
    { length: size },
    (_, x) => unit * (580 + sun / 5 + 45 * Math.sin(x / unit / 170 + hill / 40)),
  )
  const points = new Uint8Array(size * size * 3)
  for (let y = 0, at = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1, at += 3) {
      const paint =
        y > (nearHill[x] ?? 0)
          ? near
          : y > (farHill[x] ?? 0)
            ? far
            : (x - sunX) ** 2 + (y - sunY) ** 2 < (90 * unit) ** 2
              ? disc
              : sky
      points.set(paint, at)
    }
  }
  const image = sharp(points, { raw: { width: size, height: size, channels: 3 } })
  const bytes = await (
    ending === 'png' ? image.png() : ending === 'webp' ? image.webp() : image.jpeg({ quality: 72 })
  ).toBuffer()
  return new Uint8Array(bytes)
}

function rgb(hue: number, saturation: number, light: number): [number, number, number] {
  const part = (turn: number) => {
    const at = (turn + hue * 12) % 12
    return Math.round(
      255 *
        (light -
          saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(at - 3, 9 - at, 1))),
    )
  }
  return [part(0), part(8), part(4)]
}

/** Just enough to be recognized as a video. */
const FILM = Buffer.from(
  '00000018667479706d703432000000006d70343269736f6d0000000c6d646174000000000000',
  'hex',
)

const CHUNK = 64 * 1024
const PAUSE_MS = 2

function endless(): ReadableStream<Uint8Array> {
  let timer: NodeJS.Timeout
  return new ReadableStream({
    start: (stream) => {
      stream.enqueue(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))
      timer = setInterval(() => {
        if ((stream.desiredSize ?? 0) > -16) stream.enqueue(new Uint8Array(CHUNK))
      }, PAUSE_MS)
    },
    cancel: () => clearInterval(timer),
  })
}

function same(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
