import { randomBytes } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql, untilLocked } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'

import { Picture } from '@/components/picture'
import { cleanUpFiles } from '@/jobs/clean-up-files'
import { productCardsFrom } from '@/modules/catalog/queries/product-cards'
import { getContent } from '@/modules/content/queries/get-content'
import { getMediaFiles } from '@/modules/media/queries/media-files'
import { env } from '@/platform/env'
import { withTransaction } from '@/platform/transaction'

type File = {
  id: number
  filename: string
  filePath: string
  fileType: string
  mimeType: string
  fileSize: number
  altText: string
  caption: string
  usedIn: number
  thumbnail: string | null
  updatedAt: string
  originalName: string
}
let editor: TestPerson
let customer: TestPerson
beforeAll(async () => {
  await getTestPayload()
  await mkdir(env.UPLOADS_DIR, { recursive: true })
  editor = await makePerson('editor')
  customer = await makePerson('customer')
})

const files = async (): Promise<string[]> => (await readdir(env.UPLOADS_DIR)).sort()
const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 340, height: 200, channels: 3, background: '#21503b' } })
    .jpeg()
    .toBuffer()
const pdf = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer<<>>\nstartxref\n9\n%%EOF\n',
)
const doc = (() => {
  const bytes = Buffer.alloc(2048)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  Buffer.from('WordDocument', 'utf16le').copy(bytes, 1152)
  return bytes
})()
const box = (type: string, data: Buffer): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length + 8)
  return Buffer.concat([size, Buffer.from(type), data])
}
const mp4 = Buffer.concat([
  box('ftyp', Buffer.concat([Buffer.from('isom'), Buffer.alloc(4), Buffer.from('isommp42')])),
  box('moov', Buffer.alloc(40)),
  box('mdat', Buffer.alloc(100)),
])

/** Creates a multipart form as a browser sends it. */
const form = async (
  parts: { name: string; value: string | Buffer; filename?: string; type?: string }[],
): Promise<{ raw: Buffer; headers: Record<string, string> }> => {
  const data = new FormData()
  for (const { name, value, filename, type } of parts) {
    if (typeof value === 'string') data.append(name, value)
    else
      data.append(name, new globalThis.File([new Uint8Array(value)], filename ?? 'file', { type }))
  }
  const written = new Response(data)
  return {
    raw: Buffer.from(await written.arrayBuffer()),
    headers: { 'content-type': written.headers.get('content-type') ?? '' },
  }
}
const upload = async (
  as: TestPerson | null,
  value: Buffer,
  filename: string,
  type = 'application/octet-stream',
  words: Record<string, string> = {},
) =>
  call<File & { error?: string; fields?: Record<string, string> }>(
    'POST',
    '/api/admin/media/upload',
    {
      as,
      ...(await form([
        { name: 'file', value, filename, type },
        ...Object.entries(words).map(([name, text]) => ({ name, value: text })),
      ])),
    },
  )

