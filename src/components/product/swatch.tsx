import { clothColor } from './cloth'

/** Only ever beside the color's name. */
export const Swatch = ({ color, className = '' }: { color: string; className?: string }) => (
  <span className={`swatch shrink-0 ${className}`} style={{ background: clothColor(color) }} />
)
