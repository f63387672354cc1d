const width = 320
const height = 84
const left = 10
const right = width - 10
const ground = height - 12
const top = 12

/** A point of the sun's path: 0 is dawn, 0.5 noon, 1 dusk. */
const pointAt = (progress: number): { x: number; y: number } => {
  const rest = 1 - progress
  const peak = top * 2 - ground
  return {
    x: rest * rest * left + rest * progress * (left + right) + progress * progress * right,
    y: rest * rest * ground + 2 * rest * progress * peak + progress * progress * ground,
  }
}
const path = `M${left} ${ground}Q${(left + right) / 2} ${top * 2 - ground} ${right} ${ground}`

/** How much of the path lies behind the sun, in hundredths of its length (a curve is not as long as it is wide). */
const lengthAt = (progress: number): number => {
  const steps = 48
  const lengths = Array.from({ length: steps }, (_, step) => {
    const a = pointAt(step / steps)
    const b = pointAt((step + 1) / steps)
    return Math.hypot(b.x - a.x, b.y - a.y)
  })
  const sum = (list: number[]): number => list.reduce((total, length) => total + length, 0)
  return (
    Math.round((sum(lengths.slice(0, Math.round(progress * steps))) / sum(lengths)) * 1000) / 10
  )
}

const travel = 'transition-[offset-distance,stroke-dashoffset] duration-900 ease-breath'

/** `traveled` in hundredths of the path. */
const Sun = ({ traveled }: { traveled: number }) => (
  <g
    className={travel}
    style={{ offsetPath: `path("${path}")`, offsetDistance: `${traveled}%`, offsetRotate: '0deg' }}
  >
    <circle r="9" className="fill-sun" />
    <circle r="14" fill="none" className="stroke-sun" strokeWidth="1.5" strokeDasharray="2 5.3" />
  </g>
)

/**
 * Progress as the sun's way over the horizon. Toward a goal it climbs to noon (`goal`); along a journey it goes from
 * dawn to dusk. `label` says the same in a sentence; repeat it in text below.
 */
export function ProgressArc({
  progress,
  goal = false,
  label,
  className = '',
}: {
  progress: number
  goal?: boolean
  label: string
  className?: string
}) {
  const along = Math.min(1, Math.max(0, progress)) * (goal ? 0.5 : 1)
  const traveled = lengthAt(along)
  const noon = pointAt(0.5)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className={`block w-full overflow-visible ${className}`}
    >
      <path
        d={`M0 ${ground}H${width}`}
        className="stroke-line-strong"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <path
        d={path}
        fill="none"
        className="stroke-line-strong"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 7"
      />
      <path
        d={path}
        pathLength={100}
        fill="none"
        className={`stroke-sun ${travel}`}
        strokeWidth="3"
        strokeDasharray="100 100"
        style={{ strokeDashoffset: 100 - traveled }}
      />
      {goal ? (
        <circle
          cx={noon.x}
          cy={noon.y}
          r="5"
          className="fill-surface stroke-line-strong"
          strokeWidth="1.5"
        />
      ) : null}
      <Sun traveled={traveled} />
    </svg>
  )
}