describe('uploading a file', () => {
  it('returns the file with its alt text and caption, under a generated name', async () => {
    const { status, body } = await upload(editor, await picture(), '../../Été.jpg', 'text/html', {
      altText: ' Fern ',
      caption: 'In the shade',
    })
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        fileType: 'image',
        mimeType: 'image/webp',
        altText: 'Fern',
        caption: 'In the shade',
        usedIn: 0,
      }),
    ])
    expect(body.filePath).toMatch(
      /^http:\/\/localhost[:\d]*\/uploads\/[a-z0-9-]+-[0-9a-f]{12}-340\.webp$/,
    )
    expect(await files()).toEqual(
      expect.arrayContaining([body.filename, body.thumbnail?.replace(/^.*\/uploads\//, '')]),
    )
  })

  it.each([
    ['a PDF', pdf, 'price list.pdf', 'document', 'application/pdf', 'pdf'],
    ['a Word document', doc, 'letter.doc', 'document', 'application/msword', 'doc'],
    ['a video', mp4, 'walk.mp4', 'video', 'video/mp4', 'mp4'],
  ])('stores %s unchanged', async (_, bytes, name, fileType, mimeType, extension) => {
    const { status, body } = await upload(editor, bytes, name)
    expect([
      status,
      body.fileType,
      body.mimeType,
      body.fileSize,
      body.thumbnail,
      body.originalName,
    ]).toEqual([201, fileType, mimeType, bytes.length, null, name])
    expect(body.filename).toMatch(new RegExp(`^[a-z0-9-]+-[0-9a-f]{12}\\.${extension}$`))
    expect(await files()).toContain(body.filename)
  })

  it.each<[string, Buffer, string]>([
    ['HTML named .pdf', Buffer.from('<!doctype html><script>alert(1)</script>'), 'x.pdf'],
    ['a truncated PDF', pdf.subarray(0, 30), 'x.pdf'],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      'x.png',
    ],
    ['a zip named .docx', Buffer.from('504b0506' + '00'.repeat(18), 'hex'), 'x.docx'],
    [
      'an Excel file named .doc',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]),
      'x.doc',
    ],
    ['an executable', Buffer.concat([Buffer.from('7f454c46', 'hex'), randomBytes(300)]), 'x.mp4'],
    ['a video without an index', mp4.subarray(0, 24), 'x.mp4'],
    ['random bytes', randomBytes(3000), 'x.jpg'],
  ])('rejects %s and stores nothing', async (_, bytes, name) => {
    const [before, rows] = [await files(), await rowsOf(sql`select id from media`)]
    const { status, body } = await upload(editor, bytes, name)
    expect(status).toBe(415)
    expect(JSON.stringify(body)).not.toMatch(/vips|sharp|node_modules/i)
    expect(await files()).toEqual(before)
    expect(await rowsOf(sql`select id from media`)).toHaveLength(rows.length)
  })

  it('rejects a file larger than the settings allow', async () => {
    const payload = await getTestPayload()
    await payload.updateGlobal({ slug: 'shop-settings', data: { mediaMaxMegabytes: 1 } })
    const { status, body } = await upload(editor, Buffer.alloc(1024 * 1024 + 1), 'x.pdf')
    await payload.updateGlobal({ slug: 'shop-settings', data: { mediaMaxMegabytes: 25 } })
    expect([status, body.error]).toEqual([413, 'The file is larger than 1 MB.'])
  })

  it('renders five large images at once without holding a transaction open', async () => {
    const noise = await sharp(randomBytes(480 * 480 * 3), {
      raw: { width: 480, height: 480, channels: 3 },
    })
      .png()
      .toBuffer()
    let isOver = false
    const waiting = async (): Promise<number> => {
      let longest = 0
      while (!isOver) {
        const [row] = await rowsOf<{ ms: number }>(sql`
          select coalesce(max(extract(epoch from clock_timestamp() - state_change) * 1000), 0)::int as ms
          from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`)
        longest = Math.max(longest, row?.ms ?? 0)
      }
      return longest
    }
    const watching = waiting()
    const startedAt = Date.now()
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => upload(editor, noise, 'noise.png')))
    const tookMs = Date.now() - startedAt
    isOver = true
    expect(results.map(({ status }) => Math.floor(status / 100))).toEqual([2, 2, 2, 2, 2])
    // Rendering takes nearly all of the time; a transaction around it would wait as long.
    expect(await watching).toBeLessThan(tookMs / 4)
  })

  it('rejects a form with no file, two files, an invalid field, or JSON', async () => {
    const sent = async (parts: Parameters<typeof form>[0]) =>
      (await call('POST', '/api/admin/media/upload', { as: editor, ...(await form(parts)) })).status
    const before = await files()
    expect(await sent([{ name: 'altText', value: 'x' }])).toBe(400)
    expect(
      await sent([
        { name: 'file', value: await picture() },
        { name: 'file', value: await picture() },
      ]),
    ).toBe(400)
    expect(
      await sent([
        { name: 'file', value: await picture() },
        { name: 'altText', value: 'x'.repeat(301) },
      ]),
    ).toBe(400)
    expect(
      await sent([
        { name: 'file', value: await picture() },
        { name: 'role', value: 'x' },
      ]),
    ).toBe(400)
    expect(
      (await call('POST', '/api/admin/media/upload', { as: editor, body: { file: 'x' } })).status,
    ).toBe(415)
    expect(
      (
        await call('POST', '/api/admin/media/upload', {
          as: editor,
          raw: 'x',
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
        })
      ).status,
    ).toBe(400)
    expect(await files()).toEqual(before)
  })

  it('rejects visitors, customers, and cross-site requests', async () => {
    expect([
      (await upload(null, pdf, 'x.pdf')).status,
      (await upload(customer, pdf, 'x.pdf')).status,
    ]).toEqual([401, 403])
    const { raw, headers } = await form([{ name: 'file', value: pdf, filename: 'x.pdf' }])
    expect(
      (
        await call('POST', '/api/admin/media/upload', {
          as: editor,
          raw,
          headers: { ...headers, 'sec-fetch-site': 'cross-site' },
        })
      ).status,
    ).toBe(403)
  })
})

