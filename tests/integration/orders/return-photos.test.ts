import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

import config from '@payload-config'
import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { unzipSync } from 'fflate'
import { handleEndpoints } from 'payload'
import sharp from 'sharp'

import { runJob } from '@/jobs/tasks'
import type { AdminReturn } from '@/modules/returns/schemas'
import type { Product } from '@/payload-types'
import { env } from '@/platform/env'
import { uploadedFiles } from '@/platform/storage/uploaded-files'

import { type Delivered, deliverOrder } from './delivered-order'

type Failed = { code: string; error: string; fields?: Record<string, string> }

const sandbox = useSandbox()
let tee: Product
let owner: TestPerson
let editor: TestPerson
let wren: TestPerson
let sol: TestPerson
beforeAll(async () => {
  await getTestPayload()
  tee = await makeProduct({ name: 'Fern Tee' })
  ;[owner, editor, wren, sol] = await Promise.all([
    makePerson('super_admin'),
    makePerson('editor'),
    makePerson('customer'),
    makePerson('customer'),
  ])
})
const deliver = (as?: TestPerson) => deliverOrder(sandbox, tee, 3, as)

const plain = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#21503b' } })
const jpeg = (): Promise<Buffer> => plain().jpeg().toBuffer()
/** Makes a photo like those of a phone, rotated and with its location in the EXIF data. */
const phonePhoto = (): Promise<Buffer> =>
  plain()
    .withExif({
      IFD0: { Copyright: 'canary of the camera' },
      IFD3: { GPSLatitude: '34/1 26/1 5/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

const multipart = async (bytes: Buffer, name = 'photo.jpg') => {
  const data = new FormData()
  data.append('file', new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }))
  const written = new Response(data)
  return {
    raw: Buffer.from(await written.arrayBuffer()),
    headers: { 'content-type': written.headers.get('content-type') ?? '' },
  }
}
const photoPath = ({ orderNumber, key }: Delivered, id: string, as?: TestPerson) =>
  `/api/orders/${orderNumber}/return-photos/${id}${as ? '' : `?key=${key}`}`
const upload = async (
  order: Delivered,
  bytes: Buffer,
  { id = randomUUID(), name, as }: { id?: string; name?: string; as?: TestPerson } = {},
) => {
  const form = await multipart(bytes, name)
  return { id, ...(await call<Failed>('PUT', photoPath(order, id, as), { as, ...form })) }
}
const request = (order: Delivered, photos: string[], requestId: string = randomUUID()) =>
  call<Failed & { id: number }>('POST', `/api/orders/${order.orderNumber}/returns`, {
    body: {
      key: order.key,
      requestId,
      reason: 'damaged',
      wish: 'refund',
      lines: [{ itemId: order.item, quantity: 1 }],
      photos,
    },
  })
/** Creates an order with a return and one photo. */
const returned = async (as?: TestPerson) => {
  const order = await deliver(as)
  const { id } = await upload(order, await jpeg())
  return { order, photo: id, returnId: (await request(order, [id])).body.id }
}
const filesOf = async ({ orderId }: Delivered): Promise<string[]> => {
  const names: string[] = []
  for await (const { name } of uploadedFiles().list())
    if (name.startsWith(`returns/${orderId}/`)) names.push(name)
  return names.sort()
}
const photosOf = ({ orderId }: Delivered) =>
  rowsOf<{ photos: string[] | null }>(sql`select photos from returns where order_id = ${orderId}`)
const letFilesAge = async (order: Delivered): Promise<void> => {
  const long = new Date(Date.now() - 2 * 86_400_000)
  for (const name of await filesOf(order))
    await utimes(path.join(env.UPLOADS_DIR, name), long, long)
}
const night = async () => {
  const payload = await getTestPayload()
  await runJob(payload, 'purge-expired', {})
  await runJob(payload, 'clean-up-media', {})
}

it('photos are uncached for staff and the buyer, and staff get them upright without EXIF data', async () => {
  const order = await deliver()
  const { id } = await upload(order, await phonePhoto())
  const { body } = await request(order, [id])
  const view = await call<AdminReturn>('GET', `/api/admin/returns/${body.id}`, { as: owner })
  expect(view.body.photos).toEqual([id])
  const url = new URL(`/cms/api/shop/admin/returns/${body.id}/photos/${id}`, env.SERVER_URL)
  const answer = await handleEndpoints({
    config,
    path: url.pathname,
    request: new Request(url, {
      headers: { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' },
    }),
  })
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const shown = Buffer.from(await answer.arrayBuffer())
  const meta = await sharp(shown).metadata()
  expect([meta.format, meta.width, meta.height, meta.exif, meta.orientation]).toEqual([
    'jpeg',
    40,
    60,
    undefined,
    undefined,
  ])
  expect(shown.includes('canary')).toBe(false)
  for (const size of ['full', 'small']) {
    const own = await call('GET', `${photoPath(order, id)}&size=${size}`)
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  }
})

it('return photos are hidden from other customers, visitors, and staff without access to orders', async () => {
  const { order, photo, returnId } = await returned(wren)
  const other = await returned(sol)
  const statusOf = async (url: string, as?: TestPerson) => (await call('GET', url, { as })).status
  const own = `/api/orders/${order.orderNumber}/return-photos/${photo}`
  const admin = `/api/admin/returns/${returnId}/photos/${photo}`
  expect(await statusOf(own, wren)).toBe(200)
  expect(await statusOf(own, sol)).toBe(404)
  expect(await statusOf(own)).toBe(404)
  expect(await statusOf(`${own}?key=${'f'.repeat(32)}`, wren)).toBe(404)
  expect(await statusOf(photoPath(other.order, photo))).toBe(404)
  expect(await statusOf(admin)).toBe(401)
  expect(await statusOf(admin, wren)).toBe(403)
  expect(await statusOf(admin, editor)).toBe(403)
  expect(await statusOf(`/api/admin/returns/${other.returnId}/photos/${photo}`, owner)).toBe(404)
  expect((await upload(order, await jpeg(), { as: sol })).status).toBe(404)
  expect((await upload(order, await jpeg(), { as: wren })).status).toBe(200)
})

it('rejects a return with photos that were uploaded for another order or never uploaded', async () => {
  const [order, other] = [await deliver(), await deliver()]
  const { id } = await upload(other, await jpeg())
  for (const photo of [id, randomUUID()])
    expect((await request(order, [photo])).body.fields?.photos).toMatch('didn’t upload')
  expect(await photosOf(order)).toEqual([])
})

/** Makes a black-and-white image of 20,000 by 20,000 pixels in 50 kB. */
const hugePng = (): Buffer => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(body.length + 8)
    frame.writeUInt32BE(data.length)
    body.copy(frame, 4)
    frame.writeUInt32BE(crc32(body), body.length + 4)
    return frame
  }
  const side = 20_000
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(side * (1 + side / 8)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const noise = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()

it.each<[string, () => Buffer | Promise<Buffer>]>([
  [
    'an executable named like a photo',
    () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4000)]),
  ],
  ['an SVG', () => Buffer.from(svg)],
  ['an image of 400 megapixels', hugePng],
  ['half a JPEG', async () => (await noise()).subarray(0, 9000)],
  ['a GIF', () => plain().gif().toBuffer()],
  [
    'the start of an iPhone’s HEIC',
    () =>
      Buffer.concat([
        Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
        Buffer.alloc(500),
      ]),
  ],
])('rejects %s with a message and stores nothing', async (_, make) => {
  const order = await deliver()
  const { status, body } = await upload(order, await make(), { name: 'IMG_1.jpg' })
  expect(status).toBe(400)
  expect(body.fields?.file).toBe(
    'We can’t read “IMG_1.jpg”. Please send it as a JPEG, PNG, or WebP photo of up to 40 megapixels.',
  )
  expect(await filesOf(order)).toEqual([])
})

