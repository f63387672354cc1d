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
    // The value of an array is the number of its rows; an empty one has no other values.
    const filled = Object.entries(fields).filter(([, { rows }]) => rows?.length !== 0)
    const values = reduceFieldsToValues(Object.fromEntries(filled), true)
    editor.update(
      () => {
        const block = $getRoot()
          .getChildren()
          .filter($isBlockNode)
          .find((node) => node.getFields().id === values.id)
        block?.setFields({ ...block.getFields(), ...values }, true)
      },
      // One step of undo has all that was entered.
      { tag: ['history-merge', SKIP_DOM_SELECTION_TAG] },
    )
  }, [editor, fields, isModified])
  return null
}
