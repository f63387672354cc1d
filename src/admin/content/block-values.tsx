'use client'
import { $isBlockNode } from '@payloadcms/richtext-lexical/client'
import { $getRoot, SKIP_DOM_SELECTION_TAG } from '@payloadcms/richtext-lexical/lexical'
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext'
import { useAllFormFields, useFormModified } from '@payloadcms/ui'
import { reduceFieldsToValues } from 'payload/shared'
import { useEffect } from 'react'

/**
 * Writes what is entered into a block into the text at once. Payload does so after a pause and an answer from the server:
 * saved before that, the article would have the earlier values.
 */
export function BlockValues() {
  const [editor] = useLexicalComposerContext()
  const [fields] = useAllFormFields()
  const isModified = useFormModified()
  useEffect(() => {
    if (!isModified) return
    // The value of an array is the number of its rows.
    const own = Object.entries(fields).filter(([, { rows }]) => !rows)
    const values = reduceFieldsToValues(Object.fromEntries(own), true)
    const write = (): void =>
      editor.update(
        () => {
          for (const block of $getRoot().getChildren().filter($isBlockNode)) {
            const { blockType, ...written } = block.getFields()
            if (written.id === values.id && JSON.stringify(written) !== JSON.stringify(values))
              block.setFields({ id: written.id, blockName: '', ...values, blockType }, true)
          }
        },
        // One step of undo has all that was entered.
        { tag: ['history-merge', SKIP_DOM_SELECTION_TAG] },
      )
    write()
    // The server's answer may be older than what was entered since.
    return editor.registerUpdateListener(({ tags, dirtyElements, dirtyLeaves }) => {
      if (!tags.has('historic') && dirtyElements.size + dirtyLeaves.size > 0) write()
    })
  }, [editor, fields, isModified])
  return null
}
