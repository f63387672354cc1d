import type { RevenuePoint, RevenueStep } from '@/modules/shop/queries/sales-stats'
import { formatMoney } from '@/platform/money'

/** Units of the drawing, which is stretched to the width of the screen. */
const width = 720
const height = 188
const top = 10

const utc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
const day = utc({ month: 'short', day: 'numeric' })
const month = utc({ month: 'short', year: 'numeric' })

/** 'Nov 21', 'Week of Nov 16', 'Nov 2026' */
function periodLabel({ from }: Pick<RevenuePoint, 'from'>, step: RevenueStep): string {
  const date = new Date(`${from}T00:00:00Z`)
  if (step === 'month') return month.format(date)
  return step === 'week' ? `Week of ${day.format(date)}` : day.format(date)
}

/** Rounds up to 1, 2 or 5 with zeros, for the scale. */
const roundUp = (cents: number): number => {
  const dollars = Math.max(10, cents / 100)
  const power = 10 ** Math.floor(Math.log10(dollars))
  return ([1, 2, 5, 10].find((factor) => factor * power >= dollars) ?? 10) * power * 100
}

const summaryOf = (points: readonly RevenuePoint[], step: RevenueStep): string => {
  const best = points.reduce((most, point) =>
    point.revenueCents > most.revenueCents ? point : most,
  )
  const total = points.reduce((sum, { revenueCents }) => sum + revenueCents, 0)
  return `Revenue over ${points.length} ${step}s: ${formatMoney(total)} total. Highest: ${periodLabel(best, step)}, ${formatMoney(best.revenueCents)}.`
}

type Props = { points: RevenuePoint[]; step: RevenueStep }
type Scale = { ceiling: number; lowest: number }

/** A period with more refunds than sales is drawn below the zero line. */
const scaleOf = (points: readonly RevenuePoint[]): Scale => {
  const amounts = points.map(({ revenueCents }) => revenueCents)
  const least = Math.min(0, ...amounts)
  return { ceiling: roundUp(Math.max(0, ...amounts)), lowest: least < 0 ? -roundUp(-least) : 0 }
}
const heightOf = (cents: number, { ceiling, lowest }: Scale): number =>
  top + ((ceiling - cents) / (ceiling - lowest)) * (height - top)

const Bars = ({ points, step, scale }: Props & { scale: Scale }) => {
  const slot = width / points.length
  const barWidth = Math.min(34, slot * 0.62)
  const zero = heightOf(0, scale)
  return points.map((point, index) => {
    const end = heightOf(point.revenueCents, scale)
    return (
      <g key={point.from}>
        <title>{`${periodLabel(point, step)}: ${formatMoney(point.revenueCents)}, ${point.orders} paid`}</title>
        <rect x={index * slot} y={0} width={slot} height={height} fill="transparent" />
        {point.revenueCents === 0 ? null : (
          <rect
            className={index === points.length - 1 ? 'df-chart__now' : 'df-chart__bar'}
            x={index * slot + (slot - barWidth) / 2}
            y={Math.min(zero, end)}
            width={barWidth}
            height={Math.abs(end - zero)}
          />
        )}
      </g>
    )
  })
}

const PeriodLabels = ({ points, step }: Props) => {
  const every = Math.ceil(points.length / 7)
  return points.flatMap((point, index) => {
    const fromLast = points.length - 1 - index
    if (fromLast % every !== 0) return []
    const isAlternate = (fromLast / every) % 2 === 1
    return (
      <span
        key={point.from}
        aria-hidden
        className={`df-chart__label df-chart__label--period ${isAlternate ? 'df-chart__label--alternate' : ''}`}
        style={{ left: `${((index + 0.5) / points.length) * 100}%` }}
      >
        {periodLabel(point, step).replace('Week of ', '')}
      </span>
    )
  })
}

const stepHeads = { day: 'Day', week: 'Week', month: 'Month' } satisfies Record<RevenueStep, string>

const RevenueTable = ({ points, step }: Props) => (
  <table className="df-plain-table">
    <thead>
      <tr>
        <th scope="col">{stepHeads[step]}</th>
        <th scope="col">Paid orders</th>
        <th scope="col">Revenue</th>
      </tr>
    </thead>
    <tbody>
      {[...points].reverse().map((point) => (
        <tr key={point.from}>
          <th scope="row">{periodLabel(point, step)}</th>
          <td>{point.orders}</td>
          <td>{formatMoney(point.revenueCents)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Drawn on the server, without JavaScript. The table holds the same data as text. */
export function RevenueChart({ points, step }: Props) {
  const scale = scaleOf(points)
  const { ceiling, lowest } = scale
  const zero = heightOf(0, scale)
  const lines = [...(lowest < 0 ? [lowest] : []), ceiling / 2, ceiling]
  return (
    <div className="df-chart">
      <div className="df-chart__plot">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={summaryOf(points, step)}
        >
          {lines.map((cents) => (
            <path
              key={cents}
              className="df-chart__grid"
              d={`M0 ${heightOf(cents, scale)}H${width}`}
            />
          ))}
          <Bars points={points} step={step} scale={scale} />
          <path className="df-chart__floor" d={`M0 ${zero}H${width}`} />
        </svg>
        {lines.map((cents) => (
          <span
            key={cents}
            aria-hidden
            className="df-chart__label df-chart__label--amount"
            style={{ top: `${heightOf(cents, scale)}px` }}
          >
            {formatMoney(cents).replace('.00', '')}
          </span>
        ))}
        <PeriodLabels points={points} step={step} />
      </div>
      <details>
        <summary>View as table</summary>
        <RevenueTable points={points} step={step} />
      </details>
    </div>
  )
}
