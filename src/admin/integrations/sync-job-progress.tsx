'use client'
import { useEffect, useState } from 'react'

import { Button } from '@/admin/form/button'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'
import type { SyncStatus } from '@/platform/connections/definitions'
import { pluralize } from '@/platform/pluralize'
import { Badge, type BadgeTone } from '@/ui/badge'

import { isSyncJobActive } from './use-sync-job'

const statuses: Record<SyncStatus, { tone: BadgeTone; label: string }> = {
  queued: { tone: 'info', label: 'Waiting to start' },
  running: { tone: 'way', label: 'In progress' },
  done: { tone: 'good', label: 'Done' },
  failed: { tone: 'bad', label: 'Failed' },
  cancelled: { tone: 'plain', label: 'Stopped' },
}
const waiting = { tone: 'warn', label: 'Waiting' } as const
function SyncJobBadge({ run: { status, isWaiting } }: { run: SyncRunView }) {
  const { tone, label } = isWaiting ? waiting : statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** 75_000 → '1 min 15 s' */
const duration = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** The current time, every second while a job runs; null on the server and the first render. */
const useNow = (isTicking: boolean): number | null => {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    if (!isTicking) return
    const tick = (): void => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}

export function SyncJobProgress({
  run,
  onStop,
  isStopping,
}: {
  run: SyncRunView
  onStop: () => void
  isStopping: boolean
}) {
  const isLive = isSyncJobActive(run)
  const now = useNow(isLive)
  const began = run.startedAt ? Date.parse(run.startedAt) : null
  const until = run.finishedAt ? Date.parse(run.finishedAt) : now
  const elapsed = began !== null && until !== null ? until - began : null
  const perMinute =
    elapsed !== null && elapsed > 3000 && run.done > 0
      ? Math.round(run.done / (elapsed / 60_000))
      : null
  return (
    <div className="df-run">
      <div className="df-run__head">
        <SyncJobBadge run={run} />
        {run.isPreview ? <span className="df-soft">Preview only. Nothing is saved.</span> : null}
        {isLive ? (
          <Button small isBusy={isStopping} onClick={onStop}>
            {isStopping ? 'Stopping…' : 'Stop'}
          </Button>
        ) : null}
      </div>
      {isLive && !run.isWaiting ? (
        <progress
          className="df-run__bar"
          aria-label="Progress"
          max={run.total ?? undefined}
          value={run.total ? run.done : undefined}
        />
      ) : null}
      <p className="df-run__figures">
        {run.total
          ? `${run.done.toLocaleString('en-US')} of ${run.total.toLocaleString('en-US')}`
          : pluralize(run.done, 'item checked', 'items checked')}
        {elapsed !== null ? ` · ${duration(elapsed)}` : ''}
        {perMinute !== null ? ` · ${perMinute.toLocaleString('en-US')} a minute` : ''}
        {run.failed > 0 ? ` · ${run.failed.toLocaleString('en-US')} failed` : ''}
      </p>
      {/* Announced at the end, not every second. */}
      <p role="status">{run.message ?? ''}</p>
      {run.status === 'queued' && now !== null && now - Date.parse(run.createdAt) > 30_000 ? (
        <p className="df-note df-note--block">
          Not started yet. The worker may not be running. Admins can check System status.
        </p>
      ) : null}
    </div>
  )
}
