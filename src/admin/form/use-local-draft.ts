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

/** Milliseconds without a key before what is typed is kept. */
const pause = 400

type Form = {
  collection: string
  /** Nothing while it is a new one. */
  id: number | string | null | undefined
  /** The name of this open form, from `createFormId`. */
  formId: string
  isModified: boolean
  /** Another one after each key. */
  typed: unknown
  read: () => Record<string, unknown>
  put: (values: Record<string, unknown>) => unknown
}

/**
 * What is typed and not saved stays on this device until it is saved or given up on purpose: whoever does that calls
 * `forgetOwn`. A window that is closed, or a browser that dies, takes nothing along; all that is there is offered again.
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
    // What stands here already is offered in its turn.
    if (isModified) writeDraft(`${shelf}${createFormId()}`, read())
    await put(values)
    writeDraft(own, values)
    forget(place)
  }
  return { offered, bringBack, forget, forgetOwn: () => writeDraft(own, null) }
}
