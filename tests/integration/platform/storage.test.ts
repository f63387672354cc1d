import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { jest } from '@jest/globals'
import { bucketOfSandbox, useSandbox } from '@tests/support/sandbox'
import type { WorkStore } from 'next/dist/server/app-render/work-async-storage.external.js'
import type { WorkUnitStore } from 'next/dist/server/app-render/work-unit-async-storage.external.js'
import { createPatchedFetcher } from 'next/dist/server/lib/patch-fetch.js'

import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { ProviderError } from '@/platform/http/provider-error'
import { createBucketFiles } from '@/platform/storage/bucket-files'
import type { FileStore, StoredFile } from '@/platform/storage/file-store'
import { createFolderFiles } from '@/platform/storage/folder-files'
import { withFolderFallback } from '@/platform/storage/uploaded-files'

const sandbox = useSandbox()
const folder = await mkdtemp(path.join(tmpdir(), 'storage-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  resetCircuitBreakers()
  await sandbox.clearFaults()
})

let lastPrefix = 0
const makeBucket = (options: { pageSize?: number; timeoutMs?: number } = {}): FileStore =>
  createBucketFiles(bucketOfSandbox(), {
    prefix: `test-${(lastPrefix += 1)}/`,
    pauses: [5, 5],
    ...options,
  })
const makeFolder = (): FileStore => createFolderFiles(path.join(folder, String((lastPrefix += 1))))

const listed = async (files: FileStore): Promise<StoredFile[]> => {
  const all: StoredFile[] = []
  for await (const file of files.list()) all.push(file)
  return all.sort((one, other) => (one.name < other.name ? -1 : 1))
}
const names = async (files: FileStore): Promise<string[]> =>
  (await listed(files)).map(({ name }) => name)
const textOf = async (opened: { body: Readable } | null): Promise<string | null> =>
  opened && (await buffer(opened.body)).toString()

