'use client'
import { useEffect, useState } from 'react'

import { Price } from '@/components/product/price'
import { Button } from '@/ui/button'

import { useVariantSelection } from './variant-selection'

export function StickyBuyBar() {
  const { product, quantity, priceCents, isSoldOut, add } = useVariantSelection()
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const button = document.querySelector('[data-buy]')
    if (!button) return undefined
    // The watched area reaches far below the screen, so that only leaving it at the top counts.
    const watcher = new IntersectionObserver(
      (entries) => setPassed(entries.at(-1)?.isIntersecting === false),
      { rootMargin: '0px 0px 100000px 0px' },
    )
    watcher.observe(button)
    return () => watcher.disconnect()
  }, [])
  if (!passed) return null
  return (
    <div className="fixed inset-x-0 bottom-0 z-10 flex items-center justify-between gap-4 border-t border-line bg-paper px-(--gut) py-2.5 pb-[max(.625rem,env(safe-area-inset-bottom))] animate-[arrive_.32s_var(--ease-leaf)] md:hidden">
      <span className="min-w-0">
        <span className="block truncate text-small">{product.name}</span>
        <Price cents={priceCents} />
      </span>
      <Button disabled={isSoldOut} onClick={() => add()}>
        {isSoldOut ? 'Sold out' : quantity > 1 ? `Add ${quantity} to cart` : 'Add to cart'}
      </Button>
    </div>
  )
}
