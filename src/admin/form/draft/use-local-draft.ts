'use client'
import { useAuth } from '@payloadcms/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import {
  createFormId,
  draftKeyPrefix,
  listDrafts,
  type StoredDraft,
  writeDraft,
} from './draft-storage'

/** Idle time before input is stored. */
const idleMs = 400

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
  const prefix = draftKeyPrefix(user?.id, collection, id)
  const own = `${prefix}${formId}`
  const [offered, setOffered] = useState<StoredDraft[]>([])
  const refresh = (): void => setOffered(listDrafts(prefix).filter(({ key }) => key !== own))
  const onOpen = useEffectEvent(refresh)
  useEffect(() => onOpen(), [prefix])

  const isForgotten = useRef(false)
  const store = useEffectEvent(() => {
    if (!isForgotten.current) writeDraft(own, read())
  })
  useEffect(() => {
    isForgotten.current = false
    if (!isModified) return
    const timer = setTimeout(() => store(), idleMs)
    // A page that is reloaded or closed sooner.
    const onHide = (): void => store()
    window.addEventListener('pagehide', onHide)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', onHide)
    }
  }, [typed, isModified])

  const forget = (key: string): void => {
    writeDraft(key, null)
    refresh()
  }
  const bringBack = async ({ key, values }: StoredDraft): Promise<void> => {
    // The replaced input is offered next.
    if (isModified) writeDraft(`${prefix}${createFormId()}`, read())
    await put(values)
    writeDraft(own, values)
    forget(key)
  }
  const forgetOwn = (): void => {
    isForgotten.current = true
    writeDraft(own, null)
  }
  return { offered, bringBack, forget, forgetOwn }
}
