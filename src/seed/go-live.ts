import { parseArgs } from 'node:util'

import config from '@payload-config'
import { getPayload } from 'payload'

import { pluralize } from '@/platform/pluralize'

import { addOwner, describeOwnerLink } from './owner'
import { type DemoRemoval, removeDemoData } from './remove-demo-data'

const listing = (names: readonly string[]): string => names.join(', ')

/** Describes the removal in the terminal, a line each. */
function describeRemoval(removal: DemoRemoval): string[] {
  const { people, draftProducts, draftArticles, connections } = removal
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
      ? `Turned off: ${listing(people)}. They're signed out everywhere and can't sign in again.`
      : 'No account uses a demo password.',
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

/** Runs as `npm run go-live`: removes the demo, then makes sure that an owner can sign in. Safe to repeat. */
const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      'keep-products': { type: 'boolean' },
      'keep-articles': { type: 'boolean' },
      'sandbox-orders': { type: 'boolean' },
      yes: { type: 'boolean' },
    },
  })
  const payload = await getPayload({ config })
  const removal = await removeDemoData(payload, {
    keepProducts: values['keep-products'],
    keepArticles: values['keep-articles'],
    sandboxOrders: values['sandbox-orders'],
  })
  for (const line of describeRemoval(removal)) console.log(line)
  const owner = await addOwner(payload)
  if (owner) console.log(`\n${describeOwnerLink(owner)}`)
}

if (/go-live\.(ts|mjs)$/.test(process.argv[1] ?? '')) {
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exit(1)
    },
  )
}
