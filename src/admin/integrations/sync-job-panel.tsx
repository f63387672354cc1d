'use client'
import type { ReactNode } from 'react'

import { Panel } from '@/admin/shell/panel'
import type { SyncRowView } from '@/modules/integrations/queries/sync-runs'

import { SyncJobProgress } from './sync-job-progress'
import { SyncJobReport } from './sync-job-report'
import type { SyncJob } from './use-sync-job'

type Props = {
  title: string
  job: SyncJob
  more?: (row: SyncRowView) => ReactNode
  /** Shown before the first job. */
  empty: string
}

export function SyncJobPanel({ title, job: { run, stop, isStopping }, more, empty }: Props) {
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
