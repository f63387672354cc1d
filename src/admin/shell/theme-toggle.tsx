'use client'
import { useTheme } from '@payloadcms/ui'
import { Moon, Sun } from 'lucide-react'

/** Day and Dusk are Payload's light and dark; both drawings stand here and the theme shows one. */
export function ThemeToggle() {
  const { setTheme } = useTheme()
  // Read from the page and not from the provider, which knows the system's choice only after it has hydrated.
  const turn = (): void =>
    setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark')
  return (
    <button
      type="button"
      className="df-icon-button"
      aria-label="Switch between day and dusk"
      onClick={turn}
    >
      <Moon aria-hidden className="df-by-day" size={21} strokeWidth={1.6} />
      <Sun aria-hidden className="df-at-dusk" size={21} strokeWidth={1.6} />
    </button>
  )
}
