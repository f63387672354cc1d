import { type Env, env } from '@/platform/env'

import { type BucketSettings, createBucketFiles } from './bucket-files'
import { type FileStore, isPartial, uploadsPrefix } from './file-store'
import { createFolderFiles } from './folder-files'

/** Returns the bucket of the settings; null if files are stored in a folder. `parseEnv` refuses incomplete settings. */
export function bucketSettings(settings: Env): BucketSettings | null {
  const { STORAGE_ENDPOINT, STORAGE_BUCKET, STORAGE_ACCESS_KEY_ID, STORAGE_SECRET_ACCESS_KEY } =
    settings
  return STORAGE_ENDPOINT && STORAGE_BUCKET && STORAGE_ACCESS_KEY_ID && STORAGE_SECRET_ACCESS_KEY
    ? {
        endpoint: STORAGE_ENDPOINT,
        bucket: STORAGE_BUCKET,
        region: settings.STORAGE_REGION,
        accessKeyId: STORAGE_ACCESS_KEY_ID,
        secretAccessKey: STORAGE_SECRET_ACCESS_KEY,
        pathStyle: settings.STORAGE_PATH_STYLE,
      }
    : null
}

/**
 * Reads what the bucket doesn't have yet from the folder, so that a shop can move from one to the other while it is open
 * (scripts/commands/move-files.mjs). Only the bucket is written to.
 */
export function withFolderFallback(bucket: FileStore, folder: FileStore): FileStore {
  return {
    ...bucket,
    get: async (name) => (await bucket.get(name)) ?? folder.get(name),
    open: async (name, range) => (await bucket.open(name, range)) ?? folder.open(name, range),
    stat: async (name) => (await bucket.stat(name)) ?? folder.stat(name),
    hash: async (name) => (await bucket.hash(name)) ?? folder.hash(name),
    delete: async (name) => {
      await folder.delete(name)
      await bucket.delete(name)
    },
  }
}

/**
 * The files that only UPLOADS_DIR has. A shop with a bucket still shows them, but its backups hold only the bucket's.
 * @param stored the names of all files in the bucket
 * @returns how many there are
 */
export async function countUnmovedFiles(stored: ReadonlySet<string>): Promise<number> {
  let unmoved = 0
  for await (const { name } of createFolderFiles(env.UPLOADS_DIR).list())
    if (!stored.has(name) && !isPartial(name)) unmoved += 1
  return unmoved
}

let files: FileStore | undefined

/** Saves the files of an upload. @throws if one can't be saved, once no other is on its way; some may have been saved */
export async function saveUploads(uploads: { name: string; data: Buffer }[]): Promise<void> {
  const store = uploadedFiles()
  const results = await Promise.allSettled(uploads.map(({ name, data }) => store.put(name, data)))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}

/** The uploaded files of this shop: in a bucket if one is set, else in UPLOADS_DIR. */
export function uploadedFiles(): FileStore {
  if (files) return files
  const folder = createFolderFiles(env.UPLOADS_DIR)
  const bucket = bucketSettings(env)
  files = bucket
    ? withFolderFallback(createBucketFiles(bucket, { prefix: uploadsPrefix }), folder)
    : folder
  return files
}
