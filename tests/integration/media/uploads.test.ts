import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { makePerson, type TestPerson } from '@tests/support/factories'
import { blackPng } from '@tests/support/fixtures/black-png'
import { getTestPayload } from '@tests/support/payload'
import { APIError, type Payload } from 'payload'
import sharp from 'sharp'

import { POST } from '@/app/(payload)/cms/api/[...slug]/route'
import { cleanUpFiles } from '@/jobs/clean-up-files'
import type { Media } from '@/payload-types'
import { env } from '@/platform/env'
import { renderPicture } from '@/platform/storage/pictures'

let payload: Payload
let editor: TestPerson
let customer: TestPerson
beforeAll(async () => {
  payload = await getTestPayload()
  await mkdir(env.UPLOADS_DIR, { recursive: true })
  editor = await makePerson('editor')
  customer = await makePerson('customer')
})

const files = async (): Promise<string[]> => (await readdir(env.UPLOADS_DIR)).sort()
const filesOf = async ({ baseName }: Media): Promise<string[]> =>
  (await files()).filter((name) => name.startsWith(`${baseName}-`))
const read = (name: string): Promise<Buffer> => readFile(path.join(env.UPLOADS_DIR, name))

/** Creates an image with red above blue, so that its orientation is visible. */
const flag = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    {
      input: {
        create: { width, height: Math.round(height / 2), channels: 3, background: '#ff0000' },
      },
      gravity: 'north',
    },
  ])
const jpeg = (width = 700, height = 400): Promise<Buffer> => flag(width, height).jpeg().toBuffer()

/** Uploads a file as the admin does, through the real router with cookies and access control. */
const upload = async (
  as: TestPerson | null,
  data: Buffer,
  name = 'photo.jpg',
  type = 'image/jpeg',
  fields: Record<string, unknown> = { alt: 'A flag' },
) => {
  const form = new FormData()
  form.set('_payload', JSON.stringify(fields))
  form.set('file', new File([new Uint8Array(data)], name, { type }))
  const answer = await POST(
    new Request('http://localhost:3000/cms/api/media', {
      method: 'POST',
      body: form,
      headers: { 'sec-fetch-site': 'same-origin', ...(as ? { cookie: as.cookie } : {}) },
    }),
    { params: Promise.resolve({ slug: ['media'] }) },
  )
  const text = await answer.text()
  return { status: answer.status, text, doc: (JSON.parse(text) as { doc: Media }).doc }
}

