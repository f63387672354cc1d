'use client'
import type { ComponentProps } from 'react'

import { Panel } from '@/admin/shell/panel'

import { SyncJobProgress } from './sync-job-progress'
import { SyncJobReport } from './sync-job-report'
import type { SyncJob } from './use-sync-job'

type Props = {
  title: string
  job: SyncJob
  /** The line about an item, from the details that the service's job records. */
  describe?: ComponentProps<typeof SyncJobReport>['describe']
  /** Shown before the first job. */
  empty: string
}

export function SyncJobPanel({ title, job: { run, stop, isStopping }, describe, empty }: Props) {
  return (
    <Panel title={title}>
      {run ? (
        <>
          <SyncJobProgress run={run} onStop={() => void stop()} isStopping={isStopping} />
          <SyncJobReport key={run.id} run={run} describe={describe} />
        </>
      ) : (
        <p className="df-panel__text">{empty}</p>
      )}
    </Panel>
  )
}
