'use client'
import { FormSubmit, useDocumentInfo, useFormModified, useFormProcessing } from '@payloadcms/ui'
import { useRef } from 'react'

import { useSaveShortcut } from '@/admin/form/use-save-shortcut'

import { rememberFocus } from './use-initial-focus'
import { useSaveDocument } from './use-save-document'

const isCovered = (): boolean => document.querySelector('dialog[open], .drawer--is-open') !== null

/** Saves the document; Control+S does too, and typing may go on meanwhile. */
export function SaveButton() {
  const { id } = useDocumentInfo()
  const isModified = useFormModified()
  const isProcessing = useFormProcessing()
  const save = useSaveDocument()
  const isSending = useRef(false)
  const start = (keepsTyping: boolean): void => {
    if (isProcessing || isSending.current) return
    isSending.current = true
    if (id === undefined) rememberFocus()
    void save({ keepsTyping }).finally(() => {
      isSending.current = false
    })
  }
  useSaveShortcut((event) => {
    if (isCovered()) return
    event.preventDefault()
    if (isModified) start(true)
  })
  return (
    <FormSubmit
      buttonId="action-save"
      type="button"
      size="medium"
      disabled={id !== undefined && !isModified}
      onClick={() => start(false)}
    >
      Save
    </FormSubmit>
  )
}
