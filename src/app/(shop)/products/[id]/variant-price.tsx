'use client'
import { Price } from '@/components/product/price'

import { useVariantSelection } from './variant-selection'

export function VariantPrice() {
  const { product, priceCents } = useVariantSelection()
  // A size or color with a price of its own is not part of the sale.
  const wasCents = priceCents === product.priceCents ? product.wasCents : null
  return <Price cents={priceCents} wasCents={wasCents} className="text-[1.375rem]" />
}
