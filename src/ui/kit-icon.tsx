/** The drawings that parts shared by shop and admin need, apart from the shop's, which the admin needn't load. */
export const kitShapes = {
  x: 'M18 6 6 18M6 6l12 12',
  down: 'M6 9l6 6 6-6',
  right: 'M9 18l6-6-6-6',
  left: 'M15 18l-6-6 6-6',
} as const

/** Always beside text or inside something with an aria-label. */
export function IconDrawing({ shape, className = '' }: { shape: string; className?: string }) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shape} />
    </svg>
  )
}
