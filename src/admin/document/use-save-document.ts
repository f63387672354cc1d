'use client'
import { toast, useDocumentInfo, useForm } from '@payloadcms/ui'

import { hasHalfDate } from '@/admin/form/half-date'

import { documentNames } from './document-names'
import { waitForPageOf } from './use-new-document'
import { explainLostConnection, useSaveWhileTyping } from './use-save-while-typing'

/** Focuses the first rejected field of the blocks in the text, which may be far from what is in view. */
const focusRejectedBlock = (): void =>
  document
    .querySelector('[data-lexical-decorator] :is(.field-error, .df-field__error)')
    ?.closest('.field-type')
    ?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, button')
    ?.focus()

/**
 * Saves the form unless a date is only half filled in, with one toast of ours instead of Payload's 'Updated'. After a
 * document was created, Payload opens its page, with its own toast.
 */
export function useSaveDocument() {
  const { id, collectionSlug } = useDocumentInfo()
  const { getData, getFields, submit, setModified, setSubmitted, formRef } = useForm()
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
      setModified(true)
      return void requestAnimationFrame(() => {
        const [first] = Object.entries(getFields()).find(([, { valid }]) => valid === false) ?? []
        if (first === 'body') focusRejectedBlock()
      })
    }
    if (isNew) return waitForPageOf(values)
    const { name } = collectionSlug === 'pages' ? documentNames.pages : documentNames.content
    toast.success(`${name} updated`)
  }
}
