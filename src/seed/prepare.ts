import config from '@payload-config'
import { makeWorkerUtils } from 'graphile-worker'
import { getPayload, type Payload } from 'payload'

import { migrations } from '@/migrations'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { env, isDemoMode } from '@/platform/env'

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

/** Seeds the demo shop. Existing rows stay as they are, so a second run changes nothing. */
export async function seedDemoShop(payload: Payload): Promise<void> {
  await seedPageRows(payload)
  const pictures = await seedPictures(payload)
  await seedProductRows(payload, pictures)
  await seedContentRows(payload, pictures)
  for (const user of demoPeople) await addUser(payload, user)
  await seedOrderRows(payload)
  await revalidateTags({ payload }, ['*', cacheTags.settings])
}

/** Migrates the schema of the shop and of the job queue. Safe to repeat. */
export async function migrate(payload: Payload): Promise<void> {
  // Payload types a migration's arguments as unknown.
  await payload.db.migrate({ migrations: migrations as never })
  const utils = await makeWorkerUtils({ connectionString: env.DATABASE_URL })
  await utils.migrate()
  await utils.release()
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
 * line when done. With PayPal keys the shop starts with its owner only, so that nobody else can sign in first.
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
