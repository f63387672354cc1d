import { rm } from 'node:fs/promises'

import { jest } from '@jest/globals'
import { bucketOfSandbox, useSandbox } from '@tests/support/sandbox'
import sharp from 'sharp'

const { endpoint, bucket, accessKeyId, secretAccessKey } = bucketOfSandbox()
Object.assign(process.env, {
  STORAGE_ENDPOINT: endpoint,
  STORAGE_BUCKET: bucket,
  STORAGE_ACCESS_KEY_ID: accessKeyId,
  STORAGE_SECRET_ACCESS_KEY: secretAccessKey,
  UPLOADS_DIR: '.data/test/no-such-folder',
})
// These modules read the settings once, so they are imported after the settings are in place.
const { getTestPayload, rowsOf, sql } = await import('@tests/support/payload')
const { createMedia } = await import('@/modules/media/actions/create-media')
const { cleanUpFiles } = await import('@/jobs/clean-up-files')
const { resetCircuitBreakers } = await import('@/platform/http/circuit-breaker')
const { getSocialPicture } = await import('@/platform/storage/social-pictures')
const { storageCheck } = await import('@/modules/go-live/actions/check-storage')
const { env } = await import('@/platform/env')
const { createFolderFiles } = await import('@/platform/storage/folder-files')
const { uploadedFiles } = await import('@/platform/storage/uploaded-files')

const sandbox = useSandbox()
beforeEach(async () => {
  resetCircuitBreakers()
  await sandbox.reset()
  await sandbox.clearFaults()
})

const names = async (): Promise<string[]> => {
  const all: string[] = []
  for await (const { name } of uploadedFiles().list()) all.push(name)
  return all.sort()
}
const add = async (alt = 'Ferns') =>
  createMedia(
    await getTestPayload(),
    {
      name: 'fern.jpg',
      bytes: await sharp({ create: { width: 340, height: 200, channels: 3, background: '#215' } })
        .jpeg()
        .toBuffer(),
    },
    { alt },
    null,
  )
const check = async () => (storageCheck.run as () => Promise<object>)()
const countRows = async (): Promise<number | undefined> =>
  (await rowsOf<{ count: number }>(sql`select count(*)::integer as count from media`))[0]?.count

it('stores all files of an upload in the bucket and removes them when it is deleted', async () => {
  const row = await add()
  const expected = ['320.avif', '320.webp', '340.avif', '340.webp', 'og.jpg']
  expect(await names()).toEqual(expected.map((end) => `${row.baseName}-${end}`))
  const stored = await uploadedFiles().get(`${row.baseName}-340.webp`)
  expect((await sharp(stored ?? undefined).metadata()).width).toBe(340)

  await getSocialPicture({ baseName: row.baseName ?? '', widths: [320, 340], color: null })
  expect(await names()).toContain(`${row.baseName}-social.jpg`)
  const payload = await getTestPayload()
  await payload.delete({ collection: 'media', id: row.id })
  expect(await names()).toEqual([])
})

it('leaves no file in the bucket when an upload is rejected', async () => {
  await expect(add('x'.repeat(301))).rejects.toThrow()
  expect([await names(), await countRows()]).toEqual([[], 0])
})

it('leaves no record when the bucket fails during an upload', async () => {
  await sandbox.fault({ provider: 's3', fault: 'status', status: 503, times: 100 })
  await expect(add()).rejects.toThrow('storage')
  expect(await countRows()).toBe(0)
})

it('deletes a record even if the bucket fails, and its files later during the nightly cleanup', async () => {
  const row = await add()
  const payload = await getTestPayload()
  await sandbox.fault({
    provider: 's3',
    fault: 'status',
    status: 503,
    match: { method: 'DELETE' },
    times: 100,
  })
  await payload.delete({ collection: 'media', id: row.id })
  await sandbox.clearFaults()
  resetCircuitBreakers()
  expect(await names()).toHaveLength(5)
  await cleanUpFiles(payload)
  expect(await names()).toHaveLength(5)
  await cleanUpFiles(payload, Date.now() + 25 * 60 * 60 * 1000)
  expect(await names()).toEqual([])
})

it('lists the bucket once in the nightly cleanup for uploads and return photos', async () => {
  const files = uploadedFiles()
  const unused = ['fern-0123456789ab-320.webp', 'returns/1/0123456789ab.webp']
  for (const name of unused) await files.put(name, Buffer.from('unused'))
  expect(await names()).toEqual(unused)
  const listing = jest.spyOn(files, 'list')
  await cleanUpFiles(await getTestPayload(), Date.now() + 25 * 60 * 60 * 1000)
  expect(listing).toHaveBeenCalledTimes(1)
  listing.mockRestore()
  expect(await names()).toEqual([])
})

it('the go-live check names the command that moves files as long as only the folder has some', async () => {
  const folder = createFolderFiles(env.UPLOADS_DIR)
  const listing = jest.spyOn(uploadedFiles(), 'list')
  try {
    await folder.put('fern-320.webp', Buffer.from('fern'))
    await folder.put('returns/1/fern.webp', Buffer.from('fern'))
    await folder.put('fern-640.webp.1234.part', Buffer.from('half'))
    expect(await check()).toEqual({
      state: 'problem',
      detail:
        '2 files in UPLOADS_DIR aren’t in the bucket sandbox-bucket, so they aren’t backed up.',
      fix: 'Run npm run move-files on this machine.',
    })
    expect(listing).toHaveBeenCalledTimes(1)
    await uploadedFiles().put('fern-320.webp', Buffer.from('fern'))
    expect(await check()).toMatchObject({
      state: 'problem',
      detail: '1 file in UPLOADS_DIR isn’t in the bucket sandbox-bucket, so it isn’t backed up.',
    })
    await uploadedFiles().put('returns/1/fern.webp', Buffer.from('fern'))
    expect(await check()).toMatchObject({ state: 'good' })
  } finally {
    listing.mockRestore()
    await rm(env.UPLOADS_DIR, { recursive: true, force: true })
  }
})

it('the go-live check writes, reads, and deletes a file, or reports the problem', async () => {
  expect(await check()).toMatchObject({
    state: 'good',
    detail: 'A test file was saved, read, and deleted in the bucket sandbox-bucket.',
  })
  expect(await names()).toEqual([])
  await sandbox.fault({ provider: 's3', fault: 'status', status: 403, times: 10 })
  expect(await check()).toMatchObject({
    state: 'problem',
    detail: expect.stringContaining('AccessDenied') as string,
    fix: 'Allow the key to list, read, write, and delete objects in the bucket.',
  })
})
