import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { sanitizeProductName } from '@/modules/fulfillment/rules/printful-product'
import { requireCredentials } from '@/platform/connections/credentials'
import { type Cents, toDecimal } from '@/platform/money'
import type { SyncJob, SyncRow, SyncRun } from '@/platform/sync-engine'
import { getProviders } from '@/providers'
import type { PrintfulGateway, PrintfulProduct } from '@/providers/printful/interface'

const perPage = 50

type OurVariant = { printfulId: string; what: string; priceCents: Cents | null }
type Ours = {
  id: number
  printfulId: string
  name: string
  isActive: boolean
  openOrders: number
  variants: OurVariant[]
}

/** What is linked to Printful, with the full price of each variant: a sale is the shop's own business. */
const listOurs = async (payload: Payload, after: number): Promise<Ours[]> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    select p.id, p.printful_product_id as "printfulId", p.name, coalesce(p.is_active, false) as "isActive",
      (select count(distinct o.id)::integer from orders_items i join orders o on o.id = i._parent_id
        where i.product_id = p.id and o.payment_state = 'completed' and o.status in ('paid', 'processing') and o.fulfillment in ('none', 'submitting', 'draft', 'on-hold', 'failed')) as "openOrders",
      coalesce((select json_agg(json_build_object('printfulId', v.printful_variant_id, 'what', concat_ws(' ', v.color, v.size), 'priceCents', coalesce(v.price_override_cents, p.base_price_cents)) order by v._order)
        from products_variants v where v._parent_id = p.id and v.printful_variant_id is not null), '[]') as variants
    from products p where p.printful_product_id is not null and p.deleted_at is null and p.id > ${after} order by p.id limit ${perPage}`)
  return (rows as unknown as Ours[]).map((row) => ({ ...row, id: Number(row.id) }))
}

type Price = { id: string; priceCents: Cents }
type Difference = {
  product: Parameters<PrintfulGateway['updateProduct']>[1]
  prices: Price[]
  words: string[]
  notes: string[]
}
const money = (cents: Cents | null): string =>
  cents === null ? 'no price' : `$${toDecimal(cents)}`

/** Only what differs. Prices go variant by variant: a product with some of its variants would lose the others there. */
const differences = (ours: Ours, theirs: PrintfulProduct): Difference => {
  const product: Difference['product'] = {}
  const prices: Price[] = []
  const words: string[] = []
  const notes: string[] = []
  if (sanitizeProductName(theirs.name) !== ours.name) {
    product.name = ours.name
    words.push(`title: “${ours.name}”`)
  }
  if (theirs.isIgnored === ours.isActive) {
    if (!ours.isActive && ours.openOrders > 0)
      notes.push(
        `not hidden there yet: ${ours.openOrders} paid ${ours.openOrders === 1 ? 'order waits' : 'orders wait'} for it`,
      )
    else {
      product.isIgnored = !ours.isActive
      words.push(ours.isActive ? 'shown' : 'hidden')
    }
  }
  for (const variant of ours.variants) {
    const known = theirs.variants.find(({ id }) => id === variant.printfulId)
    if (!known) notes.push(`${variant.what || 'a variant'} is no longer there`)
    else if (known.currency !== 'USD')
      notes.push(`${variant.what || 'a variant'} is priced in ${known.currency} there`)
    else if (
      variant.priceCents !== null &&
      variant.priceCents > 0 &&
      variant.priceCents !== known.priceCents
    ) {
      prices.push({ id: known.id, priceCents: variant.priceCents })
      words.push(
        `${variant.what || 'price'}: ${money(known.priceCents)} to ${money(variant.priceCents)}`,
      )
    }
  }
  return { product, prices, words, notes }
}

const pushOne = async (
  printful: PrintfulGateway,
  ours: Ours,
  isPreview: boolean,
): Promise<SyncRow> => {
  const theirs = await printful.getProduct(ours.printfulId)
  if (!theirs)
    return {
      result: 'skipped',
      message: 'Printful no longer has it. Sync from Printful to take it out of the shop.',
      details: { productId: ours.id },
    }
  const { product, prices, words, notes } = differences(ours, theirs)
  if (!isPreview) {
    // One call for both: changes of products are the scarcest of Printful's allowances.
    if (Object.keys(product).length > 0) await printful.updateProduct(theirs.id, product)
    for (const { id, priceCents } of prices) await printful.updateVariantPrice(id, priceCents)
  }
  const said = [...words, ...notes].join('; ')
  return {
    result: words.length > 0 ? 'updated' : notes.length > 0 ? 'skipped' : 'unchanged',
    message: said ? said.charAt(0).toUpperCase() + said.slice(1) : undefined,
    details: { productId: ours.id },
  }
}

/**
 * Our price, title and hidden flag → Printful, only what differs. Nothing is made or deleted there. Killed half-way it
 * does the rest: each product is compared anew, and the same price twice is the same price.
 */
export async function pushPrintfulProducts(
  payload: Payload,
  { isPreview }: SyncRun,
): Promise<SyncJob<Ours>> {
  const { keys } = await requireCredentials(payload.db.drizzle, 'printful')
  const printful = getProviders().printful(keys)
  return {
    page: async (cursor) => {
      const {
        rows: [counted],
      } = await payload.db.drizzle.execute(
        sql`select count(*)::integer as total from products where printful_product_id is not null and deleted_at is null`,
      )
      const items = await listOurs(payload, Number(cursor ?? 0))
      return {
        items,
        total: Number(counted?.total),
        next: items.length < perPage ? null : items.at(-1)?.id,
      }
    },
    keyOf: ({ printfulId }) => printfulId,
    labelOf: ({ name }) => name,
    each: (ours) => pushOne(printful, ours, isPreview),
    summary: ({ updated, unchanged, skipped, failed }) => {
      const rest = `${skipped > 0 ? ` ${skipped} left out.` : ''}${failed > 0 ? ` ${failed} failed.` : ''}`
      return isPreview
        ? `${updated} products would change at Printful, ${unchanged} are as they are.${rest}`
        : `${updated} products synced to Printful, ${unchanged} were as they are.${rest}`
    },
  }
}
