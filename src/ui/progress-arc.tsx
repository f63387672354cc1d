const width = 320
const height = 84
const left = 10
const right = width - 10
const horizon = height - 12
const top = 12

/** A point of the sun's path: 0 is dawn, 0.5 noon, 1 dusk. */
const pointAt = (progress: number): { x: number; y: number } => {
  const remaining = 1 - progress
  const peak = top * 2 - horizon
  return {
    x:
      remaining * remaining * left +
      remaining * progress * (left + right) +
      progress * progress * right,
    y:
      remaining * remaining * horizon +
      2 * remaining * progress * peak +
      progress * progress * horizon,
  }
}
const path = `M${left} ${horizon}Q${(left + right) / 2} ${top * 2 - horizon} ${right} ${horizon}`

/**
 * How much of the path's length lies behind the sun, in percent: a curve's length doesn't grow evenly with progress.
 */
const percentAt = (progress: number): number => {
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

const transition = 'transition-[offset-distance,stroke-dashoffset] duration-900 ease-breath'

/** @param props.traveled percent of the path */
const Sun = ({ traveled }: { traveled: number }) => (
  <g
    className={transition}
    style={{ offsetPath: `path("${path}")`, offsetDistance: `${traveled}%`, offsetRotate: '0deg' }}
  >
    <circle r="9" className="fill-sun" />
    <circle r="14" fill="none" className="stroke-sun" strokeWidth="1.5" strokeDasharray="2 5.3" />
  </g>
)

/**
 * Shows progress as the sun's path over the horizon: from dawn to noon with `goal`, otherwise from dawn to dusk.
 * @param props.progress from 0 to 1
 * @param props.label the progress in a sentence for screen readers; also show it as text
 */
export function ProgressArc({
  progress,
  goal = false,
  label,
}: {
  progress: number
  goal?: boolean
  label: string
}) {
  const along = Math.min(1, Math.max(0, progress)) * (goal ? 0.5 : 1)
  const traveled = percentAt(along)
  const noon = pointAt(0.5)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="block w-full overflow-visible"
    >
      <path
        d={`M0 ${horizon}H${width}`}
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
        className={`stroke-sun ${transition}`}
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
