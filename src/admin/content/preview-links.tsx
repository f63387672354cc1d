'use client'
import { useAllFormFields, useDocumentInfo, useForm } from '@payloadcms/ui'
import { Eye, History, Smartphone } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { Button, TextLink } from '@/admin/form/button'
import { createFormId } from '@/admin/form/draft/draft-storage'
import { previewChannel, unsavedContentKey } from '@/modules/content/rules/content'
import { api } from '@/platform/http/api-client'

/** Idle time before previews show what was typed. */
const idleMs = 1000
/** How long a change may take to be stored before the next one is. */
const maxStoreMs = 10_000

type Props = { id: number; hasChanges: boolean }

/**
 * Renews open previews after each save, and has them show changes that aren't saved automatically: those are stored,
 * for their writer only. Returns the preview's address.
 */
const usePreview = ({ id, hasChanges }: Props): string => {
  const { savedDocumentData } = useDocumentInfo()
  const { getData } = useForm()
  const [fields] = useAllFormFields()
  const [form] = useState(createFormId)
  const channel = useRef<BroadcastChannel | null>(null)
  const renewedAt = useRef(0)
  useEffect(() => {
    const own = new BroadcastChannel(previewChannel(form))
    // A preview says when its page was requested.
    own.onmessage = ({ data }) => {
      if (Number(data) < renewedAt.current) own.postMessage('changed')
    }
    channel.current = own
    return () => own.close()
  }, [form])
  const renew = (): void => {
    renewedAt.current = Date.now()
    channel.current?.postMessage('changed')
  }
  const storing = useRef<Promise<unknown>>(Promise.resolve())
  const store = useEffectEvent(async (before: Promise<unknown>) => {
    // Otherwise, an older text could arrive last.
    await before
    const value = { ...(getData() as object), form }
    const signal = AbortSignal.timeout(maxStoreMs)
    await api('POST', `/cms/api/payload-preferences/${unsavedContentKey(id)}`, { value }, signal)
    renew()
  })
  useEffect(() => {
    if (!hasChanges) return
    const timer = setTimeout(() => {
      // Without them, the preview says that it shows what was saved.
      storing.current = store(storing.current).catch(() => null)
    }, idleMs)
    return () => clearTimeout(timer)
  }, [fields, hasChanges])
  const savedAt = String(savedDocumentData?.updatedAt)
  useEffect(renew, [savedAt])
  return `/preview/content/${id}?form=${form}`
}

/** Open the preview, also in a window as wide as a phone, and the list of versions. */
export function PreviewLinks({ id, hasChanges }: Props) {
  const href = usePreview({ id, hasChanges })
  return (
    <>
      <TextLink href={href} newTab>
        <Eye aria-hidden size={16} strokeWidth={1.6} />
        Preview
      </TextLink>
      <Button
        variant="ghost"
        small
        icon={Smartphone}
        onClick={() => window.open(href, `phone-preview-${id}`, 'popup,width=390,height=844')}
      >
        Phone preview
      </Button>
      <TextLink href={`/admin/content/${id}/versions`}>
        <History aria-hidden size={16} strokeWidth={1.6} />
        Versions
      </TextLink>
    </>
  )
}
