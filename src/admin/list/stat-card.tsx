import type { ReactNode } from 'react'

import { ProgressArc } from '@/ui/progress-arc'

type Props = {
  label: string
  /** '$2,847' */
  figure: string
  note?: ReactNode
  /** Compared with the period before. */
  trend?: { text: string; isGood: boolean }
  /** The share of a goal, and its description. */
  progress?: { value: number; label: string }
  counted: string
}

export function MetricExplanation({ children }: { children: string }) {
  return (
    <details className="df-counted">
      <summary>How this is counted</summary>
      <p>{children}</p>
    </details>
  )
}

export function StatCard({ label, figure, note, trend, progress, counted }: Props) {
  return (
    <section className="df-stat">
      <header>
        <h2>{label}</h2>
        {trend ? (
          <span className={trend.isGood ? 'df-stat__up' : 'df-stat__down'}>{trend.text}</span>
        ) : null}
      </header>
      <p className="df-stat__figure">{figure}</p>
      {note ? <p className="df-stat__note">{note}</p> : null}
      {progress ? (
        <div className="df-stat__arc">
          <ProgressArc goal progress={progress.value} label={progress.label} />
        </div>
      ) : null}
      <MetricExplanation>{counted}</MetricExplanation>
    </section>
  )
}

export function StatRow({ children }: { children: ReactNode }) {
  return <div className="df-stats">{children}</div>
}
