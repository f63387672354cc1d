'use client'
import { useAuth } from '@payloadcms/ui'
import { useEffect, useEffectEvent, useState } from 'react'

import {
  createFormId,
  draftKeyPrefix,
  listDrafts,
  type StoredDraft,
  writeDraft,
} from './draft-storage'

/** Idle time before input is stored. */
const pause = 400

type Form = {
  collection: string
  id: number | string | null | undefined
  formId: string
  isModified: boolean
  /** Changes after each key. */
  typed: unknown
  read: () => Record<string, unknown>
  put: (values: Record<string, unknown>) => unknown
}

/**
 * Keeps unsaved input on this device until it is saved or discarded (`forgetOwn`), and offers it again after the
 * window was closed.
 */
export function useLocalDraft({ collection, id, formId, isModified, typed, read, put }: Form) {
  const { user } = useAuth()
  const shelf = draftKeyPrefix(user?.id, collection, id)
  const own = `${shelf}${formId}`
  const [offered, setOffered] = useState<StoredDraft[]>([])
  const look = (): void => setOffered(listDrafts(shelf).filter(({ place }) => place !== own))
  const onOpen = useEffectEvent(look)
  useEffect(() => onOpen(), [shelf])

  const keep = useEffectEvent(() => writeDraft(own, read()))
  useEffect(() => {
    if (!isModified) return
    const timer = setTimeout(() => keep(), pause)
    return () => clearTimeout(timer)
  }, [typed, isModified])

  const forget = (place: string): void => {
    writeDraft(place, null)
    look()
  }
  const bringBack = async ({ place, values }: StoredDraft): Promise<void> => {
    // The current input is offered in turn.
    if (isModified) writeDraft(`${shelf}${createFormId()}`, read())
    await put(values)
    writeDraft(own, values)
    forget(place)
  }
  return { offered, bringBack, forget, forgetOwn: () => writeDraft(own, null) }
}
