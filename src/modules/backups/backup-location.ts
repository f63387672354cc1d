import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

import { type BucketSettings, createBucketFiles } from '@/platform/storage/bucket-files'
import type { FileStore } from '@/platform/storage/file-store'
import { createFolderFiles } from '@/platform/storage/folder-files'

import type { BackupTarget } from './settings'

/** Where the files of backups are. Their content is encrypted before it gets here, except for the manifests. */
export type BackupLocation = {
  /** 'the folder /srv/backups', for messages. */
  label: string
  /** Writes a file as a whole. @returns its size in bytes @throws if it can't be written; what was written is removed */
  write: (name: string, content: Readable) => Promise<number>
  /** @throws Error if there is no such file */
  read: (name: string) => Promise<Readable>
  /** The files of backups by name, without archived WAL, and how many bytes of each are there. */
  list: () => Promise<Map<string, number>>
  delete: (name: string) => Promise<void>
}

/** Keys in the bucket begin with this, so that a bucket can hold other things as well. */
const bucketPrefix = 'backups/'
/**
 * A file in a bucket is stored in parts of this size: 'name/00001' and so on. One request then never holds more than
 * this in memory, no service's limit for one object matters, and a part that fails is sent again alone.
 */
const partBytes = 16 * 1024 * 1024
/** A backup can wait for a service that recovers, unlike a visitor. */
const retryPolicy = { timeoutMs: 30_000, pauses: [1000, 5000, 25_000] }

const createFolderLocation = (folder: string): BackupLocation => ({
  label: `the folder ${folder}`,
  write: async (name, content) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = path.join(folder, name)
    const partial = `${file}.part`
    try {
      await pipeline(content, createWriteStream(partial, { mode: 0o600 }))
      const handle = await open(partial, 'r')
      await handle.sync()
      await handle.close()
      await rename(partial, file)
      return (await stat(file)).size
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  },
  read: (name) => {
    const file = path.join(folder, name)
    if (!existsSync(file)) return Promise.reject(new Error(`${file} is missing.`))
    return Promise.resolve(createReadStream(file))
  },
  list: async () => {
    const sizes = new Map<string, number>()
    for (const name of existsSync(folder) ? await readdir(folder) : [])
      sizes.set(name, (await stat(path.join(folder, name))).size)
    return sizes
  },
  delete: (name) => rm(path.join(folder, name), { force: true }),
})

/** Cuts a stream into buffers of `partBytes`; the last is shorter, and an empty stream has one empty part. */
async function* inParts(content: Readable): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    const bytes = chunk as Buffer
    const fits = partBytes - size
    parts.push(bytes.subarray(0, fits))
    size += Math.min(fits, bytes.length)
    if (size < partBytes) continue
    yield Buffer.concat(parts)
    parts = [bytes.subarray(fits)]
    size = bytes.length - fits
  }
  yield Buffer.concat(parts)
}

const createBucketLocation = (settings: BucketSettings): BackupLocation => {
  const store = createBucketFiles(settings, { prefix: bucketPrefix, ...retryPolicy })
  const partsOf = async (name: string): Promise<string[]> => {
    const files = createBucketFiles(settings, { prefix: `${bucketPrefix}${name}/`, ...retryPolicy })
    const names: string[] = []
    for await (const file of files.list()) names.push(`${name}/${file.name}`)
    return names.sort()
  }
  const remove = async (name: string): Promise<void> => {
    for (const part of await partsOf(name)) await store.delete(part)
  }
  return {
    label: `the bucket ${settings.bucket}`,
    write: async (name, content) => {
      let bytes = 0
      const written: string[] = []
      try {
        for await (const part of inParts(content)) {
          const partName = `${name}/${String(written.length + 1).padStart(5, '0')}`
          await store.put(partName, part)
          written.push(partName)
          bytes += part.length
        }
        return bytes
      } catch (error) {
        // Not what was there before: a manifest that can't be replaced is the earlier one still.
        for (const partName of written) await store.delete(partName).catch(() => undefined)
        throw error
      }
    },
    read: async (name) => {
      const parts = await partsOf(name)
      if (parts.length === 0)
        throw new Error(`${name} is missing from the bucket ${settings.bucket}.`)
      const content = async function* () {
        for (const part of parts) {
          const bytes = await store.get(part)
          if (!bytes) throw new Error(`${part} is missing from the bucket ${settings.bucket}.`)
          yield bytes
        }
      }
      return Readable.from(content(), { objectMode: false })
    },
    list: async () => {
      const sizes = new Map<string, number>()
      const files = createBucketFiles(settings, {
        prefix: `${bucketPrefix}dayfern-`,
        ...retryPolicy,
      })
      for await (const part of files.list()) {
        const name = `dayfern-${part.name.split('/')[0] ?? ''}`
        sizes.set(name, (sizes.get(name) ?? 0) + part.size)
      }
      return sizes
    },
    delete: remove,
  }
}

/** Returns the locations of the settings: the folder first, if there are both. */
export function openLocations({ folder, bucket }: BackupTarget): BackupLocation[] {
  return [
    ...(folder === null ? [] : [createFolderLocation(folder)]),
    ...(bucket === null ? [] : [createBucketLocation(bucket)]),
  ]
}

/**
 * Returns stores for small files in every location.
 * @param prefix the part of the location, such as 'wal/72057594037927936/'
 */
export function openStores({ folder, bucket }: BackupTarget, prefix: string): FileStore[] {
  return [
    ...(folder === null ? [] : [createFolderFiles(path.join(folder, prefix))]),
    ...(bucket === null
      ? []
      : [createBucketFiles(bucket, { prefix: bucketPrefix + prefix, ...retryPolicy })]),
  ]
}

/** Reads a small text file. @throws Error if there is none */
export async function readText(location: BackupLocation, name: string): Promise<string> {
  return text(await location.read(name))
}

/** Writes a small text file. */
export async function writeText(
  location: BackupLocation,
  name: string,
  content: string,
): Promise<void> {
  await location.write(name, Readable.from([Buffer.from(content)], { objectMode: false }))
}
