import { newId, type ProviderContext } from './context'
import { orderEvent, shipmentEvent } from './events'
import { move } from './orders'
import type { OrderRecord, ShipmentRecord } from './state'

export interface Shipping {
  /** The items and quantities; everything that is left if absent. */
  items?: { itemId: number; quantity: number }[]
  /** A reshipment of the same items. */
  reshipment?: boolean
  trackingNumber?: string
}

/** Ships a package: the order is `partial` until nothing is left. */
export function ship(
  context: ProviderContext,
  order: OrderRecord,
  { items, reshipment = false, trackingNumber }: Shipping = {},
): ShipmentRecord {
  const id = newId(context)
  const shipment: ShipmentRecord = {
    id,
    carrier: 'USPS',
    service: 'USPS ProviderRuntime Advantage',
    trackingNumber: trackingNumber ?? `9400${String(id).padStart(12, '0')}`,
    at: context.clock.now(),
    reshipment,
    returned: false,
    items:
      items ??
      (reshipment
        ? order.items.map((item) => ({ itemId: item.id, quantity: item.quantity }))
        : remainingItems(order)),
  }
  order.shipments.push(shipment)
  order.nextAt = null
  move(context, order, remainingItems(order).length > 0 ? 'partial' : 'fulfilled')
  shipmentEvent(context, order, shipment, 'shipped')
  orderEvent(context, order, 'order_updated')
  return shipment
}

export function remainingItems(order: OrderRecord): { itemId: number; quantity: number }[] {
  return order.items.flatMap((item) => {
    const sent = order.shipments
      .filter(({ reshipment }) => !reshipment)
      .flatMap(({ items }) => items)
      .filter(({ itemId }) => itemId === item.id)
    const quantity = item.quantity - sent.reduce((sum, one) => sum + one.quantity, 0)
    return quantity > 0 ? [{ itemId: item.id, quantity }] : []
  })
}

/** Moves every order that is due one step further: pending, inprocess, fulfilled. Returns when the next one is due. */
export function advance(context: ProviderContext): number | null {
  const now = context.clock.now()
  for (const order of Object.values(context.state.orders)) {
    if (order.nextAt === null || order.nextAt > now) continue
    if (order.status === 'pending') {
      order.nextAt = now + context.settings.progressMs
      move(context, order, 'inprocess')
      orderEvent(context, order, 'order_updated')
    } else if (order.status === 'inprocess') ship(context, order)
    else order.nextAt = null
  }
  const due = Object.values(context.state.orders).flatMap(({ nextAt }) => nextAt ?? [])
  return due.length > 0 ? Math.min(...due) : null
}