describe.each([
  ['a folder', makeFolder],
  ['a bucket', () => makeBucket({ pageSize: 3 })],
])('%s', (_, make) => {
  it('returns a stored file with its size and time', async () => {
    const files = make()
    const before = Date.now()
    await files.put('fern-640.webp', Buffer.from('a picture'))
    expect(await files.get('fern-640.webp')).toEqual(Buffer.from('a picture'))
    const stat = await files.stat('fern-640.webp')
    expect(stat).toMatchObject({ name: 'fern-640.webp', size: 9 })
    expect(stat?.modifiedAt).toBeGreaterThan(before - 2000)
    expect(stat?.modifiedAt).toBeLessThan(Date.now() + 2000)
    expect(await files.hash('fern-640.webp')).toBe(
      createHash('sha256').update('a picture').digest('hex'),
    )
  })

  it('returns nothing for a file that was never stored', async () => {
    const files = make()
    expect([
      await files.get('none.webp'),
      await files.open('none.webp'),
      await files.stat('none.webp'),
      await files.hash('none.webp'),
      await names(files),
    ]).toEqual([null, null, null, null, []])
  })

  it('opens part of a file and returns the total size', async () => {
    const files = make()
    await files.put('talk.mp3', Buffer.from('0123456789'))
    const part = await files.open('talk.mp3', { first: 2, last: 4 })
    expect([part?.size, await textOf(part)]).toEqual([10, '234'])
    expect(await textOf(await files.open('talk.mp3', { first: 9, last: 9 }))).toBe('9')
    expect(await textOf(await files.open('talk.mp3'))).toBe('0123456789')
  })

  it('overwrites a file with the same name', async () => {
    const files = make()
    await files.put('fern.webp', Buffer.from('one'))
    await files.put('fern.webp', Buffer.from('another'))
    expect((await files.get('fern.webp'))?.toString()).toBe('another')
    expect(await listed(files)).toMatchObject([{ name: 'fern.webp', size: 7 }])
  })

  it('lists every file once across several pages', async () => {
    const files = make()
    const all = Array.from({ length: 10 }, (__, index) => `file-${index}.webp`)
    for (const name of all) await files.put(name, Buffer.from(name))
    expect(await listed(files)).toEqual(
      all.map((name) => ({ name, size: name.length, modifiedAt: expect.any(Number) as number })),
    )
  })

  it('deletes a file and ignores one that does not exist', async () => {
    const files = make()
    await files.put('fern.webp', Buffer.from('x'))
    await files.put('moss.webp', Buffer.from('y'))
    await files.delete('fern.webp')
    await files.delete('fern.webp')
    expect([await files.get('fern.webp'), await names(files)]).toEqual([null, ['moss.webp']])
  })

  it.each([
    'with space.webp',
    'a+b&c=d.webp',
    'it’s-ünïcode-日本.webp',
    `it's (1)*!~$,;:@.webp`,
    '100%.webp',
    '%2e%2e%2fup.webp',
    '<b>"bold".webp',
    'folder/inner.webp',
    `${'long'.repeat(40)}.webp`,
  ])('preserves the name %s', async (name) => {
    const files = make()
    await files.put(name, Buffer.from('x'))
    expect([
      await names(files),
      (await files.stat(name))?.size,
      (await files.get(name))?.toString(),
    ]).toEqual([[name], 1, 'x'])
    await files.delete(name)
    expect(await names(files)).toEqual([])
  })

  it.each(['', '.', '../up', 'a/../b', '/etc/passwd', 'a//b', '.hidden', 'a\\b', 'a\0b', 'a\nb'])(
    'rejects the name %j',
    async (name) => {
      const files = make()
      const refused = 'This name can’t be used for a file.'
      await expect(files.put(name, Buffer.from('x'))).rejects.toThrow(refused)
      await expect(files.get(name)).rejects.toThrow(refused)
      await expect((async () => files.delete(name))()).rejects.toThrow(refused)
    },
  )

  it('stores an empty file and one of 20 MB', async () => {
    const files = make()
    const large = randomBytes(20_000_000)
    await files.put('empty.pdf', Buffer.alloc(0))
    await files.put('film.mp4', large)
    expect((await files.get('empty.pdf'))?.length).toBe(0)
    expect((await files.get('film.mp4'))?.equals(large)).toBe(true)
    const part = await files.open('film.mp4', { first: 19_999_990, last: 19_999_999 })
    expect(part && (await buffer(part.body)).equals(large.subarray(-10))).toBe(true)
    expect(await files.hash('film.mp4')).toBe(createHash('sha256').update(large).digest('hex'))
  })

  it('lets a reader stop in the middle of a file', async () => {
    const files = make()
    await files.put('film.mp4', randomBytes(5_000_000))
    const opened = await files.open('film.mp4')
    for await (const part of opened?.body ?? []) {
      expect((part as Buffer).length).toBeGreaterThan(0)
      break
    }
    expect(opened?.body.destroyed).toBe(true)
    expect((await files.get('film.mp4'))?.length).toBe(5_000_000)
  })
})

it('a folder does not follow symbolic links', async () => {
  const place = await mkdtemp(path.join(tmpdir(), 'storage-links-'))
  await writeFile(path.join(folder, 'secret.jpg'), 'secret')
  await symlink(path.join(folder, 'secret.jpg'), path.join(place, 'link.jpg'))
  const files = createFolderFiles(place)
  expect([await files.get('link.jpg'), await files.open('link.jpg'), await names(files)]).toEqual([
    null,
    null,
    [],
  ])
  await rm(place, { recursive: true })
})

it('a bucket stores the type of a file and marks it as immutable', async () => {
  const files = makeBucket()
  await files.put('fern.webp', Buffer.from('x'))
  const response = await fetch((await files.urlFor('fern.webp', 60)) ?? '')
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('cache-control'),
  ]).toEqual([200, 'image/webp', 'public, max-age=31536000, immutable'])
})

