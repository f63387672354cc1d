import { env } from '@/platform/env'
import { redactError } from '@/platform/logging/redact-errors'
import { pluralize } from '@/platform/pluralize'
import { createBucketFiles } from '@/platform/storage/bucket-files'
import { copyFiles } from '@/platform/storage/copy-files'
import { uploadsPrefix } from '@/platform/storage/file-store'
import { createFolderFiles } from '@/platform/storage/folder-files'
import { bucketSettings } from '@/platform/storage/uploaded-files'

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
const progressEvery = 100

/**
 * Runs as `npm run move-files`: copies the files in UPLOADS_DIR to the bucket while the shop is open, or back with
 * `-- --to-folder`. The originals stay.
 */
const main = async (): Promise<number> => {
  const settings = bucketSettings(env)
  if (!settings)
    throw new Error('Set the STORAGE_ settings of your bucket (.env.example), then run this again.')
  const bucket = createBucketFiles(settings, { prefix: uploadsPrefix })
  const folder = createFolderFiles(env.UPLOADS_DIR)
  const isToFolder = process.argv.includes('--to-folder')
  const [from, to] = isToFolder ? [bucket, folder] : [folder, bucket]
  const [source, target] = isToFolder
    ? [settings.bucket, env.UPLOADS_DIR]
    : [env.UPLOADS_DIR, settings.bucket]
  const { copied, copiedBytes, present, failed } = await copyFiles(from, to, (done, total) => {
    if (done % progressEvery === 0) console.log(`${done} of ${total} files…`)
  })
  console.log(
    `Copied ${pluralize(copied, 'file')} (${megabytes(copiedBytes)}) from ${source} to ${target} and compared each one. ${present === 1 ? '1 was' : `${present} were`} already there.`,
  )
  for (const { name, reason } of failed) console.error(`  ${name}: ${reason}`)
  if (failed.length > 0)
    console.error(`${pluralize(failed.length, 'file')} couldn’t be copied. Run this again.`)
  return failed.length > 0 ? 1 : 0
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(redactError(error).message)
    process.exit(2)
  },
)
