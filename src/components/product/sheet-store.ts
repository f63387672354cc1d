import type { SheetProduct } from './sheet-product'

let asked: SheetProduct | null = null
let listeners: (() => void)[] = []

/** Which product the one sheet of the page is asking about. */
export const sheetStore = {
  get: (): SheetProduct | null => asked,
  ask: (product: SheetProduct | null): void => {
    asked = product
    listeners.forEach((listener) => listener())
  },
  subscribe: (listener: () => void) => {
    listeners = [...listeners, listener]
    return () => { listeners = listeners.filter((other) => other !== listener) }
  },
}
