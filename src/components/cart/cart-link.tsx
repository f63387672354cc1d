'use client'
import {
  type ComponentType,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

import { iconButtonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'

import { giftCardCountStore, itemCountStore } from './cart-count'
import { cartDrawerStore } from './cart-drawer-store'

/** Loaded when it is first opened. If that fails, the cart page opens instead. */
const CartDrawer = lazy<ComponentType>(() =>
  import('./cart-drawer').then(
    (loaded) => ({ default: loaded.CartDrawer }),
    () => {
      location.assign('/cart')
      return { default: () => null }
    },
  ),
)

/** Both counts; null until the browser's storage was read. */
const useCartCount = (): number | null => {
  const items = useSyncExternalStore(itemCountStore.subscribe, itemCountStore.get, () => null)
  const cards = useSyncExternalStore(giftCardCountStore.subscribe, giftCardCountStore.get, () => 0)
  return items === null ? null : items + cards
}

const formatCount = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

/**
 * The bag in the header and the cart drawer. Changes of the count are announced to screen readers; the first count
 * isn't.
 */
export function CartLink() {
  const stored = useCartCount()
  const count = stored ?? 0
  const isDrawerOpen = useSyncExternalStore(
    cartDrawerStore.subscribe,
    cartDrawerStore.get,
    () => false,
  )
  const lastCount = useRef<number | null>(null)
  const [message, setMessage] = useState('')
  useEffect(() => {
    if (stored === null) return
    if (lastCount.current !== null && lastCount.current !== stored)
      setMessage(`Cart, ${formatCount(stored)}`)
    lastCount.current = stored
  }, [stored])
  return (
    <>
      <a href="/cart" className={iconButtonClass()} aria-label={`Cart, ${formatCount(count)}`}>
        <Icon name="bag" />
        {count > 0 ? (
          <b
            key={count}
            className="nums absolute top-0.5 right-0 h-5 min-w-5 rounded-round bg-sun px-1 text-center text-[.75rem]/5 font-bold text-on-sun animate-[fade_.24s]"
          >
            {count}
          </b>
        ) : null}
      </a>
      <span role="status" className="sr-only">
        {message}
      </span>
      {isDrawerOpen ? (
        <Suspense>
          <CartDrawer />
        </Suspense>
      ) : null}
    </>
  )
}
