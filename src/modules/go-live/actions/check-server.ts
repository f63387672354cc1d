import { statfs } from 'node:fs/promises'
import path from 'node:path'

import { sql } from '@payloadcms/db-postgres/drizzle'
import { z } from 'zod'

import { createOwnAddressProof } from '@/modules/go-live/own-address-proof'
import { markerAddress } from '@/modules/go-live/rules/checks'
import { hasSecurityFixes } from '@/modules/go-live/rules/node-version.mjs'
import { getBackupState } from '@/modules/shop/queries/backup-state'
import { env } from '@/platform/env'
import { lastScheduledAt } from '@/platform/job-queue'
import { pluralize } from '@/platform/pluralize'
import { isMissing } from '@/platform/storage/folder-files'
import { bucketSettings } from '@/platform/storage/uploaded-files'

import { type Check, type Finding, finding, formatDay, good, reasonOf } from './check'
import { secretCheck } from './check-secret'
import { storageCheck } from './check-storage'

const ownAddressSchema = z.object({ proxies: z.int(), trusted: z.int() })
const timeoutMs = 8000

/** Asks the shop at its public address how many proxies the request passed. @throws if nothing responds there */
async function readOwnAddress(): Promise<z.infer<typeof ownAddressSchema> | { status: number }> {
  const response = await fetch(
    `${env.SERVER_URL}/api/go-live/own-address?proof=${createOwnAddressProof()}`,
    {
      headers: { 'X-Forwarded-For': markerAddress },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    },
  )
  if (response.status !== 200) return { status: response.status }
  return ownAddressSchema.parse(await response.json())
}

const unreachable = (error: unknown): Finding => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return finding(
    'problem',
    `The shop can’t reach ${env.SERVER_URL}: ${reasonOf(cause)}`,
    'Check the DNS record, the proxy, and its certificate. If it works from elsewhere, allow this server to reach its own public address.',
  )
}

const checkAddress = async (): Promise<Finding> => {
  const host = new URL(env.SERVER_URL).hostname
  if (!env.SERVER_URL.startsWith('https:'))
    return finding(
      'problem',
      `SERVER_URL is ${env.SERVER_URL}, without https.`,
      'Set SERVER_URL to the https address of your shop, and restart.',
    )
  try {
    const response = await readOwnAddress()
    return 'status' in response
      ? finding(
          'problem',
          `Something else responds at ${env.SERVER_URL} (status ${response.status}).`,
          'Point the domain at this shop. All of its processes need the same PAYLOAD_SECRET.',
        )
      : good(`This shop responds at ${host} with a valid certificate.`)
  } catch (error) {
    return unreachable(error)
  }
}

const checkProxies = async (): Promise<Finding> => {
  const response = await readOwnAddress().catch(() => null)
  if (!response || 'status' in response)
    return finding('skipped', 'Not checked, because the shop can’t reach its own address.')
  const { proxies, trusted } = response
  const summary = `A request to ${env.SERVER_URL} passes through ${pluralize(proxies, 'proxy', 'proxies')}`
  if (proxies === trusted) return good(`${summary}, as TRUSTED_PROXIES says.`)
  const difference = `${summary}, but TRUSTED_PROXIES is ${trusted}.`
  return finding(
    'problem',
    trusted > proxies
      ? `${difference} Anyone could fake their IP address.`
      : `${difference} All visitors seem to come from one IP address and share its rate limits.`,
    `Set TRUSTED_PROXIES=${proxies}, and restart.`,
  )
}

const gigabyte = 1024 ** 3

/** Free bytes on the disk of `folder`, also before the shop creates it for its first file. */
async function freeSpace(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    const parent = path.dirname(folder)
    if (!isMissing(error) || parent === folder) throw error
    return freeSpace(parent)
  }
}

const checkDisk = async (): Promise<Finding> => {
  const folders = [
    ...(bucketSettings(env) ? [] : [env.UPLOADS_DIR]),
    ...(env.BACKUP_DIR ? [env.BACKUP_DIR] : []),
  ]
  const freeSpaces = await Promise.all(
    folders.map(async (folder) => ({
      folder,
      gigabytes: (await freeSpace(path.resolve(folder))) / gigabyte,
    })),
  )
  const [least] = freeSpaces.sort((one, other) => one.gigabytes - other.gigabytes)
  if (!least) return finding('skipped', 'The shop doesn’t store files on this server.')
  const detail = `${least.folder} has ${least.gigabytes.toFixed(1)} GB free.`
  if (least.gigabytes < 1) return finding('problem', detail, 'Free up space or add a disk.')
  return least.gigabytes < 5 ? finding('advice', detail, 'Plan for more space.') : good(detail)
}

