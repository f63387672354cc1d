import { createLocalStorageStore } from '@/platform/browser-storage'
import { isCalendarDay } from '@/platform/calendar-days'

const stored = createLocalStorageStore<string>('days-since', '', (text) => {
  try {
    const day: unknown = JSON.parse(text)
    return typeof day === 'string' && isCalendarDay(day) ? day : ''
  } catch {
    return ''
  }
})

/** The day someone counts from, 'YYYY-MM-DD', or ''. On this device only: the shop never sends it anywhere. */
export const dayCounterStore = {
  subscribe: stored.subscribe,
  get: stored.get,
  set: (day: string): void => stored.set(day),
  clear: stored.clear,
}
