'use client'
import { useTheme } from '@payloadcms/ui'
import { Moon, Sun } from 'lucide-react'

/** Day and Dusk are Payload's light and dark; CSS shows one icon. */
export function ThemeToggle() {
  const { setTheme } = useTheme()
  // From the page: the provider knows the system's theme only after hydration.
  const turn = (): void =>
    setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark')
  return (
    <button
      type="button"
      className="df-icon-button"
      aria-label="Switch between light and dark mode"
      onClick={turn}
    >
      <Moon aria-hidden className="by-day" size={21} strokeWidth={1.6} />
      <Sun aria-hidden className="at-dusk" size={21} strokeWidth={1.6} />
    </button>
  )
}
