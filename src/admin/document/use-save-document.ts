'use client'
import { toast, useDocumentInfo, useForm } from '@payloadcms/ui'

import { hasHalfDate } from '@/admin/form/half-date'

import { documentNames } from './document-names'
import { holdInputAfterCreating } from './use-initial-focus'
import { useSaveWhileTyping } from './use-save-while-typing'

/**
 * Saves the form unless a date is only half filled in, with one toast of ours instead of Payload's 'Updated'. The form
 * stays enabled, except while a document is created: Payload opens the new document's page then, with its own toast.
 */
export function useSaveDocument() {
  const { id, collectionSlug } = useDocumentInfo()
  const { submit, setModified, setSubmitted, formRef } = useForm()
  const saveWhileTyping = useSaveWhileTyping()
  return async (options?: Parameters<typeof saveWhileTyping>[0]): Promise<void> => {
    if (hasHalfDate(formRef.current)) return
    // A rejection after another one is noticed, too.
    setSubmitted(false)
    const isNew = id === undefined
    const result = await (isNew ? submit({ disableSuccessStatus: true }) : saveWhileTyping(options))
    if (!result?.res.ok) return setModified(true)
    if (isNew) return holdInputAfterCreating()
    const { name } = collectionSlug === 'pages' ? documentNames.pages : documentNames.content
    toast.success(`${name} updated`)
  }
}
