'use client'
import { useEditorConfigContext } from '@payloadcms/richtext-lexical/client'
import { HISTORY_MERGE_TAG } from '@payloadcms/richtext-lexical/lexical'
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext'
import { useForm } from '@payloadcms/ui'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'

const maySave = (event: Event): boolean =>
  event instanceof KeyboardEvent
    ? (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'
    : event.target instanceof Element && event.target.closest('button') !== null

/**
 * Tells the form what was typed before a save. Payload's field does so once the browser is idle, and each change cancels
 * that, so on a busy machine a save right after typing would store an earlier text.
 */
export function ReportText() {
  const [editor] = useLexicalComposerContext()
  const { path } = useEditorConfigContext().fieldProps
  const { dispatchFields } = useForm()
  useEffect(() => {
    let hasChanged = false
    const report = (event: Event): void => {
      if (!hasChanged || !maySave(event)) return
      hasChanged = false
      const value = editor.getEditorState().toJSON()
      flushSync(() => dispatchFields({ type: 'UPDATE', path, value }))
    }
    // Before Payload's own listeners.
    document.addEventListener('keydown', report, true)
    document.addEventListener('click', report, true)
    const stop = editor.registerUpdateListener(
      ({ dirtyElements, dirtyLeaves, prevEditorState, tags }) => {
        // The same changes that Lexical reports to Payload.
        const isMerged = tags.has(HISTORY_MERGE_TAG) || prevEditorState.isEmpty()
        if (!isMerged && dirtyElements.size + dirtyLeaves.size > 0) hasChanged = true
      },
    )
    return () => {
      document.removeEventListener('keydown', report, true)
      document.removeEventListener('click', report, true)
      stop()
    }
  }, [editor, path, dispatchFields])
  return null
}
