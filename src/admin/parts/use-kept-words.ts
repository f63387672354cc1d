'use client'
import { useAllFormFields, useAuth, useDocumentInfo, useForm, useFormModified } from '@payloadcms/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { type KeptWords, keptWordsKey, readKeptWords, writeKeptWords } from './kept-words'

/** Milliseconds without a key before what is typed is kept. */
const pause = 400

/**
 * Inside one of Payload's forms: what is typed and not saved stays on this device until it is saved (document-sheet.tsx
 * forgets it then) or given up on purpose. A window that is closed, or a browser that dies, takes nothing along.
 */
export const useKeptWords = () => {
  const { id, collectionSlug } = useDocumentInfo()
  const { user } = useAuth()
  const { getData, reset, setModified } = useForm()
  const isModified = useFormModified()
  const [fields] = useAllFormFields()
  const key = keptWordsKey(user?.id, collectionSlug ?? '', id)
  const [kept, setKept] = useState<KeptWords | null>(null)
  useEffect(() => setKept(readKeptWords(key)), [key])

  const keep = useEffectEvent(() => writeKeptWords(key, getData()))
  useEffect(() => {
    if (!isModified) return
    const timer = setTimeout(() => keep(), pause)
    return () => clearTimeout(timer)
  }, [fields, isModified])

  const forget = (): void => {
    writeKeptWords(key, null)
    setKept(null)
  }
  const bringBack = async (): Promise<void> => {
    if (!kept) return
    setKept(null)
    await reset(kept.values)
    setModified(true)
  }
  return { keptAt: kept?.at ?? null, bringBack, forget }
}
