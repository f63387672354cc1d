import { parseArgs } from 'node:util'

import config from '@payload-config'
import { and, eq, ne } from '@payloadcms/db-postgres/drizzle'
import { getPayload, type Payload } from 'payload'

import { roleLabels } from '@/access/roles'
import { users } from '@/payload-generated-schema'
import { pluralize } from '@/platform/pluralize'

import { confirmGoLive } from './confirm-go-live.mjs'
import { addOwner, describeOwnerLink } from './owner'
import { type DemoRemoval, removeDemoData } from './remove-demo-data'

const listing = (names: readonly string[]): string => names.join(', ')

/** Describes the removal in the terminal, a line each. */
function describeRemoval(removal: DemoRemoval): string[] {
  const { people, giftCards, discounts, draftProducts, draftArticles, connections, hadNoDemo } =
    removal
  return [
    `Removed: ${[
      pluralize(removal.orders, 'order'),
      pluralize(removal.products, 'product'),
      pluralize(removal.articles, 'article'),
      pluralize(removal.files, 'file'),
      pluralize(removal.messages, 'message'),
      pluralize(removal.subscribers, 'newsletter address', 'newsletter addresses'),
    ].join(', ')}.`,
    people.length > 0
      ? `Turned off: ${listing(people)}. They’re signed out everywhere and can’t sign in again.`
      : 'No account uses a demo password.',
    ...(giftCards + discounts > 0
      ? [
          `Turned off: ${pluralize(giftCards, 'gift card')} and ${pluralize(discounts, 'discount')} from these accounts, because others may know the codes. Turn the ones you need back on.`,
        ]
      : []),
    ...(hadNoDemo
      ? [
          'There’s no demo in this shop, so your products, articles, newsletter, and connections weren’t changed.',
        ]
      : []),
    ...(draftProducts.length > 0
      ? [
          `Now drafts: ${pluralize(draftProducts.length, 'product')}. Link them to your own Printful products.`,
        ]
      : []),
    ...(draftArticles.length > 0
      ? [`Now drafts: ${pluralize(draftArticles.length, 'article')}.`]
      : []),
    ...(connections.length > 0
      ? [`Connect these again with your own accounts: ${listing(connections)}.`]
      : []),
  ]
}

/** Names who is left. In a demo, anyone could sign in as an owner and give themselves a role. */
async function describeStaff({ db }: Payload): Promise<string[]> {
  const staff = await db.drizzle
    .select({ username: users.username, role: users.role })
    .from(users)
    .where(and(eq(users.isActive, true), ne(users.role, 'customer')))
    .orderBy(users.id)
  if (staff.length === 0) return []
  const names = staff.map(({ username, role }) => `${username} (${roleLabels[role]})`)
  return [
    `Staff who can sign in: ${listing(names)}. If you don’t know someone, deactivate them under Users.`,
  ]
}

/**
 * Runs as `npm run go-live`: asks, removes the demo, then makes sure that an owner can sign in. Safe to repeat.
 * @returns the exit code
 */
const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      'keep-products': { type: 'boolean' },
      'keep-articles': { type: 'boolean' },
      'sandbox-orders': { type: 'boolean' },
      yes: { type: 'boolean' },
    },
  })
  if (!values.yes && !(await confirmGoLive(process.argv.slice(2)))) return 1
  const payload = await getPayload({ config })
  const removal = await removeDemoData(payload, {
    keepProducts: values['keep-products'],
    keepArticles: values['keep-articles'],
    sandboxOrders: values['sandbox-orders'],
  })
  for (const line of [...describeRemoval(removal), ...(await describeStaff(payload))])
    console.log(line)
  const owner = await addOwner(payload)
  if (owner) console.log(`\n${describeOwnerLink(owner)}`)
  return 0
}

if (/go-live\.(ts|mjs)$/.test(process.argv[1] ?? '')) {
  main().then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exit(1)
    },
  )
}
