'use client'
import { onTabReturn, useBrowserValue } from '@/components/use-browser-value'

const line = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
/** The day stays on the line of its month. */
const today = (): string => `Today is ${line.format(new Date()).replace(/ (?=\d)/, '\u00a0')}. `

/** The visitor's own date, which a cached page cannot know. */
export function CurrentDate() {
  return <>{useBrowserValue(today, '', onTabReturn)}One day is enough.</>
}
