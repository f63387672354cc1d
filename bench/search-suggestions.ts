// node scripts/run.mjs bench/search-suggestions.ts — latency of suggestions and search pages with 10,000 products.
// Needs the shop's environment with DATABASE_URL set to an empty database, and POSTGRES_DIR, the folder of its files.
import config from '@payload-config'
import { getPayload } from 'payload'

import { listFacets, searchProducts } from '../src/modules/catalog/queries/search-products'
import { parseProductSearch } from '../src/modules/catalog/rules/product-search'
import { suggestSearches } from '../src/modules/shop/queries/search-suggestions'
import { migrate } from '../src/seed/prepare'
import { databaseCpuSeconds } from './cpu.mjs'

const rounds = Number(process.env.ROUNDS ?? 60)
const postgres = process.env.POSTGRES_DIR ?? ''
const payload = await getPayload({ config })
await migrate(payload)
const client = await payload.db.pool.connect()
await client.query('set statement_timeout = 0')

await client.query(
  `insert into categories (name, slug) select 'C' || n, 'c-' || n from generate_series(1, 7) n on conflict do nothing`,
)
await client.query(`
  insert into products (name, description, base_price_cents, category_id, is_active, slug, created_at)
  select (array['Fern', 'Moon', 'River', 'Stone', 'Wave', 'Ridge', 'Lotus', 'Swallow'])[1 + n % 8] || ' ' ||
      (array['Tee', 'Hoodie', 'Tote', 'Tank', 'Long Sleeve'])[1 + n % 5] || ' ' || n,
    'A plain description of number ' || n || ', soft cotton', 100 * (20 + n % 40), 1 + n % 7, true, 'bench-' || n, now() - make_interval(mins => n)
  from generate_series(1, 10000) n where not exists (select from products)`)
await client.query(`
  insert into products_variants (_order, _parent_id, id, size, color, available)
  select 1, p.id, p.id || '-' || size || color, size, color, true
  from products p, unnest(array['S', 'M', 'L', 'XL', '2XL']) size,
    unnest(case when p.id % 2 = 0 then array['Black', 'Pine'] else array['Charcoal', 'Bone'] end) color
  where not exists (select from products_variants)`)
await client.query(`
  insert into products_texts ("order", parent_id, path, text)
  select 1, p.id, path, text from products p, (values ('tags', 'nature'), ('tags', 'recovery'), ('sizesAvailable', 'S'), ('sizesAvailable', 'M'),
    ('sizesAvailable', 'XL'), ('colorsAvailable', 'Pine'), ('colorsAvailable', 'Charcoal'), ('colorsAvailable', 'Black')) facts(path, text)
  where not exists (select from products_texts)`)
await client.query(
  `vacuum analyze products, product_search, products_variants, products_texts, search_words`,
)
client.release()

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const measure = async (name: string, work: () => Promise<unknown>): Promise<void> => {
  for (let warm = 0; warm < 5; warm += 1) await work()
  const durationsMs: number[] = []
  const cpu = process.cpuUsage()
  const databaseCpu = databaseCpuSeconds(postgres)
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    await work()
    durationsMs.push(performance.now() - startedAt)
  }
  const { user, system } = process.cpuUsage(cpu)
  const databaseMs = (databaseCpuSeconds(postgres) - databaseCpu) * 1000
  durationsMs.sort((a, b) => a - b)
  console.log(
    name.padEnd(44),
    ...[0.5, 0.99].map((share) => percentile(durationsMs, share).toFixed(1).padStart(9)),
    ...[(user + system) / 1000, databaseMs].map((ms) => (ms / rounds).toFixed(1).padStart(9)),
  )
}

const columns = ['p50 ms', 'p99 ms', 'Node CPU', 'PG CPU']
console.log('work'.padEnd(44), ...columns.map((name) => name.padStart(9)))
for (const typed of [
  'fe',
  'fern',
  'fern ho',
  't-shirt',
  'charcoal',
  'black hoodie',
  'hoddie',
  'xl',
  'qqzz',
  'black hoodie qqzz',
  'fern hoddie for my husband',
])
  await measure(`suggest ${typed}`, () => suggestSearches(payload, typed))
for (const search of ['fern', 't-shirt', 'black hoodie', 'hoddie', 'xl'])
  await measure(`search page ${search}`, () =>
    searchProducts(payload, parseProductSearch({ search })),
  )
await measure('page without a search', () => searchProducts(payload, parseProductSearch({})))
await measure('page by color and size', () =>
  searchProducts(payload, parseProductSearch({ color: 'pine', size: 'xl' })),
)
await measure('facets without a search', () => listFacets(payload, parseProductSearch({})))
await measure('facets of fern', () => listFacets(payload, parseProductSearch({ search: 'fern' })))
process.exit(0)
