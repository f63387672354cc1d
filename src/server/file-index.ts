import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import { LRUCache } from 'lru-cache'

import type { FileRange } from '@/platform/storage/file-store'

/** A compressed form: a file beside the original, or, for small drawings, bytes in memory. */
type Compressed = { file: string; size: number; body?: Buffer }

export type FileEntry = {
  size: number
  etag: string
  /** Null when the file was deleted meanwhile. */
  open: (range?: FileRange) => Readable | Promise<Readable | null>
  br: Compressed | null
  gzip: Compressed | null
}

const maxEntries = 5000
const maxDrawingBytes = 200_000

const besideFile = (file: string): Compressed | null =>
  existsSync(file) ? { file, size: statSync(file).size } : null
const inMemory = (file: string, body: Buffer): Compressed => ({ file, size: body.length, body })

const nullIfMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}

const readEntry = (root: string, name: string): FileEntry | null => {
  const file = realpathSync(path.join(root, name))
  if (!file.startsWith(realpathSync(root) + path.sep)) return null
  const { size, mtimeMs } = statSync(file)
  const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
  const open = async (range?: FileRange): Promise<Readable | null> => {
    const handle = await openFile(file).catch(nullIfMissing)
    return (
      handle?.createReadStream(range ? { start: range.first, end: range.last } : undefined) ?? null
    )
  }
  if (!file.endsWith('.svg') || size >= maxDrawingBytes)
    return { open, size, etag, br: besideFile(`${file}.br`), gzip: besideFile(`${file}.gz`) }
  const drawing = readFileSync(file)
  return {
    open,
    size,
    etag,
    br: inMemory(file, brotliCompressSync(drawing)),
    gzip: inMemory(file, gzipSync(drawing, { level: 9 })),
  }
}

/** What is known of the files of a folder that were requested. Their names change with their content, so an entry stays true. */
export class FileIndex {
  private readonly entries = new LRUCache<string, FileEntry>({ max: maxEntries })
  private readonly root: string
  private readonly mayLoseFiles: boolean

  /** @param options `mayLoseFiles`: files may be deleted while the server runs */
  constructor(root: string, { mayLoseFiles = false } = {}) {
    this.root = root
    this.mayLoseFiles = mayLoseFiles
  }

  /** @returns null when there is no such file in the folder */
  find(name: string): FileEntry | null {
    const cached = this.entries.get(name)
    if (cached && !this.isMissing(name)) return cached
    this.entries.delete(name)
    try {
      const entry = readEntry(this.root, name)
      if (entry) this.entries.set(name, entry)
      return entry
    } catch {
      return null
    }
  }

  private isMissing(name: string): boolean {
    return this.mayLoseFiles && !existsSync(path.join(this.root, name))
  }
}
