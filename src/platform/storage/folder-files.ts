import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { assertFileName, type FileStore, type StoredFile } from './file-store'

/** Whether a call of the file system failed because there is nothing at its path. */
export function isMissing(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(String(error.code))
  )
}

const nullIfMissing = async <Result>(work: Promise<Result>): Promise<Result | null> => {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** What the file system of a disk puts into its top folder. Only root may read it. */
export const diskFolder = 'lost+found'

/** Everything below a folder, except for a disk's `lost+found`. */
export async function listFolder(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const own = entries.filter(({ name }) => name !== diskFolder)
  const below = await Promise.all(
    own
      .filter((entry) => entry.isDirectory())
      .map(({ name }) =>
        readdir(path.join(folder, name), { recursive: true, withFileTypes: true }),
      ),
  )
  return [...own, ...below.flat()]
}

/** Files in a folder of this machine, or of a network file system that all machines share. */
export function createFolderFiles(folder: string): FileStore {
  const fileOf = (name: string): string => {
    assertFileName(name)
    return path.join(folder, name)
  }

  /** Links are not followed: their targets aren't the shop's. */
  const stat = async (name: string): Promise<StoredFile | null> => {
    const stats = await nullIfMissing(lstat(fileOf(name)))
    return stats?.isFile() ? { name, size: stats.size, modifiedAt: stats.mtimeMs } : null
  }

  const get = async (name: string): Promise<Buffer | null> =>
    (await stat(name)) ? nullIfMissing(readFile(fileOf(name))) : null

  return {
    put: async (name, bytes) => {
      const file = fileOf(name)
      await mkdir(path.dirname(file), { recursive: true })
      const partial = `${file}.${randomUUID()}.part`
      try {
        await writeFile(partial, bytes, { flush: true })
        await rename(partial, file)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    get,
    open: async (name, range) => {
      const file = await stat(name)
      if (!file) return null
      const body = createReadStream(
        fileOf(name),
        range ? { start: range.first, end: range.last } : {},
      )
      return { ...file, body }
    },
    stat,
    hash: async (name) => {
      const bytes = await get(name)
      return bytes && createHash('sha256').update(bytes).digest('hex')
    },
    delete: (name) => rm(fileOf(name), { force: true }),
    list: async function* () {
      const entries = await nullIfMissing(listFolder(folder))
      for (const entry of entries ?? []) {
        if (!entry.isFile() || entry.name.startsWith('.')) continue
        const name = path
          .relative(folder, path.join(entry.parentPath, entry.name))
          .replaceAll(path.sep, '/')
        // A file deleted during the listing is left out.
        const file = await stat(name)
        if (file) yield file
      }
    },
    urlFor: () => Promise.resolve(null),
  }
}
