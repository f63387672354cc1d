'use client'
import {
  useAllFormFields,
  useDocumentInfo,
  useForm,
  useFormFields,
  useFormModified,
  useFormProcessing,
} from '@payloadcms/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { DocumentGuard } from '@/admin/document/document-guard'
import {
  explainLostConnection,
  saveUnderWay,
  useSaveWhileTyping,
} from '@/admin/document/use-save-while-typing'
import { PresenceNotice } from '@/admin/form/presence-notice'
import { LazyPreviewLinks } from '@/admin/lazy-components'
import { readingMinutes, richTextToPlainText } from '@/modules/content/rules/rich-text'

import { useSlugFromTitle } from './use-slug-from-title'
import { useSplitTags } from './use-split-tags'

/** Idle time before a draft is saved. */
const idleMs = 3000

const savedNow = (timeZone: string): string =>
  `Saved ${new Date().toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })}`

type Autosave = { id: number | undefined; isDraft: boolean; isPaused: boolean; timeZone: string }

/**
 * Saves a draft a moment after the last key. Published and scheduled documents wait for Save, and nothing is saved
 * while a field is invalid. Returns a note about the last save.
 */
const useAutosave = ({ id, isDraft, isPaused, timeZone }: Autosave) => {
  const { savedDocumentData } = useDocumentInfo()
  const { getData, setSubmitted } = useForm()
  const saveWhileTyping = useSaveWhileTyping()
  const isModified = useFormModified()
  const isProcessing = useFormProcessing()
  const [fields] = useAllFormFields()
  const [note, setNote] = useState<string | null>(null)
  const isSaving = useRef(false)
  /** The last rejected values; they are not sent again unchanged. */
  const rejectedValues = useRef('')
  /** `updatedAt` of the last autosave, whose version the next one replaces; empty after any other save. */
  const autosaved = useRef('')
  const hasTitle = typeof fields.title?.value === 'string' && fields.title.value.trim() !== ''

  const save = useEffectEvent(async () => {
    const canSave = isDraft && isModified && hasTitle && !isProcessing && !isPaused
    const values = JSON.stringify(getData())
    if (!canSave || saveUnderWay() || values === rejectedValues.current) return
    // Saved when the connection is back.
    if (!navigator.onLine) return setNote('Not saved yet')
    isSaving.current = true
    setNote('Saving…')
    // The next rejection is noticed, too, except for rejected fields, which would take the focus from the text again.
    if (Object.values(fields).every(({ valid }) => valid !== false)) setSubmitted(false)
    try {
      const result = await saveWhileTyping({
        action: `/cms/api/content/${id}?depth=0&replaces=${autosaved.current}`,
        method: 'PATCH',
        context: { savedItself: true, getDocPermissions: false, incrementVersionCount: false },
      })
      if (!result) explainLostConnection()
      const isSaved = result?.res.ok === true
      setNote(isSaved ? savedNow(timeZone) : 'Not saved yet')
      rejectedValues.current = isSaved ? '' : values
    } finally {
      isSaving.current = false
    }
  })
  useEffect(() => {
    const saveAgain = (): void => {
      rejectedValues.current = ''
      void save()
    }
    window.addEventListener('online', saveAgain)
    return () => window.removeEventListener('online', saveAgain)
  }, [])
  const savedAt = String(savedDocumentData?.updatedAt)
  useEffect(() => {
    autosaved.current = isSaving.current ? savedAt : ''
  }, [savedAt])
  useEffect(() => {
    if (!isDraft || !isModified) return
    const timer = setTimeout(() => void save(), idleMs)
    return () => clearTimeout(timer)
  }, [fields, isDraft, isModified])
  return note ?? 'Drafts save automatically.'
}

/** The length of the text, as readers will see it. */
const WordCount = () => {
  const body = useFormFields(([fields]) => fields.body?.value)
  const text = richTextToPlainText(body).trim()
  const words = text === '' ? 0 : text.split(/\s+/).length
  return (
    <span className="df-writing__words">
      {words === 1 ? '1 word' : `${words.toLocaleString('en-US')} words`}
      {words > 0 ? ` · ${readingMinutes(text)} min read` : ''}
    </span>
  )
}

/** Above the title: the state of the document, its preview, and what prevents saving it. */
export function AutosaveStatus({ timeZone }: { timeZone: string }) {
  const { id: documentId, savedDocumentData } = useDocumentInfo()
  const id = documentId === undefined ? undefined : Number(documentId)
  /** Autosave pauses on a conflict until the user decides. */
  const [isStale, setIsStale] = useState(false)
  const status = useFormFields(([fields]) => fields.status?.value)
  const isDraft = id !== undefined && savedDocumentData?.status === 'draft' && status === 'draft'
  const autosaveNote = useAutosave({ id, isDraft, isPaused: isStale, timeZone })
  const hasChanges = useFormModified() && id !== undefined && !isDraft
  useSlugFromTitle()
  useSplitTags()
  return (
    <div className="df-writing">
      <DocumentGuard timeZone={timeZone} onStale={setIsStale} />
      {id === undefined ? null : (
        <PresenceNotice
          collection="content"
          id={id}
          then="If someone else saves first, we’ll warn you before overwriting anything."
        />
      )}
      <p className="df-writing__row">
        {id === undefined ? null : <LazyPreviewLinks id={id} hasChanges={hasChanges} />}
        <WordCount />
        <span role="status">{isDraft ? autosaveNote : hasChanges ? 'Not saved yet' : ''}</span>
      </p>
    </div>
  )
}