const checkDatabase: Check['run'] = async ({ payload }) => {
  const [row] = await payload.db.drizzle
    .select({
      version: sql<number>`current_setting('server_version_num')::integer / 10000`,
      isSuperuser: sql<boolean>`(select rolsuper from pg_roles where rolname = current_user)`,
      hasTrigrams: sql<boolean>`exists (select from pg_extension where extname = 'pg_trgm')`,
      encoding: sql<string>`current_setting('server_encoding')`,
    })
    .from(sql`(values (1)) as one`)
  if (!row) throw new Error('The database returned nothing.')
  const detail = `PostgreSQL ${row.version}.`
  if (row.version < 15) return finding('problem', detail, 'Use PostgreSQL 15 or newer.')
  if (!row.hasTrigrams)
    return finding('problem', 'The extension pg_trgm is missing.', 'Run: create extension pg_trgm')
  if (row.encoding !== 'UTF8')
    return finding('problem', `The database’s encoding is ${row.encoding}.`, 'Create it with UTF8.')
  return row.isSuperuser
    ? finding(
        'advice',
        `${detail} The shop signs in as a superuser.`,
        'Give it its own role that owns only its database.',
      )
    : good(`${detail} The shop’s role, extension, and encoding are fine.`)
}

const workerQuietMs = 5 * 60_000

const checkWorker: Check['run'] = async ({ payload }) => {
  const [row] = await payload.db.drizzle
    .select({ seenAt: lastScheduledAt() })
    .from(sql`(values (1)) as one`)
  const isSeen = row?.seenAt && Date.now() - Date.parse(row.seenAt) < workerQuietMs
  return isSeen
    ? good('It ran in the last 5 minutes.')
    : finding(
        'problem',
        'It hasn’t run in the last 5 minutes. Emails and printing are on hold until it’s back.',
        'Start the worker (docs/operations.md).',
      )
}

/** Server: address, proxies, programs, database, files, disk, and backups. */
export const serverChecks: readonly Check[] = [
  { name: 'address', group: 'server', title: 'Web address', run: checkAddress },
  { name: 'proxies', group: 'server', title: 'Visitors’ addresses', run: checkProxies },
  { name: 'worker', group: 'server', title: 'Worker', run: checkWorker },
  { name: 'database', group: 'server', title: 'Database', run: checkDatabase },
  {
    name: 'node',
    group: 'server',
    title: 'Node',
    run: () =>
      hasSecurityFixes(process.versions.node)
        ? good(`Node ${process.versions.node}.`)
        : finding(
            'problem',
            `Node ${process.versions.node} is missing 2026 security fixes.`,
            'Update to Node 24.22.1 or newer.',
          ),
  },
  secretCheck,
  storageCheck,
  { name: 'disk', group: 'server', title: 'Disk space', run: checkDisk },
  {
    name: 'backup',
    group: 'server',
    title: 'Backups',
    run: async ({ payload }) => {
      const backup = await getBackupState(payload)
      if (!backup)
        return finding(
          'problem',
          'No backups are set up.',
          'Set BACKUP_DIR or the BACKUP_ settings of a bucket, and BACKUP_PASSPHRASE, and run "npm run backup" every night (docs/operations.md).',
        )
      if (backup.isHealthy && backup.lastGoodAt)
        return good(`The last one is from ${formatDay(backup.lastGoodAt)}.`)
      if (backup.error)
        return finding(
          'problem',
          `The last run failed: ${backup.error}`,
          'Fix that, and run "npm run backup" again.',
        )
      return backup.wal?.isFailing
        ? finding(
            'problem',
            'PostgreSQL can’t archive its WAL.',
            'Check PostgreSQL’s log and fix what it reports: the archive_command, its settings, or the disk space.',
          )
        : finding(
            'problem',
            backup.lastGoodAt
              ? `The last one is from ${formatDay(backup.lastGoodAt)}.`
              : 'No backups yet.',
            'Run "npm run backup" now, and every night (docs/operations.md).',
          )
    },
  },
]
