import config from '@payload-config'
import { sql } from '@payloadcms/db-postgres/drizzle'
import { makeWorkerUtils } from 'graphile-worker'
import { getPayload, type Payload } from 'payload'

import { withoutAudit } from '@/hooks/record-audit'
import { migrations } from '@/migrations'
import { renewOrderKeys } from '@/modules/orders/actions/renew-order-keys'
import { payload_migrations, shop_settings } from '@/payload-generated-schema'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { env, isDemoMode } from '@/platform/env'
import { lockName, type Tx, withTransaction } from '@/platform/transaction'
import { regionsWithSalesTax } from '@/platform/us/region-codes'

import { addMissingDurations } from './backfill-durations'
import { backfillPreviews } from './backfill-previews'
import { footerCategories } from './catalog/categories'
import { seedContentRows } from './content-rows'
import { type DemoAccounts, linkDemoProducts, listDemoAccounts } from './demo-accounts'
import { demoPeople } from './demo-people'
import { seedOrderRows } from './orders'
import { addOwner, type OwnerSignIn } from './owner'
import { seedPageRows } from './pages'
import { seedPictures } from './pictures'
import { seedCategoryRows, seedProductRows } from './products'
import { assertNoPublishedPasswords } from './published-passwords'
import { addUser } from './users'

/** The demo collects tax everywhere, as in the specification's examples. Settings that someone saved stay. */
async function seedTaxStates(payload: Payload): Promise<void> {
  if ((await payload.db.drizzle.$count(shop_settings)) === 0)
    await payload.updateGlobal({
      slug: 'shop-settings',
      data: { taxStates: regionsWithSalesTax },
      context: withoutAudit(),
    })
}

/** Seeds the demo shop. Existing rows stay as they are, so a second run changes nothing. */
export async function seedDemoShop(payload: Payload): Promise<void> {
  await seedTaxStates(payload)
  await seedPageRows(payload)
  const pictures = await seedPictures(payload)
  await seedProductRows(payload, pictures)
  await seedContentRows(payload, pictures)
  for (const user of demoPeople) await addUser(payload, user)
  await seedOrderRows(payload)
  // PostgreSQL would do it within a minute, and until then pricing a cart takes it ten times as long.
  await payload.db.drizzle.execute(sql`analyze`)
  await revalidateTags({ payload }, ['*', cacheTags.settings])
}

type Migration = Pick<(typeof migrations)[number], 'name' | 'up'>

const undefinedTable = '42P01'

/** Locks migrations until the transaction ends: two programs that start at once must not run one twice. */
const lockMigrations = (db: Tx): Promise<void> => lockName(db, 'migrations')

/** The migrations that the database has, by name, and the number of the next batch, which Payload's own commands read. */
async function readMigrated({ db }: Payload): Promise<{ names: Set<string>; nextBatch: number }> {
  const { name, batch } = payload_migrations
  const rows = await db.drizzle
    .select({ name, batch })
    .from(payload_migrations)
    .catch((error: Error & { cause?: { code?: string } }) => {
      // A new database has no tables.
      if (error.cause?.code === undefinedTable) return []
      throw error
    })
  return {
    names: new Set(rows.flatMap((row) => row.name ?? [])),
    nextBatch: Math.max(0, ...rows.map((row) => row.batch ?? 0)) + 1,
  }
}

/**
 * Runs the migrations that the database doesn't have, each in a transaction with its own record. Payload's `migrate`
 * treats a failed COMMIT as a success and runs the next migration, which may depend on the lost one.
 * @throws Error naming the migration that failed; it and all later ones have not run
 */
export async function runMigrations(
  payload: Payload,
  list: readonly Migration[] = migrations,
): Promise<void> {
  const { names, nextBatch } = await readMigrated(payload)
  for (const { name, up } of list.filter((one) => !names.has(one.name)))
    await withTransaction(payload, async (req, db) => {
      await lockMigrations(db)
      if ((await readMigrated(payload)).names.has(name)) return
      await up({ db, payload, req })
      await payload.create({
        collection: 'payload-migrations',
        data: { name, batch: nextBatch },
        req,
      })
    }).catch((error: unknown) => {
      throw new Error(
        `The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      )
    })
}

/** Migrates the schema of the shop and of the job queue. Safe to repeat. */
export async function migrate(payload: Payload): Promise<void> {
  await runMigrations(payload)
  await withTransaction(payload, async (_, db) => {
    await lockMigrations(db)
    const utils = await makeWorkerUtils({ connectionString: env.DATABASE_URL })
    await utils.migrate()
    await utils.release()
  })
}

/** Passes a message to `npm start` past its log file, or prints it when run by hand. */
const report = (message: { owner: OwnerSignIn } | { demoAccounts: DemoAccounts }): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) return process.send(message, () => resolve())
    console.log(JSON.stringify(message))
    return resolve()
  })

/**
 * Runs before the web process at `npm start`: migrates, then seeds an empty database. Prints one JSON
 * line when done. With PayPal keys the shop starts with its owner only, so that no one else can sign in first.
 * @throws CannotStartError when PayPal keys are set and a demo password is in use
 */
const prepare = async (): Promise<void> => {
  const payload = await getPayload({ config, disableOnInit: false })
  await migrate(payload)
  if (process.argv.includes('--only-migrate')) return
  if (!isDemoMode)
    await assertNoPublishedPasswords((text, values) => payload.db.pool.query(text, values))
  await seedPageRows(payload)
  const { totalDocs } = await payload.count({ collection: 'users' })
  if (!isDemoMode && totalDocs === 0) await seedCategoryRows(payload, footerCategories)
  if (isDemoMode && (totalDocs === 0 || process.argv.includes('--seed')))
    await seedDemoShop(payload)
  if (isDemoMode) {
    // Also for demo shops that were seeded before their products were linked.
    await linkDemoProducts(payload)
    if (process.send) await report({ demoAccounts: await listDemoAccounts(payload) })
  }
  await renewOrderKeys(payload)
  await backfillPreviews(payload)
  await addMissingDurations(payload)
  // Last, because the link is shown once: nothing after it may fail.
  const owner = isDemoMode ? null : await addOwner(payload)
  if (owner) await report({ owner })
  console.log(JSON.stringify({ prepared: true }))
}

if (/prepare\.(ts|mjs)$/.test(process.argv[1] ?? '')) {
  prepare().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exit(1)
    },
  )
}
