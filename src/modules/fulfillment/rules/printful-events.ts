import type { FulfillmentStatus } from './fulfillment'

/**
 * The events that the shop subscribes to. The specification names three; these are Printful's names
 * (reference, section 9), which have no `order_shipped`.
 */
export const printfulEvents = [
  'order_updated',
  'package_shipped',
  'order_failed',
  'order_canceled',
  'order_put_hold',
  'order_put_hold_approval',
  'order_remove_hold',
  'package_returned',
  'product_updated',
  'product_deleted',
  'stock_updated',
] as const

/** The specification's names and Printful's. */
export const documentedEvents = [
  { recorded: 'order_updated', real: 'order_updated', meaning: 'an order changed' },
  { recorded: 'order_shipped', real: 'package_shipped', meaning: 'a package shipped' },
  {
    recorded: 'order_failed',
    real: 'order_failed',
    meaning: 'an order couldn’t be made or paid for',
  },
] as const

/** The status that an event with a reason announces. */
const statusOfEvent: Partial<Record<string, FulfillmentStatus>> = {
  order_failed: 'failed',
  order_canceled: 'canceled',
  order_put_hold: 'on-hold',
  order_put_hold_approval: 'on-hold',
}

/** Whether an event's reason is about the order's status; a late event's reason is about an earlier one. */
export function explainsStatus(eventType: string, status: FulfillmentStatus): boolean {
  return statusOfEvent[eventType] === status
}

/** Returns what an event is about, or null if the shop ignores it. */
export function eventSubject(type: string): 'order' | 'product' | 'stock' | null {
  if (type === 'stock_updated') return 'stock'
  if (/^product_(synced|updated|deleted)$/.test(type)) return 'product'
  return /^(order_|package_)/.test(type) ? 'order' : null
}
