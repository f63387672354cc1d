import { createSessionStorageStore } from '@/platform/browser-storage'

/**
 * The number of the order that was placed in this tab; others who use the device don't see it. Its
 * key is in a cookie that ends with signing out.
 */
export const placedOrderStore = createSessionStorageStore('placed-order', '', (stored) =>
  typeof stored === 'string' && /^DF-\d+$/.test(stored) ? stored : '',
)
