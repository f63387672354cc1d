'use client'
import { type IconName, iconShapes } from './icon-shapes'

/**
 * Always beside text or inside something with an aria-label. A client component so that the page's data carries
 * the name of the icon and not its drawing.
 */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconShapes[name]} />
    </svg>
  )
}
