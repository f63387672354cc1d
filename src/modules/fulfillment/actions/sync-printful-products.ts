import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { requireCredentials } from '@/platform/connections/credentials'
import type { SyncJob, SyncRow, SyncRun } from '@/platform/sync-engine'
import { getProviders } from '@/providers'
import type { PrintfulProductSummary } from '@/providers/printful/interface'

import { subscribeToStockEvents } from './printful-orders'
import {
  createCatalogReader,
  deactivateProduct,
  syncPrintfulProduct,
} from './sync-printful-product'

const perPage = 100

/** What Printful lists; then, once every page was seen, what is here and was on none of them. */
type Item =
  | { kind: 'theirs'; product: PrintfulProductSummary }
  | { kind: 'missing'; id: number; printfulId: string; name: string }
type Place = { offset: number } | 'missing'

const listMissing = async (payload: Payload, runId: number): Promise<Item[]> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    select id, printful_product_id as "printfulId", name from products
    where printful_product_id is not null and deleted_at is null and is_active and printful_product_id not in (select key from sync_rows where run_id = ${runId})
    order by id`)
  return rows.map((row) => ({
    kind: 'missing',
    id: Number(row.id),
    printfulId: String(row.printfulId),
    name: String(row.name),
  }))
}

/**
 * All products of Printful → ours: every page, then one call for each product. Only when every page was read are
 * products that were on none of them looked at, each asked for once more; what Printful says it does not know is
 * switched off and never deleted.
 */
export async function syncPrintfulProducts(payload: Payload, run: SyncRun): Promise<SyncJob<Item>> {
  const { keys } = await requireCredentials(payload.db.drizzle, 'printful')
  const printful = getProviders().printful(keys)
  const args = { payload, printful, catalog: createCatalogReader(printful) }
  const { isPreview } = run

  const syncMissing = async ({
    id,
    printfulId,
  }: Extract<Item, { kind: 'missing' }>): Promise<SyncRow> => {
    const product = await printful.getProduct(printfulId)
    // The pages moved while they were read.
    if (product) return syncPrintfulProduct(args, product, { isPreview })
    if (!isPreview) await deactivateProduct(payload, id)
    return {
      result: 'updated',
      message: isPreview
        ? 'It is no longer at Printful and would be taken out of the shop.'
        : 'It is no longer at Printful: taken out of the shop.',
      details: { productId: id },
    }
  }
  return {
    page: async (cursor) => {
      const place = (cursor ?? { offset: 0 }) as Place
      if (place === 'missing') return { items: await listMissing(payload, run.id), next: null }
      const { products, total } = await printful.listProducts(place.offset, perPage)
      const reached = place.offset + products.length
      return {
        items: products.map((product) => ({ kind: 'theirs', product })),
        total,
        next: products.length === 0 || reached >= total ? 'missing' : { offset: reached },
      }
    },
    keyOf: (item) => (item.kind === 'theirs' ? item.product.id : item.printfulId),
    labelOf: (item) => (item.kind === 'theirs' ? item.product.name : item.name),
    each: async (item) => {
      if (item.kind === 'missing') return syncMissing(item)
      const product = await printful.getProduct(item.product.id)
      return product
        ? syncPrintfulProduct(args, product, { isPreview })
        : { result: 'skipped', message: 'It was deleted at Printful while this ran.' }
    },
    finish: async () => {
      if (!isPreview) await subscribeToStockEvents(args)
    },
    summary: ({ created, updated, unchanged, failed }) => {
      const synced = created + updated + unchanged
      return isPreview
        ? `${created} would be new, ${updated} would change, ${unchanged} are as they are.${failed > 0 ? ` ${failed} cannot be taken.` : ''}`
        : `${synced} products synced from Printful.${failed > 0 ? ` ${failed} could not be.` : ''}`
    },
  }
}
