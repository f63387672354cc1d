'use client'
import { Price } from '../ui/price'
import { useChoice } from './choice'

export const ChosenPrice = () => {
  const { product, priceCents } = useChoice()
  return <Price cents={priceCents} wasCents={product.wasCents} className="text-[1.375rem]" />
}