describe('media list', () => {
  it('can be searched, filtered by type, and limited to images without alt text', async () => {
    const {
      body: { id },
    } = await upload(editor, await picture(), 'heron.jpg')
    const list = async (query: string) =>
      (await call<File[]>('GET', `/api/admin/media?${query}`, { as: editor })).body.map(
        (file) => file.id,
      )
    expect(await list('search=HERON')).toEqual([id])
    expect(await list('search=heron&type=video')).toEqual([])
    expect(await list('show=without-alt')).toContain(id)
    await call('PUT', `/api/admin/media/${id}`, { as: editor, body: { altText: 'A heron' } })
    expect(await list('show=without-alt')).not.toContain(id)
    expect((await call('GET', '/api/admin/media', { as: customer })).status).toBe(403)
  })
})

describe('alt text', () => {
  it('is not overwritten by someone who has not seen the latest version', async () => {
    const {
      body: { id, updatedAt },
    } = await upload(editor, await picture(), 'a.jpg')
    expect(
      (
        await call('PUT', `/api/admin/media/${id}`, {
          as: editor,
          body: { altText: 'one', version: updatedAt },
        })
      ).status,
    ).toBe(200)
    const second = await call('PUT', `/api/admin/media/${id}`, {
      as: editor,
      body: { altText: 'two', version: updatedAt },
    })
    expect([second.status, second.body.code]).toEqual([409, 'version_conflict'])
    expect((await call<File>('GET', `/api/admin/media/${id}`, { as: editor })).body.altText).toBe(
      'one',
    )
  })
})

describe('deleting a file', () => {
  it('reports where it is used, removes it from the shop, and lets it be restored', async () => {
    const { body: file } = await upload(editor, await picture(), 'b.jpg')
    const product = await makeProduct({ images: [file.id] })
    const shown = async () =>
      (await call<{ images: string[] }>('GET', `/api/products/${product.id}`)).body.images
    expect(await shown()).toHaveLength(1)
    expect((await call('GET', `/api/admin/media/${file.id}`, { as: editor })).body).toMatchObject({
      usedIn: 1,
      uses: [{ kind: 'product', id: product.id, title: product.name }],
    })
    const gone = await call('DELETE', `/api/admin/media/${file.id}`, { as: editor })
    expect([gone.status, gone.body.message, gone.body.uses]).toEqual([
      200,
      'Media deleted',
      [{ kind: 'product', id: product.id, title: product.name }],
    ])
    expect(await shown()).toEqual([])
    expect(await files()).toContain(file.filename)
    expect(
      (await call('PUT', `/api/admin/media/${file.id}`, { as: editor, body: { altText: 'x' } }))
        .status,
    ).toBe(409)
    await call('POST', `/api/admin/media/${file.id}/restore`, { as: editor })
    expect(await shown()).toHaveLength(1)
  })

  it('becomes permanent after 30 days and removes the stored files', async () => {
    const [{ body: old }, { body: fresh }] = [
      await upload(editor, await picture(), 'c.jpg'),
      await upload(editor, pdf, 'd.pdf'),
    ]
    for (const { id } of [old, fresh])
      await call('DELETE', `/api/admin/media/${id}`, { as: editor })
    await rowsOf(sql`update media set deleted_at = now() - interval '31 days' where id = ${old.id}`)
    const payload = await getTestPayload()
    await cleanUpFiles(payload)
    await cleanUpFiles(payload)
    expect((await call('GET', `/api/admin/media/${old.id}`, { as: editor })).status).toBe(404)
    expect(await files()).not.toContain(old.filename)
    expect(await files()).toContain(fresh.filename)
  })

  it('spares a file that is restored while the trash is emptied', async () => {
    const payload = await getTestPayload()
    const { body: gone } = await upload(editor, pdf, 'gone.pdf')
    const { body: wanted } = await upload(editor, pdf, 'wanted.pdf')
    for (const { id } of [gone, wanted])
      await call('DELETE', `/api/admin/media/${id}`, { as: editor })
    await rowsOf(
      sql`update media set deleted_at = now() - interval '31 days' where id in (${gone.id}, ${wanted.id})`,
    )
    const { cleaning } = await withTransaction(payload, async (_, tx) => {
      await tx.execute(sql`select from media where id = ${gone.id} for update`)
      const work = cleanUpFiles(payload)
      await untilLocked()
      await call('POST', `/api/admin/media/${wanted.id}/restore`, { as: editor })
      return { cleaning: work }
    })
    await cleaning
    expect(await files()).toContain(wanted.filename)
    expect(await files()).not.toContain(gone.filename)
  })

  it('keeps the image for orders that show it after it is permanently deleted', async () => {
    const { body: file } = await upload(editor, await picture(), 'sold.jpg')
    const order = await makeOrder()
    const base = `/uploads/${file.filename.replace(/-\d+\.webp$/, '')}`
    await rowsOf(sql`update orders_items set image = ${base} where _parent_id = ${order.id}`)
    await call('DELETE', `/api/admin/media/${file.id}`, { as: editor })
    // Payload would delete the file of this name.
    await rowsOf(
      sql`update media set deleted_at = now() - interval '31 days', filename = ${file.filename} where id = ${file.id}`,
    )
    const payload = await getTestPayload()
    await cleanUpFiles(payload)
    await cleanUpFiles(payload, Date.now() + 25 * 60 * 60 * 1000)
    expect((await call('GET', `/api/admin/media/${file.id}`, { as: editor })).status).toBe(404)
    expect(await files()).toContain(file.filename)
  })
})

