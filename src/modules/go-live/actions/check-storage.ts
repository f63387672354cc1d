import { randomBytes, randomUUID } from 'node:crypto'

import { env } from '@/platform/env'
import { ProviderError } from '@/platform/http/provider-error'
import { pluralize } from '@/platform/pluralize'
import { bucketSettings, countUnmovedFiles, uploadedFiles } from '@/platform/storage/uploaded-files'

import { type Check, type Finding, finding, good, reasonOf } from './check'

const fixes: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'Check STORAGE_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Check STORAGE_SECRET_ACCESS_KEY.',
  AuthorizationHeaderMalformed: 'Set STORAGE_REGION to the bucket’s region.',
  PermanentRedirect: 'Set STORAGE_ENDPOINT and STORAGE_REGION to the bucket’s.',
  NoSuchBucket: 'Check STORAGE_BUCKET and create the bucket.',
  AccessDenied: 'Allow the key to list, read, write, and delete objects in the bucket.',
  RequestTimeTooSkewed: 'Set this machine’s clock with NTP.',
}

const describe = (error: unknown): Finding => {
  const issue = error instanceof ProviderError ? error.details.issue : undefined
  return finding(
    'problem',
    `Files can’t be stored: ${reasonOf(error)}`,
    fixes[issue ?? ''] ??
      (bucketSettings(env)
        ? 'Check the STORAGE_ settings and whether this machine can reach the service.'
        : 'Allow the shop’s user to write to UPLOADS_DIR.'),
  )
}

const localHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|[\w-]+)$/

/** Writes, reads, lists, and deletes a file of its own. With a bucket, no file may be left in the folder alone. */
const checkStorage = async (): Promise<Finding> => {
  const files = uploadedFiles()
  const name = `go-live-check-${randomUUID()}.txt`
  const bytes = randomBytes(1000)
  const stored = new Set<string>()
  try {
    await files.put(name, bytes)
    const isSame = (await files.get(name))?.equals(bytes) ?? false
    for await (const file of files.list()) stored.add(file.name)
    await files.delete(name)
    if (!isSame || !stored.has(name) || (await files.stat(name)))
      return finding(
        'problem',
        'A test file didn’t read back correctly.',
        bucketSettings(env)
          ? 'Check that no proxy or cache is between this server and the bucket.'
          : 'Check the disk of UPLOADS_DIR.',
      )
  } catch (error) {
    return describe(error)
  }
  const bucket = bucketSettings(env)
  if (!bucket) return good('A test file was saved, read, and deleted in UPLOADS_DIR.')
  const unmoved = await countUnmovedFiles(stored)
  if (unmoved > 0)
    return finding(
      'problem',
      `${pluralize(unmoved, 'file')} in UPLOADS_DIR ${unmoved === 1 ? 'isn’t' : 'aren’t'} in the bucket ${bucket.bucket}, so ${unmoved === 1 ? 'it isn’t' : 'they aren’t'} backed up.`,
      'Run npm run move-files on this machine.',
    )
  const { protocol, hostname } = new URL(bucket.endpoint)
  const detail = `A test file was saved, read, and deleted in the bucket ${bucket.bucket}.`
  return protocol === 'http:' && !localHost.test(hostname)
    ? finding('advice', `${detail} The connection isn’t encrypted.`, 'Use an https address.')
    : good(detail)
}

export const storageCheck: Check = {
  name: 'storage',
  group: 'server',
  title: 'Uploaded files',
  run: checkStorage,
}
