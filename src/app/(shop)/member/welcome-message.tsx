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

/** `name`: null for someone who never chose one. */
export function WelcomeMessage({ name }: { name: string | null }) {
  return (
    <>
      {useBrowserValue(greeting, 'Hello', onTabReturn)}
      {name ? `, ${name}` : null}
    </>
  )
}
