'use client'
import type { ReactNode } from 'react'
import type { RowView, RunView } from '../../queries/sync-runs'
import { Panel } from '../parts/panel'
import { RunProgress } from './run-progress'
import { RunReport } from './run-report'

type Props = { title: string; run: RunView | null; stop: () => Promise<void>; isStopping: boolean; more?: (row: RowView) => ReactNode; /** Said while there was no run yet. */ empty: string }

/** The last run of a kind: its progress while it goes, its result and report afterwards. */
export const RunPanel = ({ title, run, stop, isStopping, more, empty }: Props) => (
  <Panel title={title}>
    {run ? (
      <>
        <RunProgress run={run} onStop={() => void stop()} isStopping={isStopping} />
        <RunReport key={run.id} run={run} more={more} />
      </>
    ) : <p className="df-panel__text">{empty}</p>}
  </Panel>
)