it('drops data appended to a photo', async () => {
  const order = await deliver()
  const script = '<script>canary()</script>'
  const { id, status } = await upload(
    order,
    Buffer.concat([await jpeg(), Buffer.from(`${script}PK\u0003\u0004`)]),
  )
  expect(status).toBe(200)
  const stored = await uploadedFiles().get(`returns/${order.orderId}/${id}.jpg`)
  expect(stored?.includes('canary')).toBe(false)
})

it('stores a large photo at a width of 2000 pixels with a thumbnail', async () => {
  const order = await deliver()
  const { id } = await upload(
    order,
    await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#21503b' } })
      .png()
      .toBuffer(),
  )
  const widths = await Promise.all(
    ['', '-small'].map(async (suffix) => {
      const bytes = await uploadedFiles().get(`returns/${order.orderId}/${id}${suffix}.jpg`)
      return (await sharp(bytes ?? undefined).metadata()).width
    }),
  )
  expect(widths).toEqual([2000, 320])
})

it('rejects files over 10 MB, more than four photos, and more than 40 uploads', async () => {
  const order = await deliver()
  expect((await upload(order, Buffer.alloc(10 * 1024 * 1024 + 1))).status).toBe(413)
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.push((await upload(order, await jpeg())).id)
  expect((await request(order, ids)).body.fields?.photos).toMatch('up to 4')
  expect((await request(order, [ids[0] ?? '', ids[0] ?? ''])).status).toBe(400)
  expect((await request(order, ids.slice(1))).status).toBe(201)
  const photo = await jpeg()
  const statuses: number[] = []
  for (let count = 6; count < 41; count += 1)
    statuses.push((await upload(order, photo, { id: ids[0] })).status)
  expect(statuses.filter((status) => status !== 200)).toEqual([429])
})

