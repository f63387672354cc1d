// node scripts/run.mjs bench/product-list-scaling.ts — measures one product list query with 100 and with 10,000 products.
// Needs the shop's environment with DATABASE_URL set to an empty database.
import config from '@payload-config'
import { getPayload } from 'payload'

import { searchProducts } from '../src/modules/catalog/queries/search-products'
import { parseProductSearch } from '../src/modules/catalog/rules/product-search'
import { migrate } from '../src/seed/prepare'
import { growShop } from './grow-shop'

const payload = await getPayload({ config })
await migrate(payload)
const searches = [
  {},
  { sort: 'price-low' },
  { category: 'c-3', price: '25-50' },
  { search: 'fern' },
  { search: 'fren' },
  { page: '3' },
].map(parseProductSearch)

const measure = async () => {
  const durationsMs: number[] = []
  for (const search of searches) {
    for (let warm = 0; warm < 5; warm += 1) await searchProducts(payload, search)
    const startedAt = process.hrtime.bigint()
    for (let round = 0; round < 40; round += 1) await searchProducts(payload, search)
    durationsMs.push(Number(process.hrtime.bigint() - startedAt) / 40e6)
  }
  return durationsMs
}

await growShop(payload, { products: 1000 })
const small = await measure()
await growShop(payload, { products: 100_000 })
const large = await measure()
console.log(
  'search'.padEnd(44),
  'ms at 100'.padStart(10),
  'at 10,000'.padStart(10),
  'ratio'.padStart(7),
)
searches.forEach((search, index) => {
  const [a = 0, b = 0] = [small[index], large[index]]
  console.log(
    JSON.stringify(search).slice(0, 74).padEnd(76),
    a.toFixed(2).padStart(8),
    b.toFixed(2).padStart(8),
    (b / a).toFixed(2).padStart(6),
  )
})
process.exit(0)
