'use client'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '@/admin/form/button'
import { Panel } from '@/admin/shell/panel'

import { useConnectionTest } from './connection-test'
import { SyncJobPanel } from './sync-job-panel'
import type { SyncJob } from './use-sync-job'

type Props = {
  title: string
  description: string
  /** The button that syncs. An icon puts it before the preview. */
  label: string
  icon?: LucideIcon
  path: string
  /** The toast when the sync cannot begin. */
  failed: string
  job: SyncJob
  isBlocked?: boolean
  /** Why the buttons are off. */
  hint?: string | null
  result: { title: string; empty: string }
  /** Between the buttons and the result. */
  children?: ReactNode
}

/** Syncs or previews once the connection has passed its test, and shows the last sync. */
export function SyncPanel({
  title,
  description,
  label,
  icon,
  path,
  failed,
  job,
  isBlocked = false,
  hint,
  result,
  children,
}: Props) {
  const { run, isActive, isStarting } = job
  const isOff = useConnectionTest().state !== 'good' || isBlocked || isActive || isStarting
  const start = (preview: boolean): void => void job.start(path, { preview }, failed)
  const preview = (
    <Button disabled={isOff} onClick={() => start(true)}>
      Preview first
    </Button>
  )
  return (
    <>
      <Panel title={title}>
        <p className="df-panel__text">{description}</p>
        <div className="df-panel__form">
          <div className="df-row-actions">
            {icon ? null : preview}
            <Button
              variant="solid"
              icon={icon}
              disabled={isOff}
              aria-busy={isStarting || isActive}
              onClick={() => start(false)}
            >
              {isActive && !run?.isPreview ? 'Syncing…' : label}
            </Button>
            {icon ? preview : null}
          </div>
          {hint ? <p className="df-soft">{hint}</p> : null}
        </div>
      </Panel>
      {children}
      <SyncJobPanel {...result} job={job} />
    </>
  )
}
