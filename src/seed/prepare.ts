import config from '@payload-config'
import { makeWorkerUtils } from 'graphile-worker'
import { randomBytes } from 'node:crypto'
import { getPayload, type Payload } from 'payload'
import { env, isRehearsal } from '../env'
import { pageTags } from '../domain/page-tags'
import { dropTags } from '../hooks/drop-tags'
import { addMissingPreviews } from '../media/add-missing-previews'
import { migrations } from '../migrations/index'
import { footerCategories } from './catalogue/categories'
import { seedContentRows } from './content'
import { seedOrderRows } from './orders'
import { seedPageRows } from './pages'
import { addPerson, demoPeople } from './people'
import { seedPictures } from './pictures'
import { seedCategoryRows, seedProductRows } from './products'

/** Fills an empty database with the demo shop; what is there already stays as it is, so a second run changes nothing. */
export const seedDemoShop = async (payload: Payload): Promise<void> => {
  await seedPageRows(payload)
  const pictures = await seedPictures(payload)
  await seedProductRows(payload, pictures)
  await seedContentRows(payload, pictures)
  for (const person of demoPeople) await addPerson(payload, person)
  await seedOrderRows(payload)
  await dropTags({ payload }, ['*', pageTags.settings])
}

/** Schema of the shop and of the job queue, up to date. Safe to run by several processes one after the other. */
export const migrate = async (payload: Payload): Promise<void> => {
  await payload.db.migrate({ migrations: migrations as never })
  const utils = await makeWorkerUtils({ connectionString: env.DATABASE_URL })
  await utils.migrate()
  await utils.release()
}

/** A shop that takes real payments begins with its owner alone, so that nobody else can be the first to sign in. */
const addOwner = async (payload: Payload): Promise<string | null> => {
  const { totalDocs } = await payload.count({ collection: 'users' })
  if (totalDocs > 0) return null
  const password = randomBytes(12).toString('base64url')
  await addPerson(payload, { username: 'owner', password, firstName: 'Owner', lastName: '', role: 'super_admin' })
  return password
}

/** What `npm start` runs before the web process: migrate, then fill what is empty. Prints one JSON line for the script. */
const prepare = async (): Promise<void> => {
  const payload = await getPayload({ config, disableOnInit: false })
  await migrate(payload)
  if (process.argv.includes('--only-migrate')) return
  await seedPageRows(payload)
  if (isRehearsal) {
    const { totalDocs } = await payload.count({ collection: 'users' })
    if (totalDocs === 0 || process.argv.includes('--seed')) await seedDemoShop(payload)
  } else {
    const password = await addOwner(payload)
    if (password) await seedCategoryRows(payload, footerCategories)
    if (password) console.log(JSON.stringify({ owner: { username: 'owner', password } }))
  }
  await addMissingPreviews(payload)
  console.log(JSON.stringify({ prepared: true }))
}

if (/prepare\.(ts|mjs)$/.test(process.argv[1] ?? '')) {
  prepare().then(() => process.exit(0), (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
}
