'use client'
import {
  useAllFormFields,
  useDocumentInfo,
  useForm,
  useFormFields,
  useFormModified,
  useFormProcessing,
} from '@payloadcms/ui'
import { Eye, Smartphone } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { DocumentGuard } from '@/admin/document/document-guard'
import { saveUnderWay, useSaveWhileTyping } from '@/admin/document/use-save-while-typing'
import { Button, TextLink } from '@/admin/form/button'
import { PresenceNotice } from '@/admin/form/presence-notice'
import { readingMinutes, richTextToPlainText } from '@/modules/content/rules/rich-text'

import { useSlugFromTitle } from './use-slug-from-title'

/** Idle time before a draft is saved. */
const idleMs = 3000

/**
 * Saves a draft a moment after the last key. Published and scheduled documents wait for Save, and nothing is saved
 * while a field is invalid. Returns a note about the last save.
 */
const useAutosave = (id: number | undefined, isPaused: boolean, timeZone: string) => {
  const { savedDocumentData } = useDocumentInfo()
  const { getData, setModified } = useForm()
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
  const isDraft =
    id !== undefined && savedDocumentData?.status === 'draft' && fields.status?.value === 'draft'
  const hasTitle = typeof fields.title?.value === 'string' && fields.title.value.trim() !== ''

  const save = useEffectEvent(async () => {
    const canSave = isDraft && isModified && hasTitle && !isProcessing && !isPaused
    const values = JSON.stringify(getData())
    if (!canSave || saveUnderWay() || values === rejectedValues.current) return
    isSaving.current = true
    setNote('Saving…')
    try {
      const result = await saveWhileTyping({
        action: `/cms/api/content/${id}?depth=0&replaces=${autosaved.current}`,
        method: 'PATCH',
        context: { savedItself: true, getDocPermissions: false, incrementVersionCount: false },
      })
      const isSaved = result?.res.ok === true
      const clock = { timeZone, hour: 'numeric', minute: '2-digit' } as const
      setNote(
        isSaved
          ? `Saved ${new Intl.DateTimeFormat('en-US', clock).format(new Date())}`
          : 'Not saved yet',
      )
      rejectedValues.current = isSaved ? '' : values
      if (!isSaved) setModified(true)
    } catch {
      setNote('Not saved yet')
    } finally {
      isSaving.current = false
    }
  })
  const savedAt = String(savedDocumentData?.updatedAt)
  useEffect(() => {
    autosaved.current = isSaving.current ? savedAt : ''
  }, [savedAt])
  useEffect(() => {
    if (!isDraft || !isModified) return
    const timer = setTimeout(() => void save(), idleMs)
    return () => clearTimeout(timer)
  }, [fields, isDraft, isModified])
  if (isDraft) return note ?? 'Drafts save automatically.'
  return isModified && id !== undefined ? 'The preview shows the last saved version.' : ''
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

/** Opens the preview in a window as wide as a phone, and renews it after each save. */
const PhonePreview = ({ id }: { id: number }) => {
  const { savedDocumentData } = useDocumentInfo()
  const preview = useRef<Window | null>(null)
  const version = String(savedDocumentData?.updatedAt)
  useEffect(() => {
    if (preview.current && !preview.current.closed) preview.current.location.reload()
  }, [version])
  return (
    <Button
      variant="ghost"
      small
      icon={Smartphone}
      onClick={() => {
        preview.current = window.open(
          `/preview/content/${id}`,
          `phone-preview-${id}`,
          'popup,width=390,height=844',
        )
      }}
    >
      Phone preview
    </Button>
  )
}

/** Above the title: the state of the document, its preview, and what prevents saving it. */
export function AutosaveStatus({ timeZone }: { timeZone: string }) {
  const { id: documentId } = useDocumentInfo()
  const id = documentId === undefined ? undefined : Number(documentId)
  /** Autosave pauses on a conflict until the user decides. */
  const [isStale, setIsStale] = useState(false)
  const status = useAutosave(id, isStale, timeZone)
  useSlugFromTitle()
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
        {id === undefined ? null : (
          <TextLink href={`/preview/content/${id}`} newTab>
            <Eye aria-hidden size={16} strokeWidth={1.6} />
            Preview
          </TextLink>
        )}
        {id === undefined ? null : <PhonePreview id={id} />}
        <WordCount />
        <span role="status">{status}</span>
      </p>
    </div>
  )
}
