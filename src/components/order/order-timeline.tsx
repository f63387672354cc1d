import type { TimelineStep } from './timeline-steps'

const width = 640
const height = 176
const left = 40
const right = width - 40
const ground = 116
const rise = 84

/** The steps are spaced evenly; the curve is even in x, so these are also their positions on it. */
const pointAt = (progress: number): { x: number; y: number } => ({
  x: left + progress * (right - left),
  y: ground - 4 * progress * (1 - progress) * rise,
})

const pathTo = (progress: number): string => {
  const parts = 40
  return Array.from({ length: parts + 1 }, (_, part) => {
    const { x, y } = pointAt((progress * part) / parts)
    return `${part === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
  }).join('')
}

const dayOf = (at: string, timeZone: string): string =>
  new Date(at).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone })

const StepLabel = ({ step, timeZone }: { step: TimelineStep; timeZone: string }) => (
  <>
    <span
      className={`block leading-snug ${step.state === 'current' ? 'font-[650]' : step.state === 'done' ? 'font-semibold' : 'text-ink-soft'}`}
    >
      {step.name}
    </span>
    {step.at ? (
      <time dateTime={step.at} className="nums block text-small text-ink-soft">
        {dayOf(step.at, timeZone)}
      </time>
    ) : null}
    {step.state === 'ahead' ? <span className="sr-only">not yet</span> : null}
  </>
)

const SunPath = ({ steps }: Pick<Props, 'steps'>) => {
  const last = steps.length - 1
  const current = steps.findIndex(({ state }) => state === 'current') / last
  const sun = pointAt(current)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="block w-full">
      <path
        d={`M12 ${ground}H${width - 12}`}
        className="stroke-line-strong"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <path
        d={pathTo(1)}
        fill="none"
        className="stroke-line-strong"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 7"
      />
      <path
        d={pathTo(current)}
        fill="none"
        className="stroke-sun"
        strokeWidth="3"
        strokeLinecap="round"
      />
      {steps.map(({ name, state }, index) => {
        const { x, y } = pointAt(index / last)
        return (
          <circle
            key={name}
            cx={x}
            cy={y}
            r="6"
            className={state === 'ahead' ? 'fill-surface stroke-line-strong' : 'fill-sun'}
            strokeWidth={state === 'ahead' ? 2 : 0}
          />
        )
      })}
      <circle cx={sun.x} cy={sun.y} r="11" className="fill-sun" />
      <circle
        cx={sun.x}
        cy={sun.y}
        r="17"
        fill="none"
        className="stroke-sun"
        strokeWidth="1.5"
        strokeDasharray="2 5.3"
      />
    </svg>
  )
}

const Sky = ({ steps, timeZone }: Props) => {
  const last = steps.length - 1
  return (
    <div className="relative hidden min-[40rem]:block">
      <SunPath steps={steps} />
      <ol>
        {steps.map((step, index) => {
          const { x, y } = pointAt(index / last)
          return (
            <li
              key={step.name}
              aria-current={step.state === 'current' ? 'step' : undefined}
              className="absolute w-28 -translate-x-1/2 text-center"
              style={{ left: `${(x / width) * 100}%`, top: `${((y + 16) / height) * 100}%` }}
            >
              <StepLabel step={step} timeZone={timeZone} />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

const Ladder = ({ steps, timeZone }: Props) => (
  <ol className="grid min-[40rem]:hidden">
    {steps.map((step, index) => (
      <li
        key={step.name}
        aria-current={step.state === 'current' ? 'step' : undefined}
        className="relative grid grid-cols-[1.75rem_1fr] gap-3 not-last:min-h-17"
      >
        {index < steps.length - 1 ? (
          <span
            aria-hidden="true"
            className={`absolute top-6 bottom-0 left-3.5 -translate-x-1/2 ${step.state === 'done' ? 'border-l-3 border-sun' : 'border-l-2 border-dotted border-line-strong'}`}
          />
        ) : null}
        <span aria-hidden="true" className="grid h-7 place-items-center">
          <span
            className={`rounded-round ${step.state === 'current' ? 'size-5 bg-sun outline-2 outline-offset-3 outline-dotted outline-sun' : step.state === 'done' ? 'size-3.5 bg-sun' : 'size-3.5 border-2 border-line-strong bg-surface'}`}
          />
        </span>
        <div>
          <StepLabel step={step} timeZone={timeZone} />
        </div>
      </li>
    ))}
  </ol>
)

type Props = { steps: readonly TimelineStep[]; timeZone: string }

export function OrderTimeline(props: Props) {
  return (
    <section
      aria-label="Order progress"
      className="rounded-sheet bg-surface px-5 py-5.5 shadow-rest print:px-0 print:shadow-none"
    >
      <Sky {...props} />
      <Ladder {...props} />
    </section>
  )
}
