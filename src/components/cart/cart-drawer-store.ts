let isOpen = false
let listeners: (() => void)[] = []

const set = (next: boolean): void => {
  isOpen = next
  listeners.forEach((listener) => listener())
}

/** Whether the header's cart drawer is open. */
export const cartDrawerStore = {
  get: (): boolean => isOpen,
  open: (): void => set(true),
  close: (): void => set(false),
  subscribe: (listener: () => void) => {
    listeners = [...listeners, listener]
    return () => {
      listeners = listeners.filter((other) => other !== listener)
    }
  },
}
