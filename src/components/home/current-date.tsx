'use client'
import { onTabReturn, useBrowserValue } from '@/components/use-browser-value'

// Without Intl: its first use takes a page 30 ms, and over 100 ms on a slow phone.
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const months =
  'January February March April May June July August September October November December'.split(' ')
/** The no-break space keeps the day on the line of its month. */
const today = (): string => {
  const now = new Date()
  return `Today is ${weekdays[now.getDay()]}, ${months[now.getMonth()]}\u00a0${now.getDate()}. `
}

/** The visitor's own date, which a cached page cannot know. */
export function CurrentDate() {
  return <>{useBrowserValue(today, '', onTabReturn)}One day is enough.</>
}
