'use client'
import { onTabReturn, useBrowserValue } from '@/components/use-browser-value'

const line = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
const today = (): string => `Today is ${line.format(new Date())}. `

/** The visitor's own date: the page is the same for everyone and does not know it. */
export function CurrentDate() {
  return <>{useBrowserValue(today, '', onTabReturn)}One is enough.</>
}
