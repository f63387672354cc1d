'use client'
import { iconButtonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'

const isDusk = (): boolean => {
  const chosen = document.documentElement.dataset.theme
  return chosen ? chosen === 'dusk' : matchMedia('(prefers-color-scheme: dark)').matches
}

/** Switches the theme, with a cross-fade where the browser supports it. */
const turn = (): void => {
  const next = isDusk() ? 'day' : 'dusk'
  const apply = (): void => {
    document.documentElement.dataset.theme = next
    try {
      localStorage.setItem('theme', next)
    } catch {
      /* chosen for this page only */
    }
  }
  if (
    typeof document.startViewTransition !== 'function' ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  )
    apply()
  else document.startViewTransition(apply)
}

export function ThemeToggle({
  withLabel = false,
  className = '',
}: {
  withLabel?: boolean
  className?: string
}) {
  return (
    <button
      type="button"
      onClick={turn}
      aria-label="Switch between day and dusk"
      className={
        withLabel
          ? 'flex cursor-pointer items-center gap-3 py-2.5 text-left font-medium'
          : iconButtonClass('plain', className)
      }
    >
      <Icon name="moon" className="page-dusk:hidden" />
      <Icon name="sun" className="hidden page-dusk:block" />
      {withLabel ? (
        <>
          <span className="page-dusk:hidden">Dusk</span>
          <span className="hidden page-dusk:inline">Day</span>
        </>
      ) : null}
    </button>
  )
}
