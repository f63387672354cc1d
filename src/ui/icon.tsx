'use client'
import { type IconName, iconShapes } from './icon-shapes'
import { IconDrawing } from './kit-icon'

/**
 * Always beside text or inside something with an aria-label. A client component so that the page's data carries
 * the name of the icon and not its drawing.
 */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return <IconDrawing shape={iconShapes[name]} className={className} />
}
