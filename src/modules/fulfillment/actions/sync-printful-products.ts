import { and, asc, eq, notInArray } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { isLinked } from '@/modules/fulfillment/queries/printful-products'
import { products, sync_rows } from '@/payload-generated-schema'
import type { SyncJob, SyncRow, SyncRun } from '@/platform/sync-engine'
import type { PrintfulGateway, PrintfulProductSummary } from '@/providers/printful/interface'

import { subscribeToStockEvents } from './printful-orders'
import {
  createCatalogReader,
  deactivateProduct,
  syncPrintfulProduct,
  type SyncProductArgs,
} from './sync-printful-product'

const perPage = 100

/** Printful's products; after the last page, active local ones that were on no page. */
type Item =
  | { kind: 'listed'; product: PrintfulProductSummary }
  | { kind: 'missing'; id: number; printfulId: string; name: string }
type Cursor = { offset: number } | 'missing'

async function listMissing({ db }: Payload, runId: number): Promise<Item[]> {
  const seen = db.drizzle
    .select({ key: sync_rows.key })
    .from(sync_rows)
    .where(eq(sync_rows.run, runId))
  const rows = await db.drizzle
    .select({ id: products.id, printfulId: products.printfulProductId, name: products.name })
    .from(products)
    .where(and(isLinked, products.isActive, notInArray(products.printfulProductId, seen)))
    .orderBy(asc(products.id))
  return rows.map(({ id, printfulId, name }) => ({
    kind: 'missing',
    id,
    printfulId: printfulId ?? '',
    name,
  }))
}

/** Deactivates a product that was on no page, unless Printful still has it: pages can shift while they are read. */
async function syncMissing(
  args: SyncProductArgs,
  { id, printfulId }: Extract<Item, { kind: 'missing' }>,
  isPreview: boolean,
): Promise<SyncRow> {
  const product = await args.printful.getProduct(printfulId)
  if (product) return syncPrintfulProduct(args, product, { isPreview })
  if (!isPreview) await deactivateProduct(args.payload, id)
  return {
    result: 'updated',
    message: isPreview
      ? 'No longer on Printful. Would be removed from the shop.'
      : 'No longer on Printful. Removed from the shop.',
    details: { productId: id },
  }
}

/**
 * Sync job: imports all products of Printful. Local products that were on no page are checked only
 * after every page was read; what Printful no longer has is deactivated, never deleted.
 */
export function syncPrintfulProducts(
  { payload, printful }: { payload: Payload; printful: PrintfulGateway },
  { id: runId, isPreview }: SyncRun,
): SyncJob<Item> {
  const args = { payload, printful, catalog: createCatalogReader(printful) }
  return {
    page: async (cursor) => {
      const position = (cursor ?? { offset: 0 }) as Cursor
      if (position === 'missing') return { items: await listMissing(payload, runId), next: null }
      const { products, total } = await printful.listProducts(position.offset, perPage)
      const offset = position.offset + products.length
      return {
        items: products.map((product) => ({ kind: 'listed', product })),
        total,
        next: products.length === 0 || offset >= total ? 'missing' : { offset },
      }
    },
    keyOf: (item) => (item.kind === 'listed' ? item.product.id : item.printfulId),
    labelOf: (item) => (item.kind === 'listed' ? item.product.name : item.name),
    each: async (item) => {
      if (item.kind === 'missing') return syncMissing(args, item, isPreview)
      const product = await printful.getProduct(item.product.id)
      return product
        ? syncPrintfulProduct(args, product, { isPreview })
        : { result: 'skipped', message: 'Deleted on Printful during the sync.' }
    },
    finish: async () => {
      if (!isPreview) await subscribeToStockEvents(args)
    },
    summary: ({ created, updated, unchanged, failed }) => {
      const synced = created + updated + unchanged
      return isPreview
        ? `${created} would be new, ${updated} would change, ${unchanged} unchanged.${failed > 0 ? ` ${failed} can’t be imported.` : ''}`
        : `${synced} products synced from Printful.${failed > 0 ? ` ${failed} failed.` : ''}`
    },
  }
}
