'use client'
import {
  useAllFormFields,
  useDocumentInfo,
  useForm,
  useFormModified,
  useFormProcessing,
} from '@payloadcms/ui'
import { Eye } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { TextLink } from '@/admin/form/button'
import { DocumentDrawerGuard } from '@/admin/form/document-drawer-guard'
import { PresenceNotice } from '@/admin/form/presence-notice'

/** Idle time before a draft is saved. */
const idleMs = 3000

/**
 * Saves a draft a moment after the last key. Published and scheduled documents wait for Save, and nothing is saved
 * while a field is invalid.
 */
export function AutosaveStatus({ timeZone }: { timeZone: string }) {
  const { id: documentId, savedDocumentData } = useDocumentInfo()
  const id = documentId === undefined ? undefined : Number(documentId)
  const { submit, getData, setModified } = useForm()
  const isModified = useFormModified()
  const isProcessing = useFormProcessing()
  const [fields] = useAllFormFields()
  const [note, setNote] = useState<string | null>(null)
  const isSaving = useRef(false)
  /** The last rejected values; they are not sent again unchanged. */
  const rejectedValues = useRef('')
  /** Autosave pauses on a conflict until the user decides. */
  const [isStale, setIsStale] = useState(false)
  const isDraft =
    id !== undefined && savedDocumentData?.status === 'draft' && fields.status?.value === 'draft'

  const save = useEffectEvent(async () => {
    if (
      !isDraft ||
      !isModified ||
      isProcessing ||
      isSaving.current ||
      isStale ||
      typeof fields.title?.value !== 'string' ||
      !fields.title.value.trim()
    )
      return
    const sent = JSON.stringify(getData())
    if (sent === rejectedValues.current) return
    isSaving.current = true
    setNote('Saving…')
    try {
      const result = await submit({
        acceptValues: { overrideLocalChanges: false },
        action: `/cms/api/content/${id}?depth=0`,
        method: 'PATCH',
        context: { savedItself: true, getDocPermissions: false, incrementVersionCount: false },
        disableFormWhileProcessing: false,
        disableSuccessStatus: true,
      })
      const isSaved = result?.res.ok === true
      setNote(
        isSaved
          ? `Saved ${new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(new Date())}`
          : 'Not saved yet',
      )
      rejectedValues.current = isSaved ? '' : sent
      if (!isSaved) setModified(true)
    } catch {
      setNote('Not saved yet')
    } finally {
      isSaving.current = false
    }
  })
  useEffect(() => {
    if (!isDraft || !isModified) return
    const timer = setTimeout(() => void save(), idleMs)
    return () => clearTimeout(timer)
  }, [fields, isDraft, isModified])

  if (id === undefined) return <DocumentDrawerGuard timeZone={timeZone} />
  return (
    <div className="df-writing">
      <DocumentDrawerGuard timeZone={timeZone} onStale={setIsStale} />
      <PresenceNotice
        collection="content"
        id={id}
        then="Whoever saves second is told, and nothing is written over unseen."
      />
      <p className="df-writing__row">
        <TextLink href={`/preview/content/${id}`} newTab>
          <Eye aria-hidden size={16} strokeWidth={1.6} />
          Preview
        </TextLink>
        <span role="status">
          {note ?? (isDraft ? 'A draft saves itself while you write.' : '')}
        </span>
      </p>
    </div>
  )
}
