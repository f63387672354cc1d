import { createLocalStorageStore } from '@/platform/browser-storage'

/** Identifies the cart for the shop, in every tab, so that it is paid once. Emptying or paying for a cart ends it. */
export const cartIdStore = createLocalStorageStore(
  'cart-id',
  '',
  (text) => /[\da-f-]{36}/.exec(text)?.[0] ?? '',
)
