import { createValueStore } from '@/ui/value-store'

/** Whether turning two-step verification on has signed out the other devices that this page lists. */
export const othersSignedOutStore = createValueStore(false)
