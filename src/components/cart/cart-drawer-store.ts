import { createValueStore } from '@/ui/value-store'

const { get, set, subscribe } = createValueStore(false)

/** Whether the header's cart drawer is open. */
export const cartDrawerStore = {
  get,
  subscribe,
  open: (): void => set(true),
  close: (): void => set(false),
}