it('deletes files without a media record after a day, and no others', async () => {
  const orphan = `left-${randomBytes(6).toString('hex')}`
  const names = [
    `${orphan}-320.webp`,
    `${orphan}-og.jpg`,
    `${orphan}.pdf.3f0c2f9e-6f1e-4a59-9d3c-2f1b7a7c1d10.part`,
    'emblem-dawn-0123456789-320.webp',
    'notes.txt',
  ]
  const long = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
  for (const name of names) {
    await writeFile(path.join(env.UPLOADS_DIR, name), 'x')
    await utimes(path.join(env.UPLOADS_DIR, name), long, long)
  }
  const { body: kept } = await upload(editor, await picture(), 'e.jpg')
  await utimes(path.join(env.UPLOADS_DIR, kept.filename), long, long)
  await cleanUpFiles(await getTestPayload())
  expect((await files()).filter((name) => [...names, kept.filename].includes(name))).toEqual(
    [kept.filename, 'emblem-dawn-0123456789-320.webp', 'notes.txt'].sort(),
  )
})

describe('bulk actions', () => {
  type Bulk = { changed: number; results: { id: number; outcome: string; message: string }[] }
  const bulk = (body: object, as: TestPerson | null = editor) =>
    call<Bulk>('POST', '/api/admin/media/bulk', { as, body })
  const newImage = async (name: string) =>
    (await upload(editor, await picture(), `${name}.jpg`)).body
  const get = async (id: number) =>
    (
      await call<File & { deletedAt: string | null }>('GET', `/api/admin/media/${id}`, {
        as: editor,
      })
    ).body

  it('move unused files to the trash and report what uses the others', async () => {
    const [unused, used] = [await newImage('unused'), await newImage('used')]
    await call('POST', '/api/admin/content', {
      as: editor,
      body: { title: 'With an image that stays', featuredImage: used.id },
    })
    const body = { ids: [unused.id, used.id], action: 'trash' }
    expect((await bulk(body)).body).toMatchObject({
      changed: 1,
      results: [
        { id: unused.id, outcome: 'done', message: 'Moved to the trash.' },
        {
          id: used.id,
          outcome: 'skipped',
          message: 'Still used in “With an image that stays”. Delete it on its own if you’re sure.',
        },
      ],
    })
    expect([(await get(unused.id)).deletedAt, (await get(used.id)).deletedAt]).toEqual([
      expect.any(String),
      null,
    ])
    const restored = await bulk({ ids: [unused.id], action: 'restore' })
    expect(restored.body.changed).toBe(1)
    expect((await get(unused.id)).deletedAt).toBeNull()
  })

  it('set the alt text of several images without overwriting a later change', async () => {
    const [first, second] = [await newImage('first'), await newImage('second')]
    await call('PUT', `/api/admin/media/${second.id}`, { as: editor, body: { altText: 'Theirs' } })
    const files = [
      { id: first.id, altText: 'Mist over a lake', version: first.updatedAt },
      { id: second.id, altText: 'Mine', version: second.updatedAt },
    ]
    expect((await bulk({ action: 'setAltText', files })).body).toMatchObject({
      changed: 1,
      results: [
        { outcome: 'done' },
        { message: expect.stringContaining('Someone else changed this') as string },
      ],
    })
    expect([(await get(first.id)).altText, (await get(second.id)).altText]).toEqual([
      'Mist over a lake',
      'Theirs',
    ])
  })

  it('reject users without the permission and texts that are too long', async () => {
    const { id } = await newImage('kept')
    expect((await bulk({ ids: [id], action: 'trash' }, null)).status).toBe(401)
    expect((await bulk({ ids: [id], action: 'trash' }, customer)).status).toBe(403)
    const files = [{ id, altText: 'a'.repeat(301) }]
    expect((await bulk({ action: 'setAltText', files })).status).toBe(400)
    expect((await get(id)).deletedAt).toBeNull()
  })
})

