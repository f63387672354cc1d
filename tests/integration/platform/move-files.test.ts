import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { bucketOfSandbox, useSandbox } from '@tests/support/sandbox'

import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { createBucketFiles } from '@/platform/storage/bucket-files'
import { copyFiles } from '@/platform/storage/copy-files'
import type { FileStore } from '@/platform/storage/file-store'
import { createFolderFiles } from '@/platform/storage/folder-files'

const sandbox = useSandbox()
let place = ''
let folder: FileStore
let bucket: FileStore
beforeEach(async () => {
  resetCircuitBreakers()
  await sandbox.reset()
  place = await mkdtemp(path.join(tmpdir(), 'move-files-'))
  folder = createFolderFiles(place)
  bucket = createBucketFiles(bucketOfSandbox(), { prefix: 'uploads/', pauses: [5] })
})
afterEach(() => rm(place, { recursive: true, force: true }))

const namesOf = async (store: FileStore): Promise<string[]> => {
  const names: string[] = []
  for await (const { name } of store.list()) names.push(name)
  return names.sort()
}
const fill = async (count: number): Promise<string[]> => {
  const names = Array.from({ length: count }, (_, index) => `fern-${index + 10}.webp`)
  for (const name of names) await folder.put(name, Buffer.from(`picture ${name}`))
  return names
}
const putsOf = async (): Promise<number> =>
  (await sandbox.callsTo('s3')).filter(({ method }) => method === 'PUT').length

it('copies every file, and nothing on a second run', async () => {
  const names = await fill(12)
  expect(await copyFiles(folder, bucket)).toMatchObject({ copied: 12, present: 0, failed: [] })
  expect(await namesOf(bucket)).toEqual(names)
  expect((await bucket.get('fern-15.webp'))?.toString()).toBe('picture fern-15.webp')
  expect(await copyFiles(folder, bucket)).toMatchObject({ copied: 0, present: 12, failed: [] })
  expect([await putsOf(), await namesOf(folder)]).toEqual([12, names])
})

it('copies files added during the run and skips files deleted during it', async () => {
  await fill(8)
  const busy: FileStore = {
    ...folder,
    get: async (name) => {
      if (name === 'fern-17.webp') await folder.put('late.webp', Buffer.from('late'))
      const bytes = await folder.get(name)
      if (name === 'fern-10.webp') await folder.delete(name)
      return bytes
    },
  }
  expect((await copyFiles(busy, bucket)).failed).toEqual([])
  const names = await namesOf(bucket)
  expect(names).toContain('late.webp')
  expect(names).not.toContain('fern-10.webp')
})

it('skips the remains of an interrupted upload', async () => {
  await fill(1)
  await writeFile(path.join(place, 'fern-99.webp.1234.part'), 'half')
  await copyFiles(folder, bucket)
  expect(await namesOf(bucket)).toEqual(['fern-10.webp'])
})

it('copies a file again if the copy’s content or size differs', async () => {
  await fill(2)
  await bucket.put('fern-10.webp', Buffer.from('PICTURE fern-10.webp'))
  await bucket.put('fern-11.webp', Buffer.from('pict'))
  expect(await copyFiles(folder, bucket)).toMatchObject({ copied: 2, present: 0 })
  expect((await bucket.get('fern-10.webp'))?.toString()).toBe('picture fern-10.webp')
})

it('reports a failed file, copies the others, and copies the failed one on the next run', async () => {
  await fill(4)
  await sandbox.fault({
    provider: 's3',
    fault: 'status',
    status: 500,
    match: { method: 'PUT', path: 'fern-12' },
    times: 2,
  })
  const first = await copyFiles(folder, bucket)
  expect(first).toMatchObject({ copied: 3 })
  expect(first.failed).toEqual([
    { name: 'fern-12.webp', reason: expect.stringContaining('500') as string },
  ])
  expect(await copyFiles(folder, bucket)).toMatchObject({ copied: 1, present: 3, failed: [] })
})

it('copies back to a folder', async () => {
  await bucket.put('fern-10.webp', Buffer.from('from the bucket'))
  await copyFiles(bucket, folder)
  expect((await folder.get('fern-10.webp'))?.toString()).toBe('from the bucket')
})

const run = (
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/commands/move-files.mjs', ...args],
      { env: { ...process.env, UPLOADS_DIR: place, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })

it('the command copies to the configured bucket or back, reports the result, and explains errors', async () => {
  await fill(3)
  const { endpoint, bucket: name, accessKeyId, secretAccessKey } = bucketOfSandbox()
  const settings = {
    STORAGE_ENDPOINT: endpoint,
    STORAGE_BUCKET: name,
    STORAGE_ACCESS_KEY_ID: accessKeyId,
    STORAGE_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const { code, output } = await run(settings)
  expect(output).toContain(
    `Copied 3 files (0.0 MB) from ${place} to sandbox-bucket and compared each one. 0 were already there.`,
  )
  expect([code, await namesOf(bucket)]).toEqual([
    0,
    ['fern-10.webp', 'fern-11.webp', 'fern-12.webp'],
  ])
  await rm(place, { recursive: true })
  expect((await run(settings, '--to-folder')).output).toContain('Copied 3 files')
  expect(await namesOf(folder)).toHaveLength(3)
  const refused = await run({ ...settings, STORAGE_SECRET_ACCESS_KEY: 'wrong' })
  expect([refused.code, refused.output]).toEqual([
    2,
    expect.stringContaining('SignatureDoesNotMatch') as string,
  ])
  expect(refused.output).not.toContain('wrong')
  const partly = await run({ STORAGE_BUCKET: name })
  expect(partly.output).toContain(
    'STORAGE_ENDPOINT: is required for the bucket, because other STORAGE_ settings are set',
  )
  expect((await run({})).output).toContain('Set the STORAGE_ settings of your bucket')
})
