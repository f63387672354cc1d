/**
 * What we ask Printful to tell. The specification names three events; these are Printful's own names (providers/printful.md,
 * section 9), and `order_shipped` is never sent there.
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

/** As recorded, and what each is called at Printful. */
export const documentedEvents = [
  { recorded: 'order_updated', real: 'order_updated', meaning: 'something about an order changed' },
  { recorded: 'order_shipped', real: 'package_shipped', meaning: 'a parcel left the printer' },
  { recorded: 'order_failed', real: 'order_failed', meaning: 'an order could not be made or paid' },
] as const

/** `order_shipped` is taken for what it is called there; everything else that is not ours is left alone. */
export function eventSubject(type: string): 'order' | 'product' | 'stock' | null {
  if (type === 'stock_updated') return 'stock'
  if (/^product_(synced|updated|deleted)$/.test(type)) return 'product'
  return /^(order_|package_)/.test(type) ? 'order' : null
}
