'use client'
import { useEffect, useState } from 'react'

import { api } from '@/platform/http/api-client'
import { whenShown } from '@/platform/when-shown'

import { placedOrderStore } from './placed-order-store'

type PlacedOrder = { orderNumber: string; path: string }
const timeoutMs = 5000

const fetchPlacedOrder = async (orderNumber: string): Promise<PlacedOrder | null> => {
  try {
    const { path } = await api<{ path: string | null }>(
      'GET',
      `/order/${orderNumber}/link`,
      undefined,
      AbortSignal.timeout(timeoutMs),
    )
    if (path !== null) return { orderNumber, path }
    placedOrderStore.clear()
  } catch {
    /* offline */
  }
  return null
}

/**
 * Returns the order that was placed in this tab within the last hours: null if there is none, undefined
 * until that is known. For components that aren't rendered on the server.
 */
export function usePlacedOrder(): PlacedOrder | null | undefined {
  const [order, setOrder] = useState<PlacedOrder | null | undefined>(() =>
    placedOrderStore.get() === '' ? null : undefined,
  )
  useEffect(() => {
    let isCurrent = true
    const load = (): void => {
      const orderNumber = placedOrderStore.get()
      if (orderNumber === '') return setOrder(null)
      setOrder(undefined)
      void fetchPlacedOrder(orderNumber).then((found) => {
        if (isCurrent) setOrder(found)
      })
    }
    // The buyer may have signed out before the browser restores this page as it was.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) load()
    }
    const stopWaiting = whenShown(load)
    window.addEventListener('pageshow', onShow)
    return () => {
      isCurrent = false
      stopWaiting()
      window.removeEventListener('pageshow', onShow)
    }
  }, [])
  return order
}
