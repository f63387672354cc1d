'use client'
import { useEffect, useEffectEvent, useState } from 'react'

import { UnsavedChangesGuard } from '@/admin/form/unsaved-changes-guard'

import { createFormId } from './draft-storage'
import { RestoreDraftPrompt } from './restore-draft-prompt'
import { useLocalDraft } from './use-local-draft'

type Props = {
  /** `id` is null for a new document. */
  collection: string
  id: number | null
  isDirty: boolean
  values: Record<string, unknown>
  put: (values: Record<string, unknown>) => void
}

/** Asks before leaving with unsaved input, and keeps it on this device to offer it again. */
export function UnsavedDraft({ collection, id, isDirty, values, put }: Props) {
  const [formId] = useState(createFormId)
  const { offered, bringBack, forget, forgetOwn } = useLocalDraft({
    collection,
    id,
    formId,
    isModified: isDirty,
    typed: values,
    read: () => values,
    put,
  })
  const onSaved = useEffectEvent(forgetOwn)
  useEffect(() => {
    if (!isDirty) onSaved()
  }, [isDirty])
  return (
    <>
      <UnsavedChangesGuard isDirty={isDirty} onLeave={forgetOwn} />
      <RestoreDraftPrompt offered={offered} bringBack={bringBack} forget={forget} />
    </>
  )
}
