'use client'
import { useDocumentInfo, useForm } from '@payloadcms/ui'
import { useEffect, useEffectEvent, useRef } from 'react'

/** Fields that the server sets or completes. */
const setByServer = ['updatedAt', 'slug', 'tags', 'publishedAt', 'scheduledFor']

let underWay: Promise<unknown> | null = null

/** Returns the save that is under way. A second one would start from the same version and be refused as a conflict. */
export function saveUnderWay(): Promise<unknown> | null {
  return underWay
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

type Form = ReturnType<typeof useForm>

/**
 * Saves the form, which stays enabled meanwhile. Payload would take the server's older value for every field except the
 * one that changed last, and the form for unmodified.
 */
export function useSaveWhileTyping() {
  const { savedDocumentData: saved } = useDocumentInfo()
  const { dispatchFields, getData, setModified, submit } = useForm()
  const sent = useRef<Record<string, unknown> | null>(null)
  const finish = useEffectEvent(() => {
    const before = sent.current
    if (!before) return
    const now: Record<string, unknown> = getData()
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
  return async (options?: Parameters<Form['submit']>[0]): ReturnType<Form['submit']> => {
    sent.current = getData()
    const saving = submit({
      ...options,
      acceptValues: false,
      disableFormWhileProcessing: false,
      disableSuccessStatus: true,
    })
    underWay = saving
    try {
      return await saving
    } finally {
      underWay = null
      sent.current = null
    }
  }
}
