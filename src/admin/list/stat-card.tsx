import type { ReactNode } from 'react'

import { ProgressArc } from '@/ui/progress-arc'

type Props = {
  label: string
  /** As it is read: '$2,847', '89'. */
  figure: string
  /** A line below: the goal in words, or what is counted. */
  note?: ReactNode
  /** Against the period before, with its sign; absent when there is none to compare with. */
  trend?: { text: string; isGood: boolean }
  /** Toward a goal: how much of it, and the sentence that says so. */
  progress?: { value: number; label: string }
  /** How the figure is counted, in a sentence. */
  counted: string
}

/** How a figure is counted, in a sentence, for whoever asks. */
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
