'use client'
import { FormSubmit, useDocumentInfo, useFormModified, useFormProcessing } from '@payloadcms/ui'
import { useEffect, useRef } from 'react'

import { isDialogOpen } from '@/admin/form/modal-stack'
import { useSaveShortcut } from '@/admin/form/use-save-shortcut'

import { rememberFocus } from './use-initial-focus'
import { useSaveDocument } from './use-save-document'
import { saveUnderWay } from './use-save-while-typing'

const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1000 })
    else setTimeout(resolve, 100) // Safari, where the editor waits for a frame
  })

/**
 * A block writes into the text after a render, and the editor updates the form when the browser is idle; the form has the
 * new value after the render that follows.
 */
const editorHasReported = async (): Promise<void> => {
  for (let step = 0; step < 3; step += 1) await whenIdle()
}

/** Saves the document; Control+S does too, and typing may go on meanwhile. */
export function SaveButton() {
  const { id } = useDocumentInfo()
  const isModified = useFormModified()
  const isProcessing = useFormProcessing()
  const save = useSaveDocument()
  const isSending = useRef(false)
  const form = useRef({ isModified, isProcessing })
  useEffect(() => {
    form.current = { isModified, isProcessing }
  })
  const start = async (keepsTyping: boolean): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    try {
      do {
        await saveUnderWay()
        await editorHasReported()
      } while (saveUnderWay())
      if (form.current.isProcessing || (keepsTyping && !form.current.isModified)) return
      if (id === undefined) rememberFocus()
      const saving = save({ keepsTyping })
      // Otherwise the next one waits for it.
      if (!keepsTyping) await saving
    } finally {
      isSending.current = false
    }
  }
  useSaveShortcut((event) => {
    if (isDialogOpen()) return
    event.preventDefault()
    void start(true)
  })
  return (
    <FormSubmit
      buttonId="action-save"
      type="button"
      size="medium"
      disabled={id !== undefined && !isModified}
      onClick={() => void start(false)}
    >
      Save
    </FormSubmit>
  )
}
