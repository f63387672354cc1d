import type { RevenuePoint, RevenueStep } from '@/modules/shop/queries/sales-stats'
import { formatMoney } from '@/platform/money'

const width = 720
/** Leaves room for the scale on the right. */
const plot = width - 56
const height = 220
const floor = 190
const top = 14

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

const Bars = ({ points, step, ceiling }: Props & { ceiling: number }) => {
  const slot = plot / points.length
  const barWidth = Math.min(34, slot * 0.62)
  const labelEvery = Math.ceil(points.length / 7)
  const last = points.length - 1
  return points.map((point, index) => {
    const tall = (Math.max(0, point.revenueCents) / ceiling) * (floor - top)
    return (
      <g key={point.from}>
        <title>{`${periodLabel(point, step)}: ${formatMoney(point.revenueCents)}, ${point.orders} paid`}</title>
        <rect x={index * slot} y={0} width={slot} height={floor} fill="transparent" />
        {tall > 0 ? (
          <rect
            className={index === last ? 'df-chart__now' : 'df-chart__bar'}
            x={index * slot + (slot - barWidth) / 2}
            y={floor - tall}
            width={barWidth}
            height={tall}
            rx={2}
          />
        ) : null}
        {(last - index) % labelEvery === 0 ? (
          <text x={index * slot + slot / 2} y={height - 8} textAnchor="middle">
            {periodLabel(point, step).replace('Week of ', '')}
          </text>
        ) : null}
      </g>
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
  const ceiling = roundUp(Math.max(0, ...points.map(({ revenueCents }) => revenueCents)))
  return (
    <div className="df-chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summaryOf(points, step)}>
        {[0.5, 1].map((part) => (
          <g key={part}>
            <path className="df-chart__grid" d={`M0 ${floor - (floor - top) * part}H${plot}`} />
            <text x={plot + 8} y={floor - (floor - top) * part + 4}>
              {formatMoney(ceiling * part).replace('.00', '')}
            </text>
          </g>
        ))}
        <Bars points={points} step={step} ceiling={ceiling} />
        <path className="df-chart__floor" d={`M0 ${floor}H${plot}`} />
      </svg>
      <details>
        <summary>View as table</summary>
        <div className="df-chart__table">
          <RevenueTable points={points} step={step} />
        </div>
      </details>
    </div>
  )
}
