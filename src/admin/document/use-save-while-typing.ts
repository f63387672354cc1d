'use client'
import { toast, useDocumentInfo, useForm } from '@payloadcms/ui'
import { useEffect, useEffectEvent, useRef } from 'react'

import { networkErrorMessage } from '@/platform/http/api-client'

type Values = Record<string, unknown>

/** Fields that the server sets or completes. */
const setByServer = ['updatedAt', 'slug', 'tags', 'publishedAt', 'scheduledFor', 'viewCount']

/** How long a save waits for its response. */
const maxSaveMs = 20_000

const tooLate = (): Promise<'too late'> =>
  new Promise((resolve) => setTimeout(resolve, maxSaveMs, 'too late'))

let underWay: Promise<unknown> | null = null
/** What was sent last without a response. The server may have saved it. */
let unanswered: Values | null = null

/** Returns the save that is under way. A second one would start from the same version and be refused as a conflict. */
export function saveUnderWay(): Promise<unknown> | null {
  return underWay
}

/** The database doesn't keep the order of keys. */
const withSortedKeys = (_name: string, value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort())
    : value

const isSame = (one: unknown = null, other: unknown = null): boolean =>
  JSON.stringify(one, withSortedKeys) === JSON.stringify(other, withSortedKeys)

/** Whether a save has had no response since the last one that did; with a document, whether that save created it. */
export function isUnanswered(saved?: Values | null): boolean {
  const isSaved = ([name, value]: [string, unknown]): boolean =>
    !saved || setByServer.includes(name) || isSame(value, saved[name])
  return unanswered !== null && Object.entries(unanswered).every(isSaved)
}

/** Our own message: Payload shows the browser's when a request gets no response. */
export function explainLostConnection(): void {
  for (const shown of toast.getToasts()) {
    const title = 'title' in shown && typeof shown.title === 'string' ? shown.title : ''
    if (/^(Failed to fetch|Load failed|NetworkError)/.test(title))
      toast.error(networkErrorMessage, { id: shown.id })
  }
}

type Form = ReturnType<typeof useForm>

/**
 * Saves the form, which stays enabled meanwhile. Payload would take over the server's older value for every field
 * except the one that changed last, and treat the form as unmodified. A save without a response counts as rejected
 * after a while.
 */
export function useSaveWhileTyping() {
  const { savedDocumentData: saved } = useDocumentInfo()
  const { dispatchFields, getData, setModified, setSubmitted, submit } = useForm()
  const sent = useRef<Values | null>(null)
  const finish = useEffectEvent(() => {
    const before = sent.current
    if (!before) return
    const now: Values = getData()
    if (!isSame(now, before)) setModified(true)
    for (const path of setByServer)
      // What is being typed right now, such as a slug that ends with a hyphen, stays.
      if (
        document.activeElement?.id !== `field-${path}` &&
        path in now &&
        isSame(now[path], before[path])
      )
        dispatchFields({ type: 'UPDATE', path, value: saved?.[path] })
  })
  useEffect(() => finish(), [saved])
  useEffect(
    () => () => {
      // The next document has saves of its own.
      unanswered = null
    },
    [],
  )
  return async (options?: Parameters<Form['submit']>[0]): ReturnType<Form['submit']> => {
    const values: Values = getData()
    sent.current = values
    const saving = submit({
      ...options,
      acceptValues: false,
      disableFormWhileProcessing: false,
      disableSuccessStatus: true,
    })
    const response = Promise.race([saving, tooLate()])
    underWay = response
    try {
      const result = await response
      if (result !== 'too late') {
        // Payload treats the form as unmodified, although its input is still unsaved.
        if (!result?.res.ok) setModified(true)
        else unanswered = null
        return result
      }
      unanswered = values
      setSubmitted(true)
      // When the response arrives after all, Payload treats the form as unmodified.
      void saving.then(() => setModified(true))
    } finally {
      if (underWay === response) underWay = null
      if (sent.current === values) sent.current = null
    }
  }
}
