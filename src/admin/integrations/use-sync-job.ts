'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'

import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'
import { api } from '@/platform/http/api-client'

export function isSyncJobActive(run: SyncRunView | null): boolean {
  return run !== null && (run.status === 'queued' || run.status === 'running')
}

const pollIntervalMs = 1000
const maxPollIntervalMs = 15_000

export type SyncJob = ReturnType<typeof useSyncJob>

/**
 * Starts a job and polls it until it ends, then refreshes the page. Failed polls back off.
 * @param initial the latest job when the page was rendered
 * @param onEnd not called for a job that had ended before
 */
export function useSyncJob(initial: SyncRunView | null, onEnd: (run: SyncRunView) => void) {
  const router = useRouter()
  const mutation = useAdminMutation()
  const [run, setRun] = useState(initial)
  const [isStopping, setIsStopping] = useState(false)
  const end = useEffectEvent((ended: SyncRunView) => {
    setIsStopping(false)
    onEnd(ended)
    router.refresh()
  })

  const id = run?.id
  const isActive = isSyncJobActive(run)
  useEffect(() => {
    if (!isActive || id === undefined) return
    let timer: ReturnType<typeof setTimeout>
    let isGone = false
    let interval = pollIntervalMs
    const poll = async (): Promise<void> => {
      const latest = await api<SyncRunView>('GET', `/api/admin/sync-runs/${id}`).catch(() => null)
      if (isGone) return
      interval = latest ? pollIntervalMs : Math.min(interval * 2, maxPollIntervalMs)
      if (latest) setRun(latest)
      if (latest && !isSyncJobActive(latest)) end(latest)
      else timer = setTimeout(() => void poll(), interval)
    }
    timer = setTimeout(() => void poll(), pollIntervalMs)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [id, isActive])

  const stop = async (): Promise<void> => {
    if (id === undefined) return
    setIsStopping(true)
    const latest = await api<SyncRunView>('POST', `/api/admin/sync-runs/${id}/cancel`, {}).catch(
      () => null,
    )
    if (latest) setRun(latest)
    else setIsStopping(false)
  }
  /** Resolves with the job, or null when it could not be started. */
  const start = async (path: string, body: object, failed: string): Promise<SyncRunView | null> => {
    const result = await mutation.send<{ run: SyncRunView }>({
      path,
      body: { ...body, wait: 0 },
      failed,
    })
    if (result?.run) setRun(result.run)
    return result?.run ?? null
  }
  return {
    run,
    isActive,
    isStarting: mutation.isBusy,
    fields: mutation.fields,
    refusal: mutation.refusal,
    setRun,
    start,
    stop,
    isStopping: isStopping || Boolean(run?.isStopping),
  }
}
