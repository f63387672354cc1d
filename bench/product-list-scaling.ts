// node scripts/run.mjs bench/product-list-scaling.ts — measures the shop's product lists and filters with 1,000 and with 100,000 products.
// Needs the shop's environment with DATABASE_URL set to an empty database.
import config from '@payload-config'
import { getPayload } from 'payload'

import { listFacets, searchProducts } from '../src/modules/catalog/queries/search-products'
import { parseProductSearch } from '../src/modules/catalog/rules/product-search'
import { migrate } from '../src/seed/prepare'
import { growShop } from './grow-shop'

const payload = await getPayload({ config })
await migrate(payload)
const searches: Record<string, string>[] = [
  {},
  { sort: 'price-low' },
  { category: 'c-3', price: '25-50' },
  { search: 'fern' },
  { search: 'fern hoodie' },
  { search: 'fren' },
  { color: 'pine' },
  { page: '3' },
]
const reads = searches.flatMap((parameters): [string, () => Promise<unknown>][] => {
  const search = parseProductSearch(parameters)
  const name = new URLSearchParams(parameters).toString() || 'everything'
  return [
    [name, () => searchProducts(payload, search)],
    [`${name}: filters`, () => listFacets(payload, search)],
  ]
})

const measure = async () => {
  const durationsMs: number[] = []
  for (const [, read] of reads) {
    for (let warm = 0; warm < 3; warm += 1) await read()
    const startedAt = process.hrtime.bigint()
    for (let round = 0; round < 15; round += 1) await read()
    durationsMs.push(Number(process.hrtime.bigint() - startedAt) / 15e6)
  }
  return durationsMs
}

await growShop(payload, { products: 1000 })
const small = await measure()
await growShop(payload, { products: 100_000 })
const large = await measure()
console.log(
  'search'.padEnd(36),
  'ms at 1,000'.padStart(12),
  'at 100,000'.padStart(12),
  'ratio'.padStart(7),
)
reads.forEach(([name], index) => {
  const [a = 0, b = 0] = [small[index], large[index]]
  console.log(
    name.padEnd(36),
    a.toFixed(2).padStart(12),
    b.toFixed(2).padStart(12),
    (b / a).toFixed(2).padStart(7),
  )
})
process.exit(0)