it('rejects photos for an order that hasn’t shipped, without reading them', async () => {
  const order = await deliver()
  await rowsOf(sql`update orders set status = 'paid' where id = ${order.orderId}`)
  expect((await upload(order, await jpeg())).status).toBe(409)
  expect((await upload(order, Buffer.alloc(10 * 1024 * 1024 + 1))).status).toBe(409)
  expect(await filesOf(order)).toEqual([])
})

it('repeated uploads and return requests are stored once, and a stored photo never changes', async () => {
  const order = await deliver()
  const [id, requestId] = [randomUUID(), randomUUID()]
  const first = await jpeg()
  const answers = await Promise.all([1, 2, 3].map(() => upload(order, first, { id })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const name = `returns/${order.orderId}/${id}.jpg`
  const stored = await uploadedFiles().get(name)
  expect((await upload(order, await noise(), { id })).status).toBe(200)
  expect(stored && (await uploadedFiles().get(name))?.equals(stored)).toBe(true)
  const requests = await Promise.all([1, 2].map(() => request(order, [id], requestId)))
  expect(new Set(requests.map(({ body }) => body.id)).size).toBe(1)
  expect(await photosOf(order)).toEqual([{ photos: [id] }])
})

it('cleanup deletes old photos without a return and keeps recent ones and those of a return', async () => {
  const { order, photo } = await returned()
  await upload(order, await jpeg())
  const waiting = await upload(order, await jpeg())
  await letFilesAge(order)
  const fresh = await upload(order, await jpeg())
  await night()
  const expected = [photo, fresh.id].flatMap((id) => [
    `returns/${order.orderId}/${id}-small.jpg`,
    `returns/${order.orderId}/${id}.jpg`,
  ])
  expect(await filesOf(order)).toEqual(expected.sort())
  expect((await request(order, [waiting.id])).status).toBe(400)
})

it('cleanup deletes photos half a year after the last step of their return', async () => {
  const [old, recent] = [await returned(), await returned()]
  await Promise.all([letFilesAge(old.order), letFilesAge(recent.order)])
  const lastStep = (id: number, days: number) =>
    rowsOf(
      sql`update returns set status = 'closed', updated_at = now() - make_interval(days => ${days}) where id = ${id}`,
    )
  await lastStep(old.returnId, 181)
  await lastStep(recent.returnId, 179)
  await night()
  expect([await filesOf(old.order), await photosOf(old.order)]).toEqual([[], [{ photos: null }]])
  expect(await filesOf(recent.order)).toHaveLength(2)
})

it('a customer’s data export includes their photos, and an erasure deletes them', async () => {
  const { order, photo } = await returned(wren)
  const other = await returned(sol)
  const url = new URL('/cms/api/shop/account/export', env.SERVER_URL)
  const answer = await handleEndpoints({
    config,
    path: url.pathname,
    request: new Request(url, {
      headers: { cookie: wren.cookie, 'sec-fetch-site': 'same-origin' },
    }),
  })
  const zip = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const photoNames = Object.keys(zip).filter((name) => name.endsWith('.jpg'))
  expect(photoNames).toContain(`returns/${order.orderId}/${photo}.jpg`)
  expect(photoNames.some((name) => name.includes(other.photo))).toBe(false)
  const stored = await uploadedFiles().get(`returns/${order.orderId}/${photo}.jpg`)
  expect(Buffer.from(zip[`returns/${order.orderId}/${photo}.jpg`] ?? [])).toEqual(stored)

  // An erasure waits until all returns of the address are over.
  await rowsOf(sql`update returns set status = 'closed'`)
  // Drops the queued emails of the orders above.
  await rowsOf(sql`delete from graphile_worker._private_jobs`)
  await call('POST', '/api/account/deletion', {
    as: wren,
    body: { currentPassword: wren.password },
  })
  await rowsOf(
    sql`update data_requests set erase_after = now() - interval '1 minute' where user_id = ${wren.user.id}`,
  )
  await night()
  await runWaitingJobs()
  await runWaitingJobs()
  expect(await photosOf(order)).toEqual([{ photos: null }])
  expect(await filesOf(order)).toEqual([])
  expect(await filesOf(other.order)).toHaveLength(2)
})