describe('an uploaded image', () => {
  it('is re-encoded at fixed sizes as AVIF and WebP, under a generated name', async () => {
    const { status, doc } = await upload(editor, await jpeg(), '../../Été à la mer <x>.jpg')
    expect(status).toBe(201)
    expect(doc).toMatchObject({
      alt: 'A flag',
      mimeType: 'image/webp',
      width: 700,
      height: 400,
      widths: [320, 640, 700],
    })
    expect(doc.baseName).toMatch(/^[a-z0-9-]+-[0-9a-f]{12}$/)
    expect(await filesOf(doc)).toEqual(
      [
        ...[320, 640, 700].flatMap((width) =>
          ['avif', 'webp'].map((format) => `${doc.baseName}-${width}.${format}`),
        ),
        `${doc.baseName}-og.jpg`,
      ].sort(),
    )
    const preview = await sharp(await read(`${doc.baseName}-og.jpg`)).metadata()
    expect([preview.format, preview.width, preview.height]).toEqual(['jpeg', 1200, 630])
    for (const width of [320, 640, 700]) {
      const webp = await sharp(await read(`${doc.baseName}-${width}.webp`)).metadata()
      const avif = await sharp(await read(`${doc.baseName}-${width}.avif`)).metadata()
      expect([webp.format, webp.width, avif.format, avif.width]).toEqual([
        'webp',
        width,
        'heif',
        width,
      ])
    }
    expect(await files()).toEqual((await files()).filter((name) => !name.endsWith('.part')))
  })

  it('loses its metadata and is rotated upright', async () => {
    const sideways = await flag(800, 400)
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Make: 'SecretCam', Copyright: 'Wren Okafor' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '34/1 26/1 0/1',
          GPSLongitudeRef: 'W',
          GPSLongitude: '119/1 14/1 0/1',
        },
      })
      .jpeg()
      .toBuffer()
    expect((await sharp(sideways).metadata()).exif?.toString('latin1')).toContain('SecretCam')
    const { status, doc } = await upload(editor, sideways)
    expect([status, doc.width, doc.height]).toEqual([201, 400, 800])
    for (const name of await filesOf(doc)) {
      const bytes = await read(name)
      const meta = await sharp(bytes).metadata()
      expect([name, meta.exif, meta.xmp, meta.iptc, meta.icc, meta.orientation]).toEqual([
        name,
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
      ])
      expect(bytes.toString('latin1')).not.toMatch(/SecretCam|Okafor|GPS/)
      if (name.endsWith('-og.jpg')) continue // The preview image has its own background color.
      // After a quarter turn clockwise, what was at the top is on the right.
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      const at = (x: number, y: number): number[] => [
        ...data.subarray(
          (y * info.width + x) * info.channels,
          (y * info.width + x) * info.channels + 3,
        ),
      ]
      const [left = [], right = []] = [
        at(Math.round(info.width / 4), Math.round(info.height / 2)),
        at(Math.round((info.width * 3) / 4), Math.round(info.height / 2)),
      ]
      expect([(left[2] ?? 0) > 200, (right[0] ?? 0) > 200]).toEqual([true, true])
    }
  })

  it.each([
    ['PNG', 'png', 'image/png'],
    ['WebP', 'webp', 'image/webp'],
    ['AVIF', 'avif', 'image/avif'],
  ] as const)('may be %s', async (_, format, type) => {
    const { status, doc } = await upload(
      editor,
      await flag(340, 200).toFormat(format).toBuffer(),
      `photo.${format}`,
      type,
    )
    expect([status, doc.widths]).toEqual([201, [320, 340]])
  })

  it('is resized to a width of 320 to 1280 pixels', async () => {
    expect(await renderPicture(await jpeg(40, 20))).toMatchObject({
      width: 320,
      height: 160,
      widths: [320],
    })
    expect((await renderPicture(await jpeg(500, 20))).widths).toEqual([320, 500])
    expect((await renderPicture(await jpeg(320, 20))).widths).toEqual([320])
    expect(await renderPicture(await jpeg(3000, 1500))).toMatchObject({
      width: 1280,
      height: 640,
      widths: [320, 640, 960, 1280],
    })
  })

  it('has its average color stored, even if it is transparent or gray', async () => {
    expect(
      (
        await renderPicture(
          await sharp({ create: { width: 40, height: 40, channels: 3, background: '#21503b' } })
            .png()
            .toBuffer(),
        )
      ).color,
    ).toMatch(/^#2[01]503[abc]$/)
    expect(
      (
        await renderPicture(
          await sharp({
            create: {
              width: 40,
              height: 40,
              channels: 4,
              background: { r: 0, g: 0, b: 0, alpha: 0 },
            },
          })
            .png()
            .toBuffer(),
        )
      ).color,
    ).toMatch(/^#[0-9a-f]{6}$/)
    expect(
      (
        await renderPicture(
          await sharp({ create: { width: 40, height: 40, channels: 3, background: '#777' } })
            .toColourspace('b-w')
            .png()
            .toBuffer(),
        )
      ).color,
    ).toMatch(/^#[0-9a-f]{6}$/)
  })

  it('gets its own name even if another one has the same file name', async () => {
    const [one, other] = [
      await upload(editor, await jpeg(40, 20)),
      await upload(editor, await jpeg(40, 20)),
    ]
    expect(one.doc.baseName).not.toBe(other.doc.baseName)
  })

  it('does not take its stored name, URL, or sizes from the request', async () => {
    const { doc } = await upload(editor, await jpeg(40, 20), 'photo.jpg', 'image/jpeg', {
      alt: 'x',
      baseName: '../../evil',
      widths: [1],
      filename: 'evil.html',
      url: 'https://evil.example/x',
      mimeType: 'text/html',
      originalName: 'evil',
      color: 'url(x)',
    })
    expect(doc).toMatchObject({ mimeType: 'image/webp', widths: [320], originalName: 'photo.jpg' })
    expect(`${doc.baseName} ${doc.filename} ${doc.url}`).not.toContain('evil')
  })
})

describe('files that are not supported images', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><image href="http://169.254.169.254/"/></svg>',
  )
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const cases: [string, () => Promise<Buffer> | Buffer][] = [
    ['an SVG', () => svg],
    [
      'an SVG with an XML declaration',
      () => Buffer.concat([Buffer.from('<?xml version="1.0"?>\n<!DOCTYPE svg>\n'), svg]),
    ],
    ['HTML', () => html],
    ['a GIF', () => gif],
    [
      'a GIF that is also a script',
      () => Buffer.from('GIF89a/*\u0001\u0000\u0001\u0000*/=1;alert(1)//'),
    ],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>')],
    [
      'a TIFF',
      async () =>
        sharp(await jpeg(20, 20))
          .tiff()
          .toBuffer(),
    ],
    ['a zip', () => Buffer.from('504b0304140000000000', 'hex')],
    ['an executable', () => Buffer.concat([Buffer.from('7f454c46', 'hex'), randomBytes(200)])],
    [
      'HTML that starts like a JPEG',
      () => Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), html]),
    ],
    ['random bytes', () => randomBytes(2000)],
    ['a single byte', () => Buffer.from('x')],
    [
      'a truncated JPEG',
      async () => {
        const whole = await sharp(randomBytes(300 * 300 * 3), {
          raw: { width: 300, height: 300, channels: 3 },
        })
          .jpeg()
          .toBuffer()
        return whole.subarray(0, whole.length / 2)
      },
    ],
    [
      'a truncated PNG',
      async () => {
        const whole = await sharp(randomBytes(300 * 300 * 3), {
          raw: { width: 300, height: 300, channels: 3 },
        })
          .png()
          .toBuffer()
        return whole.subarray(0, whole.length / 2)
      },
    ],
  ]

  it.each(cases)('are rejected with 415 and not stored: %s named .jpg', async (_, make) => {
    const [before, rows] = [await files(), await payload.count({ collection: 'media' })]
    const { status, text } = await upload(editor, await make())
    expect([status, text]).toEqual([415, expect.stringContaining('file type isn’t supported')])
    expect(text).not.toMatch(/vips|sharp|node_modules|heif/i)
    expect(await files()).toEqual(before)
    expect(await payload.count({ collection: 'media' })).toEqual(rows)
  })

  it('are not passed to the SVG and GIF decoders', async () => {
    for (const [what, bytes] of [
      ['svg', svg],
      ['gif', gif],
    ] as const)
      await expect(
        sharp(bytes)
          .metadata()
          .then(() => `${what} was read`),
      ).rejects.toThrow(/unsupported/)
  })

  it('are removed when they are appended to a real image', async () => {
    const polyglot = Buffer.concat([
      await jpeg(40, 20),
      Buffer.from('<script>alert(document.cookie)</script>PK\u0003\u0004'),
    ])
    const { status, doc } = await upload(editor, polyglot, 'photo.jpg.html')
    expect(status).toBe(201)
    for (const name of await filesOf(doc)) {
      expect(name).toMatch(/\.(avif|webp|jpg)$/)
      expect((await read(name)).toString('latin1')).not.toContain('script')
    }
  })

  it('are rejected without decoding if they contain 400 million pixels', async () => {
    const bytes = blackPng(20_000, 20_000)
    expect(bytes.length).toBeLessThan(1024 * 1024)
    expect((await upload(editor, bytes, 'photo.png', 'image/png')).status).toBe(415)
    await expect(renderPicture(bytes)).rejects.toThrow('exceeds pixel limit')
  })

  it.each([
    [1, 60_000],
    [2, 60_000],
    [100, 300_000],
  ])('are rejected without resizing if they measure %i by %i pixels', async (width, height) => {
    await expect(renderPicture(blackPng(width, height))).rejects.toThrow(
      'A picture too tall for its width',
    )
  })

  it('are accepted just below the pixel limit', async () => {
    expect((await renderPicture(blackPng(2000, 2000))).widths).toEqual([320, 640, 960, 1280])
    await expect(renderPicture(blackPng(8000, 5001))).rejects.toThrow()
  })

  it('are rejected if they are larger than 25 MB', async () => {
    const before = await files()
    const { status } = await upload(editor, Buffer.alloc(25 * 1024 * 1024 + 1, 1))
    expect(status).toBe(413)
    await expect(
      payload.create({
        collection: 'media',
        data: {},
        file: {
          data: Buffer.alloc(25 * 1024 * 1024 + 1),
          mimetype: 'image/jpeg',
          name: 'x.jpg',
          size: 25 * 1024 * 1024 + 1,
        },
      }),
    ).rejects.toThrow(APIError)
    expect(await files()).toEqual(before)
  })
})

