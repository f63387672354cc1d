import { z } from 'zod'

import { CATALOG, GARMENTS } from './catalog'
import type { ProviderContext } from './context'
import type { ProductRecord } from './state'

/** Products that the store had before the shop came to it, with their own ids. */
export const storeProductsSchema = z.strictObject({
  products: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string().min(1),
      /** A type of the catalog, such as T-SHIRT. */
      type: z.enum(GARMENTS.map(({ type }) => type)),
      variants: z.array(
        z.strictObject({
          id: z.int(),
          name: z.string(),
          sku: z.string().nullable(),
          size: z.string().nullable(),
          color: z.string().nullable(),
          retailPrice: z.string(),
        }),
      ),
    }),
  ),
})
type StoreProduct = z.output<typeof storeProductsSchema>['products'][number]

/** Adds the products whose ids are free; the others stay as they are. Returns the ids of the new ones. */
export function addStoreProducts(context: ProviderContext, products: StoreProduct[]): number[] {
  const added = products.filter(({ id }) => !context.state.products[id])
  for (const product of added) context.state.products[product.id] = toRecord(product)
  if (added.length > 0) context.save()
  return added.map(({ id }) => id)
}

/** Without files, whose previews a sync would offer in place of the shop's own pictures. */
function toRecord({ id, name, type, variants }: StoreProduct): ProductRecord {
  const blanks = CATALOG.filter(({ garment }) => garment.type === type)
  return {
    id,
    externalId: `store-${id}`,
    name,
    thumbnail: null,
    ignored: false,
    variants: variants.map((variant) => {
      const blank = blanks.find(({ size }) => size === variant.size) ?? blanks[0]
      return {
        id: variant.id,
        externalId: `store-${variant.id}`,
        name: variant.name,
        synced: true,
        variantId: blank?.id ?? 0,
        retailPrice: variant.retailPrice,
        currency: 'USD',
        ignored: false,
        sku: variant.sku,
        size: variant.size,
        color: variant.color,
        availability: 'active',
        files: [],
        options: [],
      }
    }),
  }
}
