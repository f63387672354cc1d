'use client'
import { useAllFormFields, useDocumentInfo, useForm, useFormModified } from '@payloadcms/ui'
import { useEffect, useEffectEvent, useState } from 'react'

import { createFormId } from '@/admin/form/draft/draft-storage'
import { RestoreDraftPrompt } from '@/admin/form/draft/restore-draft-prompt'
import { useLocalDraft } from '@/admin/form/draft/use-local-draft'
import { UnsavedChangesGuard } from '@/admin/form/unsaved-changes-guard'
import { LazySaveErrorNotice } from '@/admin/lazy-components'

import { useLastingFieldErrors } from './use-lasting-field-errors'
import { useNewDocument } from './use-new-document'

/** Replaces Payload's line, which uses the browser's time zone. */
const DocumentDates = ({
  document,
  timeZone,
}: {
  document?: Record<string, unknown>
  timeZone: string
}) => {
  const format = (date: unknown): string =>
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(String(date)),
    )
  if (!document?.updatedAt || !document.createdAt) return null
  return (
    <p className="df-document-dates">
      Edited {format(document.updatedAt)} · Created {format(document.createdAt)}
    </p>
  )
}

/** Asks before a link discards unsaved changes, explains rejected saves, and offers local drafts again. */
export function DocumentGuard({
  timeZone,
  onStale,
}: {
  timeZone: string
  onStale?: (isStale: boolean) => void
}) {
  const isModified = useFormModified()
  const { id, collectionSlug: collection = '', savedDocumentData } = useDocumentInfo()
  const { getData, reset, setModified } = useForm()
  const [typed] = useAllFormFields()
  const [formId] = useState(createFormId)
  const { offered, bringBack, forget, forgetOwn } = useLocalDraft({
    collection,
    id,
    formId,
    isModified,
    typed,
    read: getData,
    // The user has seen the saved version, so a restored draft is saved on top of it (hooks/check-version).
    put: async (values) => {
      await reset({ ...values, updatedAt: getData().updatedAt as unknown })
      setModified(true)
    },
  })
  const onSaved = useEffectEvent(forgetOwn)
  useEffect(() => {
    if (!isModified) onSaved()
  }, [isModified])
  useLastingFieldErrors()
  useNewDocument(forgetOwn)
  const onLeave = (): void => {
    forgetOwn()
    // Payload's form would make the browser ask once more.
    setModified(false)
  }
  return (
    <>
      <UnsavedChangesGuard isDirty={isModified} onLeave={onLeave} />
      <DocumentDates document={savedDocumentData} timeZone={timeZone} />
      <LazySaveErrorNotice onStale={onStale} />
      <RestoreDraftPrompt offered={offered} bringBack={bringBack} forget={forget} />
    </>
  )
}
