'use client'
import { SizeTable } from '@/components/product/size-table'
import type { ProductView } from '@/modules/catalog/queries/get-product'

import { useVariantSelection } from './variant-selection'

/** The size chart of the product page, with the chosen size tinted. */
export function ChosenSizeTable({ rows }: { rows: ProductView['sizeGuide'] }) {
  const { size } = useVariantSelection()
  return <SizeTable rows={rows} chosen={size} />
}
