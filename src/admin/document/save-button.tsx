'use client'
import { FormSubmit, useDocumentInfo, useFormModified, useFormProcessing } from '@payloadcms/ui'
import { useEffect, useRef, useState } from 'react'

import { isDialogOpen } from '@/admin/form/modal-stack'
import { useSaveShortcut } from '@/admin/form/use-save-shortcut'

import { useSaveDocument } from './use-save-document'
import { isUnanswered, saveUnderWay } from './use-save-while-typing'

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

/** Saves the document while typing goes on; Control+S does, too. */
export function SaveButton() {
  const { id } = useDocumentInfo()
  const isModified = useFormModified()
  const isProcessing = useFormProcessing()
  const save = useSaveDocument()
  /** How many saves are waiting or being sent. */
  const [saves, setSaves] = useState(0)
  const isWaiting = useRef(false)
  const form = useRef({ isModified, isProcessing })
  useEffect(() => {
    form.current = { isModified, isProcessing }
  })
  const saveAfterOthers = async (): Promise<void> => {
    isWaiting.current = true
    try {
      do {
        await saveUnderWay()
        await editorHasReported()
      } while (saveUnderWay())
      // A late response to another save makes the form unmodified for a moment.
      const hasChanges = id === undefined || form.current.isModified || isUnanswered()
      if (form.current.isProcessing || !hasChanges) return
      const saving = save()
      // A new document is created once. The next save of another one waits for this one.
      if (id !== undefined) isWaiting.current = false
      await saving
    } finally {
      isWaiting.current = false
    }
  }
  const start = async (): Promise<void> => {
    if (isWaiting.current) return
    setSaves((count) => count + 1)
    await saveAfterOthers().finally(() => setSaves((count) => count - 1))
  }
  useSaveShortcut((event) => {
    if (isDialogOpen()) return
    event.preventDefault()
    void start()
  })
  return (
    <FormSubmit
      buttonId="action-save"
      type="button"
      size="medium"
      disabled={id !== undefined && !isModified && saves === 0}
      onClick={() => void start()}
    >
      {saves > 0 ? 'Saving…' : 'Save'}
    </FormSubmit>
  )
}
