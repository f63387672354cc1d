import type { ProviderContext } from './context'
import type { ItemRecord, OrderRecord, ProductRecord, VariantRecord } from './state'

/** By Printful's id, or by ours behind an `@`. A canceled order is still found. */
export function findOrder({ state }: ProviderContext, reference: string): OrderRecord | undefined {
  if (!reference.startsWith('@')) return state.orders[reference]
  return Object.values(state.orders).find(({ externalId }) => externalId === reference.slice(1))
}

export function findProduct(
  { state }: ProviderContext,
  reference: string,
): ProductRecord | undefined {
  if (!reference.startsWith('@')) return state.products[reference]
  return Object.values(state.products).find(({ externalId }) => externalId === reference.slice(1))
}

export function findVariant(
  { state }: ProviderContext,
  reference: string,
): { product: ProductRecord; variant: VariantRecord } | undefined {
  for (const product of Object.values(state.products)) {
    const variant = product.variants.find(({ id, externalId }) =>
      reference.startsWith('@') ? externalId === reference.slice(1) : String(id) === reference,
    )
    if (variant) return { product, variant }
  }
  return undefined
}

/** The current state of the item; one that isn't a sync variant (anymore) counts as active. */
export function availabilityOf(
  context: ProviderContext,
  item: Pick<ItemRecord, 'syncVariantId'>,
): string {
  return (
    (item.syncVariantId !== null &&
      findVariant(context, String(item.syncVariantId))?.variant.availability) ||
    'active'
  )
}