describe('uploads without permission', () => {
  it.each([
    ['a visitor', (): TestPerson | null => null],
    ['a customer', (): TestPerson | null => customer],
  ] as const)('are rejected for %s before the image is processed or stored', async (_, who) => {
    const [before, rows] = [await files(), await payload.count({ collection: 'media' })]
    const { status } = await upload(who(), await jpeg())
    expect(status).toBe(403)
    expect(await files()).toEqual(before)
    expect(await payload.count({ collection: 'media' })).toEqual(rows)
  })
})

describe('unused files', () => {
  it('are not left behind by an upload with an invalid alt text', async () => {
    const before = await files()
    expect(
      (
        await upload(editor, await jpeg(40, 20), 'photo.jpg', 'image/jpeg', {
          alt: 'x'.repeat(301),
        })
      ).status,
    ).toBe(400)
    expect(await files()).toEqual(before)
  })

  it('are not left behind by an image that was replaced', async () => {
    const { doc } = await upload(editor, await jpeg(40, 20))
    const data = await jpeg(60, 30)
    await payload.update({
      collection: 'media',
      id: doc.id,
      data: {},
      file: { data, mimetype: 'image/jpeg', name: 'new.jpg', size: data.length },
    })
    await cleanUpFiles(payload, Date.now() + 25 * 60 * 60 * 1000)
    expect(await filesOf(doc)).toEqual([])
  })
})

describe('a deleted image', () => {
  it('loses its own files and no others', async () => {
    const [stays, goes] = [
      (await upload(editor, await jpeg())).doc,
      (await upload(editor, await jpeg())).doc,
    ]
    await payload.delete({ collection: 'media', id: goes.id })
    expect(await filesOf(goes)).toEqual([])
    expect(await filesOf(stays)).toHaveLength(7)
  })
})
