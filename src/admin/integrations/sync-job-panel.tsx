'use client'
import type { ReactNode } from 'react'

import { Panel } from '@/admin/shell/panel'
import type { SyncRowView, SyncRunView } from '@/modules/integrations/queries/sync-runs'

import { SyncJobProgress } from './sync-job-progress'
import { SyncJobReport } from './sync-job-report'

type Props = {
  title: string
  run: SyncRunView | null
  stop: () => Promise<void>
  isStopping: boolean
  more?: (row: SyncRowView) => ReactNode
  /** Said while there was no run yet. */ empty: string
}

/** The last run of a kind: its progress while it goes, its result and report afterwards. */
export function SyncJobPanel({ title, run, stop, isStopping, more, empty }: Props) {
  return (
    <Panel title={title}>
      {run ? (
        <>
          <SyncJobProgress run={run} onStop={() => void stop()} isStopping={isStopping} />
          <SyncJobReport key={run.id} run={run} more={more} />
        </>
      ) : (
        <p className="df-panel__text">{empty}</p>
      )}
    </Panel>
  )
}
