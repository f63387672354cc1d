'use client'
import { useDocumentInfo, useForm } from '@payloadcms/ui'
import { useEffect, useEffectEvent, useRef } from 'react'

import { isSame, isSavedFrom, setByServer, type Values } from './sent-values'

/** How long a save waits for its response. */
const maxSaveMs = 20_000

const tooLate = (): Promise<'too late'> =>
  new Promise((resolve) => setTimeout(resolve, maxSaveMs, 'too late'))

let underWay: Promise<unknown> | null = null
/** By document, what was sent since the last success. The server may have saved any of it. */
const attempts = new Map<string, { values: Values; isUnanswered: boolean }[]>()

/** Returns the save that is under way. A second one would start from the same version and be refused as a conflict. */
export function saveUnderWay(): Promise<unknown> | null {
  return underWay
}

/** Asks about what this form sent since its last success. */
export function useSaveAttempts() {
  const { collectionSlug, id } = useDocumentInfo()
  const key = `${collectionSlug}/${id}`
  return {
    key,
    /** Whether a save had no response in time. */
    hasUnanswered: () => attempts.get(key)?.some((sent) => sent.isUnanswered),
    /** Whether the saved version is from here, and not from someone else. */
    isOwn: (saved: Values) => attempts.get(key)?.some(({ values }) => isSavedFrom(values, saved)),
  }
}

type Form = ReturnType<typeof useForm>

/**
 * Saves the form, which stays enabled meanwhile. Payload would take the server's older value for every field except the
 * one that changed last, and the form for unmodified. A save without a response counts as rejected after a while.
 */
export function useSaveWhileTyping() {
  const { savedDocumentData: saved } = useDocumentInfo()
  const { dispatchFields, getData, setModified, setSubmitted, submit } = useForm()
  const { key } = useSaveAttempts()
  const sent = useRef<Values | null>(null)
  const finish = useEffectEvent(() => {
    const before = sent.current
    if (!before) return
    const now: Values = getData()
    if (!isSame(now, before)) setModified(true)
    for (const path of Object.keys(setByServer))
      // What is being typed right now, such as a slug that ends with a hyphen, stays.
      if (
        document.activeElement?.id !== `field-${path}` &&
        path in now &&
        isSame(now[path], before[path])
      )
        dispatchFields({ type: 'UPDATE', path, value: saved?.[path] })
  })
  useEffect(() => finish(), [saved])
  return async (options?: Parameters<Form['submit']>[0]): ReturnType<Form['submit']> => {
    const values: Values = getData()
    sent.current = values
    const attempt = { values, isUnanswered: false }
    attempts.set(key, [...(attempts.get(key) ?? []), attempt].slice(-50))
    const saving = submit({
      ...options,
      acceptValues: false,
      disableFormWhileProcessing: false,
      disableSuccessStatus: true,
    })
    const answer = Promise.race([saving, tooLate()])
    underWay = answer
    try {
      const result = await answer
      if (result !== 'too late') {
        // Payload takes the form for unmodified, although its input is still unsaved.
        if (!result?.res.ok) setModified(true)
        else attempts.delete(key)
        return result
      }
      attempt.isUnanswered = true
      setSubmitted(true)
      // When the response comes after all, Payload takes the form for unmodified.
      void saving.then(() => setModified(true))
    } finally {
      if (underWay === answer) underWay = null
      if (sent.current === values) sent.current = null
    }
  }
}
