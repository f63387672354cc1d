'use client'
import { toast, useDocumentInfo, useForm } from '@payloadcms/ui'

import { hasHalfDate } from '@/admin/form/half-date'

import { documentNames } from './document-names'
import { waitForPageOf } from './use-new-document'
import { explainLostConnection, useSaveWhileTyping } from './use-save-while-typing'

/**
 * Saves the form unless a date is only half filled in, with one toast of ours instead of Payload's 'Updated'. After a
 * document was created, Payload opens its page, with its own toast.
 */
export function useSaveDocument() {
  const { id, collectionSlug } = useDocumentInfo()
  const { getData, submit, setModified, setSubmitted, formRef } = useForm()
  const saveWhileTyping = useSaveWhileTyping()
  return async (options?: Parameters<typeof saveWhileTyping>[0]): Promise<void> => {
    if (hasHalfDate(formRef.current)) return
    // A rejection after another one is noticed, too.
    setSubmitted(false)
    const isNew = id === undefined
    const values: Record<string, unknown> = getData()
    const result = await (isNew
      ? submit({ disableFormWhileProcessing: false, disableSuccessStatus: true })
      : saveWhileTyping(options))
    if (!result?.res.ok) {
      if (!result) explainLostConnection()
      return setModified(true)
    }
    if (isNew) return waitForPageOf(values)
    const { name } = collectionSlug === 'pages' ? documentNames.pages : documentNames.content
    toast.success(`${name} updated`)
  }
}
