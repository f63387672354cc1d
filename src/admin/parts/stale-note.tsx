'use client'
import { useAllFormFields, useDocumentInfo, useForm, useFormProcessing, useFormSubmitted, useModal } from '@payloadcms/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../client/api'
import { ConflictChoice } from './conflict-choice'

/** What Payload itself opens when a form is behind: a dialog whose one button would give up what was typed. */
const payloadsDialog = 'document-stale-data'

/**
 * Inside a form in a drawer: says that somebody else has saved since it was opened (hooks/refuse-stale refuses the
 * save), and leaves it to whoever typed. Payload's form does not tell why a save was refused, so this looks.
 */
export const StaleNote = ({ onStale }: { onStale?: (isStale: boolean) => void }) => {
  const { id, collectionSlug: collection = '' } = useDocumentInfo()
  const { submit } = useForm()
  const [fields] = useAllFormFields()
  const isProcessing = useFormProcessing()
  const wasRefused = useFormSubmitted()
  const { closeModal, isModalOpen } = useModal()
  const isBehind = isModalOpen(payloadsDialog)
  /** When it was saved last, as far as is known here. */
  const [saved, setSaved] = useState<string | null>(null)
  const own = fields.updatedAt?.value
  const isStale = saved !== null && typeof own === 'string' && Date.parse(own) < Date.parse(saved)

  const look = useEffectEvent(() => {
    if (id === undefined) return
    api<{ updatedAt: string }>('GET', `/cms/api/${collection}/${id}?depth=0&select[updatedAt]=true`).then(({ updatedAt }) => setSaved(updatedAt), () => {})
  })
  useEffect(() => { if (wasRefused && !isProcessing) look() }, [wasRefused, isProcessing])
  useEffect(() => {
    if (!isBehind) return
    closeModal(payloadsDialog)
    look()
  }, [isBehind, closeModal])
  useEffect(() => onStale?.(isStale), [isStale, onStale])

  return isStale ? (
    <div className="df-form__refusal" role="alert">
      <p>Somebody else has saved this since you opened it. What you typed is still here, and not saved.</p>
      <ConflictChoice href={`/admin/${collection}?edit=${id}`} isBusy={isProcessing} onOverwrite={() => void submit({ overrides: { updatedAt: saved } })} />
    </div>
  ) : null
}
