import { STORE_ID } from './auth'
import type { ProviderContext } from './context'
import type { OrderRecord, ProductRecord, ShipmentRecord } from './state'
import { orderView, shipmentView, syncProductView } from './views'

/** An order's event: v1 with the whole order, v2 with a summary (reference, sections 9 and 10). */
export function orderEvent(
  context: ProviderContext,
  order: OrderRecord,
  type: string,
  more: Record<string, unknown> = {},
): void {
  context.publish({
    v1: { type, data: { ...more, order: orderView(context, order) } },
    v2: { type, data: { ...more, order: orderSummary(context, order) } },
  })
}

/** `package_shipped` and `package_returned` are v2's `shipment_sent` and `shipment_returned`. */
export function shipmentEvent(
  context: ProviderContext,
  order: OrderRecord,
  shipment: ShipmentRecord,
  what: 'shipped' | 'returned',
  reason?: string,
): void {
  const view = shipmentView(order, shipment)
  const because = reason === undefined ? {} : { reason }
  context.publish({
    v1: {
      type: `package_${what}`,
      data: { ...because, shipment: view, order: orderView(context, order) },
    },
    v2: {
      type: what === 'shipped' ? 'shipment_sent' : 'shipment_returned',
      data: {
        ...because,
        shipment: shipmentSummary(context, view, what),
        order: orderSummary(context, order),
      },
    },
  })
}

export function productEvent(
  context: ProviderContext,
  product: ProductRecord,
  type: 'product_synced' | 'product_updated' | 'product_deleted',
): void {
  const view = syncProductView(context, product)
  const { id, external_id, name } = view
  context.publish({
    v1: {
      type,
      data: { sync_product: type === 'product_deleted' ? { id, external_id, name } : view },
    },
  })
}

function orderSummary({ clock }: ProviderContext, order: OrderRecord) {
  return {
    id: order.id,
    external_id: order.externalId,
    status: order.status,
    store_id: STORE_ID,
    dashboard_url: null,
    created_at: clock.iso(order.createdAt),
    updated_at: clock.iso(order.updatedAt),
  }
}

function shipmentSummary(
  { clock }: ProviderContext,
  view: ReturnType<typeof shipmentView>,
  what: string,
) {
  return {
    id: view.id,
    status: what === 'shipped' ? 'shipped' : 'returned',
    store_id: STORE_ID,
    tracking_number: String(view.tracking_number),
    tracking_url: view.tracking_url,
    created_at: clock.iso(view.created * 1_000),
    ship_date: view.ship_date,
    shipped_at: clock.iso(Number(view.shipped_at) * 1_000),
    delivered_at: null,
    reshipment: view.reshipment,
  }
}
