import { z } from 'zod'

import { fingerprintSecret } from '@/platform/secret-fingerprint'
import type { BucketSettings } from '@/platform/storage/bucket-files'

/** Longer would keep erased people's data longer than the shop promises. */
const maxKeepDays = 35
const shortestPassphrase = 16

const bucketKeys = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const
const bucketSchema = z.object({
  ENDPOINT: z.url({ protocol: /^https?$/ }),
  BUCKET: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  ACCESS_KEY_ID: z.string(),
  SECRET_ACCESS_KEY: z.string(),
  REGION: z.string().default('us-east-1'),
  PATH_STYLE: z.stringbool().default(true),
})
const daysMessage = `has to be a whole number from 1 to ${maxKeepDays}`
const days = (fallback: number) =>
  z.coerce
    .number(daysMessage)
    .int(daysMessage)
    .min(1, daysMessage)
    .max(maxKeepDays, daysMessage)
    .default(fallback)

type Source = Readonly<Record<string, string | undefined>>

/** Reads a value of the environment. @throws Error that names the variable and says what is wrong */
const read = <Schema extends z.ZodType>(env: Source, name: string, schema: Schema) => {
  const result = schema.safeParse(env[name] || undefined)
  if (result.success) return result.data
  const reason = env[name] ? (result.error.issues[0]?.message ?? 'is wrong') : 'is missing'
  throw new Error(`${name} ${reason}.`)
}

/** Reads a bucket from the variables that begin with `prefix`; null if none is set. An incomplete set is refused. */
const readBucket = (env: Source, prefix: 'STORAGE' | 'BACKUP'): BucketSettings | null => {
  if (bucketKeys.every((key) => !env[`${prefix}_${key}`])) return null
  const values = Object.keys(bucketSchema.shape).map((key) => [
    key,
    env[`${prefix}_${key}`] || undefined,
  ])
  const { data, error } = bucketSchema.safeParse(Object.fromEntries(values))
  if (!data) {
    const [issue] = error.issues
    const name = `${prefix}_${issue?.path.join('') ?? ''}`
    throw new Error(env[name] ? `${name} ${issue?.message}.` : `${name} is missing.`)
  }
  return {
    endpoint: data.ENDPOINT,
    bucket: data.BUCKET,
    region: data.REGION,
    accessKeyId: data.ACCESS_KEY_ID,
    secretAccessKey: data.SECRET_ACCESS_KEY,
    pathStyle: data.PATH_STYLE,
  }
}

/** Where backups and archived WAL go: at least one of the two. */
export type BackupTarget = { folder: string | null; bucket: BucketSettings | null }

export type BackupSettings = {
  databaseUrl: string
  uploadsDir: string
  /** The bucket with the uploads; null if they are in `uploadsDir`. */
  uploadsBucket: BucketSettings | null
  target: BackupTarget
  passphrase: string
  /** Of PAYLOAD_SECRET; null if it isn't set. */
  secretFingerprint: string | null
  keepDays: number
  /** A connection that may replicate; null unless base backups for point-in-time recovery are wanted. */
  replicationUrl: string | null
  walKeepDays: number
  /** For the programs that are started: PATH, PG_BIN. */
  env: Source
}

/** Reads where backups go. @throws Error that says what is missing */
function readBackupTarget(env: Source): BackupTarget {
  const target = { folder: env.BACKUP_DIR || null, bucket: readBucket(env, 'BACKUP') }
  if (target.folder === null && target.bucket === null)
    throw new Error(
      'Set BACKUP_DIR to a folder, or the BACKUP_ settings of a bucket (.env.example), then run this again.',
    )
  return target
}

/**
 * Reads the settings of the backup and restore programs. They don't need those of the shop, so that a restore works on
 * a machine where nothing else is set up yet.
 * @throws Error that names what is missing or wrong
 */
export function readBackupSettings(env: Source): BackupSettings {
  const target = readBackupTarget(env)
  const missing = ['DATABASE_URL', 'BACKUP_PASSPHRASE'].filter((name) => !env[name])
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')}, then run this again.`)
  const keepDays = read(env, 'BACKUP_KEEP_DAYS', days(30))
  return {
    databaseUrl: read(env, 'DATABASE_URL', z.string()),
    uploadsDir: env.UPLOADS_DIR || '.data/uploads',
    uploadsBucket: readBucket(env, 'STORAGE'),
    target,
    passphrase: read(
      env,
      'BACKUP_PASSPHRASE',
      z.string().min(shortestPassphrase, `needs at least ${shortestPassphrase} characters`),
    ),
    secretFingerprint: env.PAYLOAD_SECRET ? fingerprintSecret(env.PAYLOAD_SECRET) : null,
    keepDays,
    replicationUrl: env.BACKUP_REPLICATION_URL || null,
    walKeepDays: Math.min(keepDays, read(env, 'BACKUP_WAL_KEEP_DAYS', days(7))),
    env,
  }
}

/** Reads the settings of the program that archives WAL: where to, and the public key that `npm run backup` prints. */
export function readWalSettings(env: Source): { target: BackupTarget; recipient: string } {
  return {
    target: readBackupTarget(env),
    recipient: read(
      env,
      'BACKUP_WAL_RECIPIENT',
      z.string().regex(/^age1[a-z0-9]{40,}$/, 'must begin with age1; "npm run backup" prints it'),
    ),
  }
}
