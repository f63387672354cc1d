'use client'
import { errorSentence } from '@/ui/api-client'
import { toast } from '@payloadcms/ui'
import { useState } from 'react'
import { isSyncJobActive, useSyncJob } from '@/admin/integrations/use-sync-job'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'
import { api, ApiError } from '@/ui/api-client'

/** The recorded words of a failure: 'Import Failed', 'Failed to import products'. */
export type ImportFailureMessages = { title: string; text: string }

/**
 * Starts an import, or a preview of one, and follows it to its end. Toasts are the recorded ones; what the server said
 * about a refusal stands on the screen.
 * @param initial the latest import that the page knew when it was drawn
 */
export function useImport(initial: SyncRunView | null, words: ImportFailureMessages) {
  const [isStarting, setIsStarting] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [fields, setFields] = useState<Record<string, string>>({})
  const [failing, setFailing] = useState(words)
  const fail = ({ title, text }: ImportFailureMessages): void => {
    toast.error(title, { description: text })
  }
  const { run, watch, stop, isStopping } = useSyncJob(initial, (over) => {
    if (over.status === 'failed') fail(failing)
    if (over.status === 'done' && !over.isPreview)
      toast.success('Import Successful', { description: over.message ?? undefined, duration: 5000 })
  })

  const start = async (
    path: string,
    body: Record<string, unknown>,
    told: ImportFailureMessages = words,
  ): Promise<void> => {
    if (isStarting || isSyncJobActive(run)) return
    setIsStarting(true)
    setRefusal(null)
    setFields({})
    setFailing(told)
    try {
      watch((await api<{ run: SyncRunView }>('POST', path, { ...body, wait: 0 })).run)
    } catch (error) {
      setRefusal(errorSentence(error))
      setFields(error instanceof ApiError ? (error.fields ?? {}) : {})
      fail(told)
    } finally {
      setIsStarting(false)
    }
  }
  return {
    start,
    isBusy: isStarting || isSyncJobActive(run),
    refusal,
    fields,
    run,
    stop,
    isStopping,
  }
}
