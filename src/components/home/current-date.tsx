'use client'
import { onTabReturn, useBrowserValue } from '@/components/use-browser-value'

const line = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
const today = (): string => `Today is ${line.format(new Date())}. `

/** The visitor's own date, which a cached page cannot know. */
export function CurrentDate() {
  return <>{useBrowserValue(today, '', onTabReturn)}One day is enough.</>
}
