'use client'
import { onTabReturn, useBrowserValue } from '@/components/use-browser-value'

const greeting = (): string => {
  const hour = new Date().getHours()
  return hour < 5
    ? 'Good night'
    : hour < 12
      ? 'Good morning'
      : hour < 18
        ? 'Good afternoon'
        : 'Good evening'
}

export function WelcomeMessage({ name }: { name: string }) {
  return (
    <>
      {useBrowserValue(greeting, 'Hello', onTabReturn)}, {name}
    </>
  )
}
