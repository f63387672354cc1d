'use client'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'

import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'
import { api } from '@/ui/api-client'

export function isSyncJobActive(run: SyncRunView | null): boolean {
  return run !== null && (run.status === 'queued' || run.status === 'running')
}

const lookAgainMs = 1000
const slowestMs = 15_000

/**
 * Follows a run until it is over; the page is read anew then. What cannot be reached is tried again, ever more slowly.
 * @param initial the run that the page knew when it was drawn
 * @param onOver for the recorded toast; not called for a run that was over already
 */
export function useSyncJob(
  initial: SyncRunView | null,
  onOver?: (run: SyncRunView) => void,
): {
  run: SyncRunView | null
  watch: (run: SyncRunView) => void
  stop: () => Promise<void>
  isStopping: boolean
} {
  const router = useRouter()
  const [run, setRun] = useState(initial)
  const [isStopping, setIsStopping] = useState(false)
  const over = useRef(onOver)
  useEffect(() => {
    over.current = onOver
  })

  const id = run?.id
  const isLive = isSyncJobActive(run)
  useEffect(() => {
    if (!isLive || id === undefined) return
    let timer: ReturnType<typeof setTimeout>
    let isGone = false
    let pause = lookAgainMs
    const look = async (): Promise<void> => {
      const latest = await api<SyncRunView>('GET', `/api/admin/sync-runs/${id}`).catch(() => null)
      if (isGone) return
      pause = latest ? lookAgainMs : Math.min(pause * 2, slowestMs)
      if (latest) setRun(latest)
      if (latest && !isSyncJobActive(latest)) {
        setIsStopping(false)
        over.current?.(latest)
        router.refresh()
        return
      }
      timer = setTimeout(() => void look(), pause)
    }
    timer = setTimeout(() => void look(), lookAgainMs)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [id, isLive, router])

  const stop = useCallback(async (): Promise<void> => {
    if (id === undefined) return
    setIsStopping(true)
    const latest = await api<SyncRunView>('POST', `/api/admin/sync-runs/${id}/cancel`, {}).catch(
      () => null,
    )
    if (latest) setRun(latest)
    else setIsStopping(false)
  }, [id])

  return { run, watch: setRun, stop, isStopping: isStopping || Boolean(run?.isStopping) }
}
