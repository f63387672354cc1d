'use client'
import { Price } from '@/components/product/price'

import { useVariantSelection } from './variant-selection'

export function VariantPrice() {
  const { product, priceCents } = useVariantSelection()
  return <Price cents={priceCents} wasCents={product.wasCents} className="text-[1.375rem]" />
}
