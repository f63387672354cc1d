'use client'
import { toast, useDocumentInfo, useForm } from '@payloadcms/ui'

import { hasHalfDate } from '@/admin/form/half-date'

import { documentNames } from './document-names'
import { holdInputAfterCreating } from './use-initial-focus'
import { useSaveWhileTyping } from './use-save-while-typing'

/**
 * Saves the form unless a date is only half filled in, with one toast of ours instead of Payload's 'Updated'. After
 * creating, Payload opens the new document's page and shows its own toast there. `keepsTyping` leaves the form enabled
 * meanwhile.
 */
export function useSaveDocument() {
  const { id, collectionSlug } = useDocumentInfo()
  const { submit, setModified, formRef } = useForm()
  const saveWhileTyping = useSaveWhileTyping()
  const isNew = id === undefined
  return async ({ keepsTyping = false } = {}): Promise<void> => {
    if (hasHalfDate(formRef.current)) return
    const result = await (keepsTyping && !isNew
      ? saveWhileTyping()
      : submit({ disableSuccessStatus: true }))
    if (!result?.res.ok) {
      // Payload marks the form unmodified, although its input is still unsaved.
      if (!isNew) setModified(true)
      return
    }
    if (isNew) return holdInputAfterCreating()
    const { name } = collectionSlug === 'pages' ? documentNames.pages : documentNames.content
    toast.success(`${name} updated`)
  }
}
