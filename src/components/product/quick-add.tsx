'use client'
import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react'

import { type QuickAddProduct, quickAddStore } from './quick-add-store'

/** Fetched when someone first opens it. Without a connection, the product page has the same options. */
const QuickAddSheet = lazy<ComponentType<{ product: QuickAddProduct }>>(() =>
  import('./quick-add-sheet').then(
    (loaded) => ({ default: loaded.QuickAddSheet }),
    () => {
      const product = quickAddStore.get()
      if (product) location.assign(`/products/${product.id}`)
      return { default: () => null }
    },
  ),
)

/** The page's one quick-add sheet, while a product is chosen. */
export function QuickAdd() {
  const product = useSyncExternalStore(quickAddStore.subscribe, quickAddStore.get, () => null)
  return product ? (
    <Suspense>
      <QuickAddSheet product={product} />
    </Suspense>
  ) : null
}
