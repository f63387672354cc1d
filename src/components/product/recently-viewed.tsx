'use client'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

import { Picture } from '@/components/picture'
import { whenShown } from '@/platform/when-shown'
import { Button } from '@/ui/button'

import { recentlyViewedStore, type ViewedProduct } from './recently-viewed-store'

const shown = 6
const none: readonly ViewedProduct[] = []

/** The products that this visitor opened last, without the one on this page, which is added to them. */
export function RecentlyViewed({ current }: { current?: ViewedProduct }) {
  const visits: readonly ViewedProduct[] = useSyncExternalStore(
    recentlyViewedStore.subscribe,
    recentlyViewedStore.get,
    () => none,
  )
  const id = current?.id
  const addVisit = useEffectEvent(() => {
    if (current) recentlyViewedStore.add(current)
  })
  useEffect(() => (id === undefined ? undefined : whenShown(() => addVisit())), [id])
  const products = visits.filter((visit) => visit.id !== id).slice(0, shown)
  if (products.length === 0) return null
  return (
    <section className="wrap pb-(--sec)" aria-labelledby="recently-viewed">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="recently-viewed" className="text-h3">
          Recently viewed
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-small text-ink-mute">
          Only on this device.
          <Button variant="ghost" size="sm" className="px-2!" onClick={recentlyViewedStore.clear}>
            Clear
          </Button>
        </p>
      </div>
      <ul className="grid grid-cols-3 gap-x-3 gap-y-5 sm:grid-cols-6 sm:gap-x-4">
        {products.map(({ id: productId, name, picture }) => (
          <li key={productId} className="relative grid content-start gap-2">
            <div className="product-frame">
              <Picture
                picture={picture}
                sizes="(min-width: 40rem) 13rem, 30vw"
                widest={640}
                alt=""
                className="dim"
              />
            </div>
            <a
              href={`/products/${productId}`}
              className="text-small leading-snug font-[550] after:absolute after:inset-0"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
