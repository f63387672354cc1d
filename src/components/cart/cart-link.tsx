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

import { cartDrawerStore } from './cart-drawer-store'
import { useGiftCards } from './gift-card-store'
import { useCart } from './use-cart'

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

const formatCount = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

/**
 * The bag in the header and the cart drawer. Changes of the count are announced to screen readers; the first count
 * isn't.
 */
export function CartLink() {
  const { count: items, ready } = useCart()
  const count = items + useGiftCards().length
  const isDrawerOpen = useSyncExternalStore(
    cartDrawerStore.subscribe,
    cartDrawerStore.get,
    () => false,
  )
  const lastCount = useRef<number | null>(null)
  const [message, setMessage] = useState('')
  useEffect(() => {
    if (!ready) return
    if (lastCount.current !== null && lastCount.current !== count)
      setMessage(`Cart, ${formatCount(count)}`)
    lastCount.current = count
  }, [count, ready])
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
