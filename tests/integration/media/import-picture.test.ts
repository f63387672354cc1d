import { mkdir, readdir } from 'node:fs/promises'

import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { useSandbox } from '@tests/support/sandbox'
import type { Payload } from 'payload'

import { importPicture } from '@/modules/media/actions/import-picture'
import { env } from '@/platform/env'
import { createSafeFetch } from '@/platform/http/safe-fetch'

const { addressOf, callsTo, reset } = useSandbox()
let payload: Payload
beforeAll(async () => {
  payload = await getTestPayload()
  await mkdir(env.UPLOADS_DIR, { recursive: true })
})
beforeEach(reset)

const copy = (sourceKey: string, file: string) =>
  importPicture(payload, {
    sourceKey,
    url: `${addressOf('etsy')}/pictures/${file}`,
    alt: 'Ferns in the morning',
    name: 'fern tee',
    fetchFile: createSafeFetch({
      provider: 'Etsy',
      hosts: ['etsystatic.com'],
      origins: [addressOf('etsy')],
      maxBytes: 600_000,
    }),
  })
const pictures = () =>
  rowsOf<{ id: number; source_key: string; alt: string; base_name: string }>(
    sql`select id, source_key, alt, base_name from media order by id`,
  )
const fetched = async () => (await callsTo('etsy')).length

it('re-encodes an imported image at the shop’s sizes and downloads it only once', async () => {
  const id = await copy('etsy:1', 'valley.jpg')
  expect(await copy('etsy:1', 'valley.jpg?other=link')).toBe(id)
  expect(await fetched()).toBe(1)
  const [row] = await pictures()
  expect(row).toMatchObject({
    id,
    source_key: 'etsy:1',
    alt: 'Ferns in the morning',
    base_name: expect.stringMatching(/^fern-tee-[0-9a-f]{12}$/),
  })
  const files = (await readdir(env.UPLOADS_DIR)).filter((name) =>
    name.startsWith(row?.base_name ?? '-'),
  )
  expect(files).toHaveLength(3) // 320 wide, as AVIF and WebP, and the preview
})

it('stores one image when it is imported five times simultaneously', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => copy('etsy:2', 'racing.jpg')))
  expect(new Set(ids).size).toBe(1)
  expect((await pictures()).filter(({ source_key }) => source_key === 'etsy:2')).toHaveLength(1)
})

it('restores an imported image from the trash when it is needed again', async () => {
  const id = await copy('etsy:3', 'trash.jpg')
  await payload.db.drizzle.execute(sql`update media set deleted_at = now() where id = ${id}`)
  expect(await copy('etsy:3', 'trash.jpg')).toBe(id)
  expect(await rowsOf(sql`select deleted_at from media where id = ${id}`)).toEqual([
    { deleted_at: null },
  ])
})

it.each([
  ['an HTML page named .jpg', 'page.jpg', /supported image/],
  ['a broken JPEG', 'broken.jpg', /supported image/],
  ['a video', 'clip.mp4', /supported image/],
  ['an endless file', 'endless.jpg', /larger than 1 MB/],
  ['a redirect to a private address', 'elsewhere.jpg', /isn’t a standard https URL/],
  ['a missing file', 'gone.jpg', /couldn’t be downloaded \(404\)/],
])('rejects %s with a clear message and stores nothing', async (_, file, words) => {
  const [before, rows] = [await readdir(env.UPLOADS_DIR), await pictures()]
  await expect(copy(`etsy:${file}`, file)).rejects.toThrow(words)
  expect(await pictures()).toEqual(rows)
  expect((await readdir(env.UPLOADS_DIR)).sort()).toEqual(before.sort())
})