it('a bucket gets the length of a file from a route handler, where Next wraps fetch', async () => {
  const workAsyncStorage = new AsyncLocalStorage<WorkStore>()
  const workUnitAsyncStorage = new AsyncLocalStorage<WorkUnitStore>()
  const wrapped = createPatchedFetcher(fetch, { workAsyncStorage, workUnitAsyncStorage })
  const spy = jest.spyOn(globalThis, 'fetch').mockImplementation(wrapped)
  // What Next's wrapper reads of a request to a route handler.
  const store: Partial<WorkStore> = { route: '/api/[...slug]/route' }
  try {
    const files = makeBucket()
    await workAsyncStorage.run(store as WorkStore, async () => {
      await files.put('fern.webp', Buffer.from('x'))
      await files.put('fern.webp', Buffer.from('other'))
      expect((await files.get('fern.webp'))?.toString()).toBe('other')
      await files.delete('fern.webp')
    })
    expect(await names(files)).toEqual([])
  } finally {
    spy.mockRestore()
  }
})

it('a bucket’s signed URL opens only one file, for a limited time', async () => {
  const files = makeBucket()
  await files.put('export.pdf', Buffer.from('private'))
  await files.put('other.pdf', Buffer.from('other'))
  const url = (await files.urlFor('export.pdf', 60)) ?? ''
  expect(await (await fetch(url)).text()).toBe('private')
  const statusOf = async (address: string): Promise<number> => (await fetch(address)).status
  expect(await statusOf(url.replace('export', 'other'))).toBe(403)
  expect(await statusOf(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'))).toBe(403)
  expect(await statusOf(url.split('?', 1)[0] ?? '')).toBe(403)
  await sandbox.moveClock(61_000)
  expect(await statusOf(url)).toBe(403)
  await sandbox.moveClock(0)
  expect(await makeFolder().urlFor('export.pdf', 60)).toBeNull()
})

describe('failing bucket', () => {
  const put = { method: 'PUT' }
  const get = { method: 'GET' }

  it.each(['status', 'reset-before', 'reset-after'])(
    'is retried and stores the file once (%s)',
    async (fault) => {
      const files = makeBucket()
      await sandbox.fault({ provider: 's3', fault, status: 503, match: put, times: 2 })
      await files.put('fern.webp', Buffer.from('x'))
      expect(await names(files)).toEqual(['fern.webp'])
    },
  )

  it('is retried when a response is cut off', async () => {
    const files = makeBucket()
    await files.put('fern.webp', Buffer.from('0123456789'))
    await sandbox.fault({ provider: 's3', fault: 'truncated', match: get })
    expect((await files.get('fern.webp'))?.toString()).toBe('0123456789')
  })

  it('is given up after three attempts', async () => {
    const files = makeBucket()
    await sandbox.fault({ provider: 's3', fault: 'status', status: 503, times: 9 })
    const error = await files.get('given-up.webp').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ProviderError)
    expect((error as ProviderError).details).toMatchObject({
      status: 503,
      kind: 'down',
      issue: 'SlowDown',
    })
    const calls = (await sandbox.callsTo('s3')).filter(({ path: url }) => url.includes('given-up'))
    expect(calls).toHaveLength(3)
  })

  it('times out when it responds slowly', async () => {
    const files = makeBucket({ timeoutMs: 100 })
    await sandbox.fault({ provider: 's3', fault: 'latency', latencyMs: 5000, times: 3 })
    await expect(files.get('fern.webp')).rejects.toThrow('didn’t respond in time')
  })

  it.each([503, 200])(
    'times out when a response with status %i stops in the middle',
    async (status) => {
      const server = createServer((_, response) => {
        response.writeHead(status, { 'Content-Length': '1000' })
        response.write('<Error>')
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const files = createBucketFiles(
        { ...bucketOfSandbox(), endpoint: `http://127.0.0.1:${port}` },
        { prefix: 'x/', pauses: [], timeoutMs: 200 },
      )
      const begun = Date.now()
      await expect(files.get('fern.webp')).rejects.toThrow(ProviderError)
      expect(Date.now() - begun).toBeLessThan(10_000)
      server.closeAllConnections()
      server.close()
    },
  )

  it('is paused after eight failures in a row', async () => {
    const files = makeBucket()
    await sandbox.fault({ provider: 's3', fault: 'status', status: 500, times: 20 })
    for (let time = 0; time < 3; time += 1)
      await expect(files.stat('fern.webp')).rejects.toThrow(ProviderError)
    await sandbox.clearFaults()
    await expect(files.stat('fern.webp')).rejects.toThrow('has failed several times in a row')
  })

  it('ends a stream with an error instead of a short file', async () => {
    const files = makeBucket()
    await files.put('film.mp4', randomBytes(500_000))
    await sandbox.fault({ provider: 's3', fault: 'truncated', match: get })
    const opened = await files.open('film.mp4')
    await expect(opened && buffer(opened.body)).rejects.toThrow()
  })

  it.each([
    ['another secret', { secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
    ['another key', { accessKeyId: 'nobody' }, 'InvalidAccessKeyId'],
    ['another region', { region: 'eu-north-9' }, 'AuthorizationHeaderMalformed'],
    ['another bucket', { bucket: 'elsewhere' }, 'NoSuchBucket'],
  ])('reports the reason with %s', async (__, settings, issue) => {
    const files = createBucketFiles(
      { ...bucketOfSandbox(), ...settings },
      { prefix: 'x/', pauses: [] },
    )
    await expect(files.get('fern.webp')).rejects.toMatchObject({ details: { issue } })
    await expect(files.put('fern.webp', Buffer.from('x'))).rejects.toThrow(issue)
    await expect(names(files)).rejects.toThrow(issue)
  })

  it('uses the bucket’s name as the host if path style is off', async () => {
    const [, port] = /:(\d+)$/.exec(bucketOfSandbox().endpoint) ?? []
    const files = createBucketFiles(
      { ...bucketOfSandbox(), endpoint: `http://localhost:${port}`, pathStyle: false },
      { prefix: '', pauses: [] },
    )
    expect(await files.urlFor('fern.webp', 60)).toMatch(
      new RegExp(`^http://sandbox-bucket\\.localhost:${port}/fern\\.webp\\?`),
    )
  })
})

it('files that exist only in the earlier folder are read from it during a move', async () => {
  const [bucket, old] = [makeBucket(), makeFolder()]
  const both = withFolderFallback(bucket, old)
  await old.put('old.webp', Buffer.from('old'))
  await old.put('shared.webp', Buffer.from('same'))
  await both.put('shared.webp', Buffer.from('same'))
  await both.put('new.webp', Buffer.from('new'))
  expect([
    (await both.get('old.webp'))?.toString(),
    await textOf(await both.open('old.webp', { first: 1, last: 2 })),
    (await both.stat('old.webp'))?.size,
    await old.get('new.webp'),
    await names(both),
  ]).toEqual(['old', 'ld', 3, null, ['new.webp', 'shared.webp']])
  await both.delete('shared.webp')
  expect([await both.get('shared.webp'), await old.get('shared.webp')]).toEqual([null, null])
})

it('the lost+found of a disk of its own isn’t listed', async () => {
  const disk = await mkdtemp(path.join(folder, 'disk-'))
  await mkdir(path.join(disk, 'lost+found'))
  await writeFile(path.join(disk, 'lost+found', 'inode.webp'), 'of the file system')
  const files = createFolderFiles(disk)
  await files.put('fern.webp', Buffer.from('fern'))
  await files.put('returns/moss.webp', Buffer.from('moss'))
  expect(await names(files)).toEqual(['fern.webp', 'returns/moss.webp'])
})
