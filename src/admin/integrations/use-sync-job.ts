'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'

import { useAdminMutation, useFocusAfter } from '@/admin/form/use-admin-mutation'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'
import { api, errorSentence } from '@/platform/http/api-client'

export function isSyncJobActive(run: SyncRunView | null): boolean {
  return run !== null && (run.status === 'queued' || run.status === 'running')
}

const pollIntervalMs = 1000
const maxPollIntervalMs = 15_000

/** Polls a job while it is active. Failed polls back off. */
function usePolling(run: SyncRunView | null, onChange: (latest: SyncRunView) => void): void {
  const id = run?.id
  const isActive = isSyncJobActive(run)
  const change = useEffectEvent(onChange)
  useEffect(() => {
    if (!isActive || id === undefined) return
    let timer: ReturnType<typeof setTimeout>
    let isUnmounted = false
    let interval = pollIntervalMs
    const poll = async (): Promise<void> => {
      const latest = await api<SyncRunView>('GET', `/api/admin/sync-runs/${id}`).catch(() => null)
      if (isUnmounted) return
      interval = latest ? pollIntervalMs : Math.min(interval * 2, maxPollIntervalMs)
      if (latest) change(latest)
      if (!latest || isSyncJobActive(latest)) timer = setTimeout(() => void poll(), interval)
    }
    timer = setTimeout(() => void poll(), pollIntervalMs)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [id, isActive])
}

export type SyncJob = ReturnType<typeof useSyncJob>

/**
 * Starts a job and polls it until it ends, then refreshes the page.
 * @param initial the latest job when the page was rendered
 * @param onEnd not called for a job that had ended before
 */
export function useSyncJob(initial: SyncRunView | null, onEnd: (run: SyncRunView) => void) {
  const router = useRouter()
  const mutation = useAdminMutation()
  const [run, setRun] = useState(initial)
  const [isStopping, setIsStopping] = useState(false)
  useFocusAfter(mutation.isBusy || isSyncJobActive(run))
  usePolling(run, (latest) => {
    setRun(latest)
    if (isSyncJobActive(latest)) return
    setIsStopping(false)
    onEnd(latest)
    router.refresh()
  })

  const stop = async (): Promise<void> => {
    if (!run) return
    setIsStopping(true)
    const path = `/api/admin/sync-runs/${run.id}/cancel`
    const latest = await api<SyncRunView>('POST', path, {}).catch((error: unknown) => {
      toast.error('Couldn’t stop', { description: errorSentence(error) })
      return null
    })
    if (latest) setRun(latest)
    // One that was waiting has ended; another one waits for its next step.
    if (isSyncJobActive(latest)) return
    setIsStopping(false)
    if (latest) router.refresh()
  }
  const start = async (path: string, body: object, failed: string): Promise<void> => {
    const result = await mutation.send<{ run: SyncRunView }>({
      path,
      body: { ...body, wait: 0 },
      failed,
    })
    if (result?.run) setRun(result.run)
  }
  return {
    run,
    isActive: isSyncJobActive(run),
    isStarting: mutation.isBusy,
    setRun,
    start,
    stop,
    isStopping: isStopping || Boolean(run?.isStopping),
  }
}
