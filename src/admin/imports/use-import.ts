'use client'
import { toast } from '@payloadcms/ui'
import { useState } from 'react'

import { useSyncJob } from '@/admin/integrations/use-sync-job'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'
import { api, ApiError, errorSentence } from '@/platform/http/api-client'

/** The recorded texts of a failure: 'Import Failed', 'Failed to import products'. */
type FailureMessages = { title: string; text: string }

const showFailure = ({ title, text }: FailureMessages): void =>
  void toast.error(title, { description: text })

/**
 * Starts an import or a preview and follows it to its end.
 * @param initial the latest import when the page was rendered
 */
export function useImport(initial: SyncRunView | null, messages: FailureMessages) {
  const [isStarting, setIsStarting] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [fields, setFields] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState(messages)
  const job = useSyncJob(initial, ({ status, isPreview, message }) => {
    if (status === 'failed') showFailure(failure)
    if (status === 'done' && !isPreview)
      toast.success('Import Successful', { description: message ?? undefined, duration: 5000 })
  })
  const isBusy = isStarting || job.isActive

  const start = async (
    path: string,
    body: Record<string, unknown>,
    failed: FailureMessages = messages,
  ): Promise<void> => {
    if (isBusy) return
    setIsStarting(true)
    setRefusal(null)
    setFields({})
    setFailure(failed)
    try {
      job.setRun((await api<{ run: SyncRunView }>('POST', path, { ...body, wait: 0 })).run)
    } catch (error) {
      setRefusal(errorSentence(error))
      setFields(error instanceof ApiError ? (error.fields ?? {}) : {})
      showFailure(failed)
    } finally {
      setIsStarting(false)
    }
  }
  return { start, isBusy, refusal, fields, job }
}
