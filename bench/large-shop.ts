// node scripts/run.mjs bench/large-shop.ts <products> <orders> — fills a shop's database with made-up products and orders, for
// measurements of the running shop (bench/cold-pages.mjs, bench/random-searches.mjs). Needs the shop's environment. Never
// run it on a shop with customers.
import config from '@payload-config'
import { getPayload } from 'payload'

import { migrate } from '../src/seed/prepare'
import { growShop } from './grow-shop'

const [products = 0, orders = 0] = process.argv.slice(2).map(Number)
const payload = await getPayload({ config })
await migrate(payload)
await growShop(payload, { products, orders })
process.exit(0)
