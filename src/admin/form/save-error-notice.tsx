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
import { api, ApiError } from '@/ui/api-client'

import { ConflictActions } from './conflict-notice'
import { changedFields } from './form-values'

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
        This was deleted since you opened it. What you typed is still here.{' '}
        <TextLink look="plain" href={`/admin/${collection}?show=trash`} newTab>
          Restore it from the trash
        </TextLink>
        , then save again.
      </p>
    )
  if (problem === 'signed-out')
    return (
      <p>
        You are signed out. What you typed is still here.{' '}
        <TextLink look="plain" href="/admin/login" newTab>
          Sign in
        </TextLink>{' '}
        in another tab, then save again.
      </p>
    )
  return <p>It could not be saved. What you typed is still here; please save again in a moment.</p>
}

/**
 * Explains why Payload's form could not be saved by checking the session and the saved version. After a conflict
 * (hooks/check-version) the user decides; overwriting sends only the fields changed here.
 */
export function SaveErrorNotice({ onStale }: { onStale?: (isStale: boolean) => void }) {
  const { id, collectionSlug: collection = '', savedDocumentData, setData } = useDocumentInfo()
  const { submit, getData, reset, setModified } = useForm()
  const [fields] = useAllFormFields()
  const isProcessing = useFormProcessing()
  const wasRefused = useFormSubmitted()
  const { closeModal, isModalOpen } = useModal()
  const isBehind = isModalOpen(staleDialogSlug)
  /** `updatedAt` of the saved document. */
  const [saved, setSaved] = useState<string | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const hasTriedAgain = useRef(false)
  const [isMerged, setIsMerged] = useState(false)
  const own = fields.updatedAt?.value
  const isStale = saved !== null && typeof own === 'string' && Date.parse(own) < Date.parse(saved)
  const stored = `/cms/api/${collection}/${id}?depth=0`

  const check = useEffectEvent(async (afterRefusal: boolean): Promise<void> => {
    const saysAtFields = Object.values(fields).some(({ valid }) => valid === false)
    try {
      const { user } = await api<{ user: unknown }>('GET', '/cms/api/users/me?depth=0')
      if (!user) return setProblem('signed-out')
      const { updatedAt } =
        id === undefined
          ? { updatedAt: null }
          : await api<Stored>('GET', `${stored}&select[updatedAt]=true`)
      setSaved(updatedAt)
      const isBehindNow =
        updatedAt !== null && typeof own === 'string' && Date.parse(own) < Date.parse(updatedAt)
      if (!afterRefusal || isBehindNow || saysAtFields) return setProblem(null)
      // Most likely an autosave came first.
      if (updatedAt === null || hasTriedAgain.current) return setProblem('failed')
      hasTriedAgain.current = true
      await submit()
    } catch (error) {
      setProblem(error instanceof ApiError && error.status === 404 ? 'gone' : 'failed')
    }
  })
  useEffect(() => {
    if (wasRefused && !isProcessing) void check(true)
    else setProblem(null)
    if (!wasRefused) hasTriedAgain.current = false
  }, [wasRefused, isProcessing])
  useEffect(() => {
    if (!isBehind) return
    closeModal(staleDialogSlug)
    void check(false)
  }, [isBehind, closeModal])
  useEffect(() => onStale?.(isStale), [isStale, onStale])

  const overwrite = async (): Promise<void> => {
    try {
      const theirs = await api<Stored>('GET', stored)
      const { updatedAt: _, ...mine } = getData() as Record<string, unknown>
      await reset({
        ...theirs,
        ...changedFields(withRelationIds(savedDocumentData ?? {}), withRelationIds(mine)),
      })
      setData(theirs)
      setModified(true)
      setIsMerged(true)
    } catch (error) {
      setProblem(error instanceof ApiError && error.status === 404 ? 'gone' : 'failed')
    }
  }
  const send = useEffectEvent(() => {
    void submit()
  })
  useEffect(() => {
    if (!isMerged) return
    setIsMerged(false)
    send()
  }, [isMerged])

  if (!isStale && !problem) return null
  return (
    <div className="form-error" role="alert">
      {problem ? (
        <Problem problem={problem} collection={collection} />
      ) : (
        <>
          <p>
            Somebody else has saved this since you opened it. What you typed is still here, and not
            saved.
          </p>
          <ConflictActions
            href={`/admin/${collection}?edit=${id}`}
            isBusy={isProcessing}
            onOverwrite={() => void overwrite()}
          />
        </>
      )}
    </div>
  )
}
