'use client'
import {
  useAllFormFields,
  useDocumentInfo,
  useForm,
  useFormProcessing,
  useFormSubmitted,
  useModal,
} from '@payloadcms/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { TextLink } from '@/admin/form/button'
import { ConflictActions } from '@/admin/form/conflict-notice'
import { changedFields } from '@/admin/form/form-values'
import { api, ApiError } from '@/platform/http/api-client'

import { useSaveDocument } from './use-save-document'
import { isUnanswered } from './use-save-while-typing'

const me = '/cms/api/users/me?depth=0'
/** How long to look for the reason of a rejection. */
const maxCheckMs = 10_000

/** Payload's own dialog for stale forms; its only button would discard the input. */
const staleDialogSlug = 'document-stale-data'

type Stored = Record<string, unknown> & { updatedAt: string }
type Problem = 'gone' | 'signed-out' | 'failed'

/** Replaces populated relationships by their ids. */
const withRelationIds = (values: object): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(values, (name, value: unknown) =>
      name && value && typeof value === 'object' && 'id' in value && 'updatedAt' in value
        ? value.id
        : value,
    ),
  ) as Record<string, unknown>

const Problem = ({ problem, collection }: { problem: Problem; collection: string }) => {
  if (problem === 'gone')
    return (
      <p>
        Someone deleted this while you were editing. Your changes are still here.{' '}
        <TextLink look="plain" href={`/admin/${collection}?show=trash`} newTab>
          Restore it from the trash
        </TextLink>
        , then save again.
      </p>
    )
  if (problem === 'signed-out')
    return (
      <p>
        You’ve been signed out. Your changes are still here.{' '}
        <TextLink look="plain" href="/admin/login" newTab>
          Sign in
        </TextLink>{' '}
        in another tab, then save again.
      </p>
    )
  return <p>Couldn’t save. Your changes are still here; please try again.</p>
}

const problemOf = (error: unknown): Problem =>
  error instanceof ApiError && error.status === 404 ? 'gone' : 'failed'

const isOlder = (own: unknown, saved: string | null): boolean =>
  saved !== null && typeof own === 'string' && Date.parse(own) < Date.parse(saved)

/** Checks after a rejected save why it was: the session, the saved version, or neither. */
const useSaveProblem = (stored: string | null) => {
  const save = useSaveDocument()
  const [fields] = useAllFormFields()
  const isProcessing = useFormProcessing()
  const wasRejected = useFormSubmitted()
  const { closeModal, isModalOpen } = useModal()
  const isStaleDialogOpen = isModalOpen(staleDialogSlug)
  /** `updatedAt` of the saved document. */
  const [saved, setSaved] = useState<string | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const own = fields.updatedAt?.value
  const triedAgainFrom = useRef<unknown>(null)
  /** Whether fields were rejected. Their errors arrive after the rejection, and are gone once they are corrected. */
  const hasFieldErrors = useRef(false)
  useEffect(() => {
    if (!wasRejected) hasFieldErrors.current = false
    else if (Object.values(fields).some(({ valid }) => valid === false))
      hasFieldErrors.current = true
  }, [fields, wasRejected])

  const check = useEffectEvent(async (afterRejection: boolean): Promise<void> => {
    try {
      const signal = AbortSignal.timeout(maxCheckMs)
      const { user } = await api<{ user: unknown }>('GET', me, undefined, signal)
      if (!user) return setProblem('signed-out')
      const found = stored ? await api<Stored>('GET', stored, undefined, signal) : null
      const updatedAt = found?.updatedAt ?? null
      // With a rejected field, saving again would be rejected again.
      if (isOlder(own, updatedAt) && isUnanswered(found))
        return hasFieldErrors.current ? setProblem(null) : await save({ overrides: { updatedAt } })
      setSaved(updatedAt)
      if (!afterRejection || isOlder(own, updatedAt) || hasFieldErrors.current)
        return setProblem(null)
      if (updatedAt === null || isUnanswered() || triedAgainFrom.current === own)
        return setProblem('failed')
      // Most likely an autosave came first.
      triedAgainFrom.current = own
      await save()
    } catch (error) {
      setProblem(problemOf(error))
    }
  })
  useEffect(() => {
    if (wasRejected && !isProcessing) void check(true)
    else setProblem(null)
  }, [wasRejected, isProcessing])
  useEffect(() => {
    if (!isStaleDialogOpen) return
    closeModal(staleDialogSlug)
    void check(false)
  }, [isStaleDialogOpen, closeModal])
  return { problem, setProblem, isStale: isOlder(own, saved) }
}

/** Saves the form over the saved version: only the fields changed here are sent. */
const useOverwrite = (stored: string | null, onError: (problem: Problem) => void) => {
  const { savedDocumentData, setData } = useDocumentInfo()
  const { getData, reset, setModified } = useForm()
  const save = useSaveDocument()
  const [isMerged, setIsMerged] = useState(false)
  const send = useEffectEvent(() => {
    void save()
  })
  useEffect(() => {
    if (!isMerged) return
    setIsMerged(false)
    send()
  }, [isMerged])
  return async (): Promise<void> => {
    if (!stored) return
    try {
      const storedDocument = await api<Stored>('GET', stored)
      const { updatedAt: _, ...mine } = getData() as Record<string, unknown>
      await reset({
        ...storedDocument,
        ...changedFields(withRelationIds(savedDocumentData ?? {}), withRelationIds(mine)),
      })
      setData(storedDocument)
      setModified(true)
      setIsMerged(true)
    } catch (error) {
      onError(problemOf(error))
    }
  }
}

/**
 * Explains why Payload's form could not be saved by checking the session and the saved version. After a conflict
 * (hooks/check-version) the user decides.
 */
export function SaveErrorNotice({ onStale }: { onStale?: (isStale: boolean) => void }) {
  const { id, collectionSlug: collection = '' } = useDocumentInfo()
  const isProcessing = useFormProcessing()
  const [fields] = useAllFormFields()
  const stored = id === undefined ? null : `/cms/api/${collection}/${id}?depth=0`
  const { problem, setProblem, isStale } = useSaveProblem(stored)
  const overwrite = useOverwrite(stored, setProblem)
  useEffect(() => onStale?.(isStale), [isStale, onStale])

  const hasFieldErrors = Object.values(fields).some(({ valid }) => valid === false)
  if (!isStale && (!problem || (problem === 'failed' && hasFieldErrors))) return null
  return (
    <div className="form-error" role="alert">
      {problem ? (
        <Problem problem={problem} collection={collection} />
      ) : (
        <>
          <p>
            Someone else saved changes after you opened this. Your changes are still here but not
            saved.
          </p>
          <ConflictActions
            href={`/admin/${collection}/${id}`}
            isBusy={isProcessing}
            onOverwrite={() => void overwrite()}
          />
        </>
      )}
    </div>
  )
}
