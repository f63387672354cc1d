import type { Readable } from 'node:stream'

export type StoredFile = {
  /** As given to `put`: 'fern-1a2b-640.webp'. */
  name: string
  /** In bytes. */
  size: number
  /** When it was written, in milliseconds since 1970; a bucket knows it to the second. */
  modifiedAt: number
}

/** The first and the last byte, both included. */
export type FileRange = { first: number; last: number }

/**
 * Where files are stored: a folder (folder-files.ts) or a bucket (bucket-files.ts). A file never changes: a new picture
 * gets a new name. All methods throw when the storage fails; a file that doesn't exist is not a failure.
 */
export type FileStore = {
  /** Writes a file as a whole: readers see all of it or nothing. Safe to repeat. */
  put: (name: string, bytes: Buffer) => Promise<void>
  /** Returns the bytes; null if there is no such file. */
  get: (name: string) => Promise<Buffer | null>
  /**
   * Opens a file for reading, or a part of it. Its `size` is the whole file's. The caller must read or destroy `body`.
   */
  open: (name: string, range?: FileRange) => Promise<(StoredFile & { body: Readable }) | null>
  stat: (name: string) => Promise<StoredFile | null>
  /** Returns the SHA-256 of the bytes in hex; null if there is no such file. */
  hash: (name: string) => Promise<string | null>
  /** Deletes a file. One that doesn't exist is not an error. */
  delete: (name: string) => Promise<void>
  /** Lists all files in no particular order. A folder also has what interrupted writes left: names that end in '.part'. */
  list: () => AsyncIterable<StoredFile>
  /** Returns a URL at which anyone can read a private file for a while; null if only the shop itself can serve it. */
  urlFor: (name: string, seconds: number) => Promise<string | null>
}

/** Keys of uploaded files in a bucket begin with this, so that it can hold other things as well. */
export const uploadsPrefix = 'uploads/'

/** Whether a file of a folder is what an interrupted write left. */
export function isPartial(name: string): boolean {
  return name.endsWith('.part')
}

const maxNameBytes = 400

/**
 * Names are relative paths: no '..', no hidden files, nothing that a file system or a bucket would read differently.
 * @throws Error for any other name
 */
export function assertFileName(name: string): void {
  const isFine =
    name.split('/').every((part) => part !== '' && !part.startsWith('.')) &&
    !/[\\\p{Cc}\p{Cs}]/u.test(name) &&
    Buffer.byteLength(name) <= maxNameBytes
  if (!isFine) throw new Error('This name can’t be used for a file.')
}
