'use client'
import {
  type ComponentType,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useSyncExternalStore,
} from 'react'

import { whenShown } from '@/platform/when-shown'

import { recentlyViewedStore, type ViewedProduct } from './recently-viewed-store'

/** The page is complete without the list, so a list that can't be fetched is left out. */
const RecentlyViewedList = lazy<ComponentType<{ products: readonly ViewedProduct[] }>>(() =>
  import('./recently-viewed-list').then(
    (loaded) => ({ default: loaded.RecentlyViewedList }),
    () => ({ default: () => null }),
  ),
)

const shown = 6
const none: readonly ViewedProduct[] = []

type Props = {
  current?: ViewedProduct
  /** Ids of products that the page shows anyway. */
  others?: readonly number[]
}

/** The products that this visitor opened last, without the one on this page, which is added to them. */
export function RecentlyViewed({ current, others = [] }: Props) {
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
  const products = visits
    .filter((visit) => visit.id !== id && !others.includes(visit.id))
    .slice(0, shown)
  return products.length > 0 ? (
    <Suspense>
      <RecentlyViewedList products={products} />
    </Suspense>
  ) : null
}