describe('focal point and crop', () => {
  type Image = File & { width: number; height: number; focus: { x: number; y: number } | null }
  const half = (color: string) => ({
    create: { width: 600, height: 800, channels: 3 as const, background: color },
  })
  /** A 1200 by 800 pixel image, red on the left and blue on the right. */
  const twoHalves = async (): Promise<Image> => {
    const data = await sharp(half('#ff0000'))
      .extend({ right: 600, background: '#0000ff' })
      .png()
      .toBuffer()
    return (await upload(editor, data, 'halves.png')).body as Image
  }
  const put = (id: number, body: object, as: TestPerson | null = editor) =>
    call<Image & { error?: string }>('PUT', `/api/admin/media/${id}`, { as, body })
  const crop = (id: number, body: object, as: TestPerson | null = editor) =>
    call<Image & { error?: string; code?: string }>('POST', `/api/admin/media/${id}/crop`, {
      as,
      body,
    })
  const right = { left: 50, top: 0, width: 50, height: 100 }

  it('the focal point sets the position of an article’s and a product’s image', async () => {
    const payload = await getTestPayload()
    const image = await twoHalves()
    const product = await makeProduct({ images: [image.id] })
    const { body: article } = await call<{ id: number; slug: string }>(
      'POST',
      '/api/admin/content',
      { as: editor, body: { title: 'Two halves', status: 'published', featuredImage: image.id } },
    )
    const positions = async () => {
      const content = await getContent(payload, article.slug)
      const [card] = await productCardsFrom(payload, sql`select ${product.id}::integer id, 1 place`)
      return [content?.picture?.position, card?.picture?.position]
    }
    expect(await positions()).toEqual([undefined, undefined])
    const { body } = await put(image.id, { focus: { x: 80, y: 0 }, version: image.updatedAt })
    expect(body.focus).toEqual({ x: 80, y: 0 })
    expect(await positions()).toEqual(['80% 0%', '80% 0%'])
    const picture = (await getMediaFiles(payload, [image.id])).pictures.get(image.id) ?? null
    expect(renderToStaticMarkup(createElement(Picture, { picture, sizes: '10rem' }))).toContain(
      'object-position:80% 0%',
    )
    await put(image.id, { focus: null })
    expect(await positions()).toEqual([undefined, undefined])
  })

  it('cropping applies everywhere and moves the focal point', async () => {
    const image = await twoHalves()
    const { body: aimed } = await put(image.id, { altText: 'Halves', focus: { x: 75, y: 50 } })
    const { status, body } = await crop(image.id, { ...right, version: aimed.updatedAt })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        id: image.id,
        width: 600,
        height: 800,
        altText: 'Halves',
        originalName: 'halves.png',
        focus: { x: 50, y: 50 },
      }),
    ])
    const { channels } = await sharp(path.join(env.UPLOADS_DIR, body.filename)).stats()
    expect(channels[0]?.mean).toBeLessThan(20)
    expect(channels[2]?.mean).toBeGreaterThan(230)
    expect(await files()).toContain(body.filename)
  })

  it('cropping leaves old files to orders that show them, and the rest to the cleanup at night', async () => {
    const [ordered, unused] = [await twoHalves(), await twoHalves()]
    const order = await makeOrder()
    const base = ordered.filename.replace(/-\d+\.webp$/, '')
    await rowsOf(
      sql`update orders_items set image = ${`/uploads/${base}`} where _parent_id = ${order.id}`,
    )
    for (const { id } of [ordered, unused]) expect((await crop(id, right)).status).toBe(200)
    const left = async (): Promise<string[]> => {
      const names = await files()
      return [ordered.filename, unused.filename].filter((name) => names.includes(name))
    }
    expect(await left()).toEqual([ordered.filename, unused.filename])
    await cleanUpFiles(await getTestPayload(), Date.now() + 25 * 60 * 60 * 1000)
    expect(await left()).toEqual([ordered.filename])
  })

  it('a crop is rendered before it locks its row, and the second of two at once is told to look again', async () => {
    const payload = await getTestPayload()
    const image = await twoHalves()
    const before = await files()
    const cropsOf = (names: string[]): string[] =>
      names.filter((name) => /^halves-.*-600\.webp$/.test(name) && !before.includes(name))
    let results: ReturnType<typeof crop>[] = []
    await withTransaction(payload, async (_, tx) => {
      await tx.execute(sql`select id from media where id = ${image.id} for update`)
      results = [crop(image.id, right), crop(image.id, right)]
      await untilLocked(2)
      expect(cropsOf(await files())).toHaveLength(2)
    })
    const answers = await Promise.all(results)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('conflict')
    expect(cropsOf(await files())).toHaveLength(1)
  })

  it('a crop may be larger than the largest upload', async () => {
    const payload = await getTestPayload()
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
    const data = await sharp({
      create: { width: 1200, height: 800, channels: 3, background: '#888', noise },
    })
      .jpeg({ quality: 60 })
      .toBuffer()
    const setLimit = (mediaMaxMegabytes: number) =>
      payload.updateGlobal({ slug: 'shop-settings', data: { mediaMaxMegabytes } })
    await setLimit(1)
    try {
      const { body: image } = await upload(editor, data, 'noise.jpg')
      expect(
        await crop((image as Image).id, { left: 0, top: 0, width: 90, height: 100 }),
      ).toMatchObject({ status: 200, body: { width: 1080 } })
    } finally {
      await setLimit(25)
    }
  })

  it('invalid crops and focal points, documents, old versions, and customers are rejected', async () => {
    const image = await twoHalves()
    expect((await crop(image.id, { left: 0, top: 0, width: 5, height: 5 })).body.error).toContain(
      'too small',
    )
    expect((await crop(image.id, { ...right, left: 70 })).status).toBe(400)
    expect((await crop(image.id, { left: 0, top: 0, width: 100, height: 100 })).status).toBe(400)
    const { body: document } = await upload(editor, pdf, 'prices.pdf')
    expect((await crop(document.id, right)).status).toBe(400)
    expect((await put(document.id, { focus: { x: 1, y: 1 } })).status).toBe(400)
    expect((await put(image.id, { focus: { x: 101, y: 1 } })).status).toBe(400)
    const stale = await crop(image.id, { ...right, version: '2020-01-01T00:00:00.000Z' })
    expect(stale.body.code).toBe('version_conflict')
    expect((await crop(image.id, right, customer)).status).toBe(403)
    expect(await files()).toContain(image.filename)
  })

  it('an image that a page references by its URL cannot be cropped', async () => {
    const payload = await getTestPayload()
    const image = await twoHalves()
    await rowsOf(
      sql`insert into pages (title, slug, body)
        values ('A page', 'about', ${JSON.stringify({ root: { children: [{ text: image.filePath }] } })}::jsonb)
        on conflict (slug) do update set body = excluded.body`,
    )
    const { status, body } = await crop(image.id, right)
    expect([status, body.error]).toEqual([409, expect.stringContaining('by its URL') as string])
    expect(await files()).toContain(image.filename)
    await payload.delete({ collection: 'pages', where: { slug: { equals: 'about' } } })
  })

  it('an image that an answer of a page references by its URL counts as used and cannot be cropped', async () => {
    const payload = await getTestPayload()
    const image = await twoHalves()
    const answer = JSON.stringify({ root: { children: [{ text: image.filePath }] } })
    await rowsOf(
      sql`with page as (insert into pages (title, slug) values ('Help', 'support') returning id)
        insert into pages_questions (id, _parent_id, _order, question, answer)
        select 'used-in-answer', id, 1, 'How?', ${answer}::jsonb from page`,
    )
    const { body } = await call<{ usedIn: number }>('GET', `/api/admin/media/${image.id}`, {
      as: editor,
    })
    expect(body.usedIn).toBe(1)
    expect((await crop(image.id, right)).status).toBe(409)
    await payload.delete({ collection: 'pages', where: { slug: { equals: 'support' } } })
  })
})
