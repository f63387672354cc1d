'use client'
import { $isBlockNode } from '@payloadcms/richtext-lexical/client'
import { $getRoot, SKIP_DOM_SELECTION_TAG } from '@payloadcms/richtext-lexical/lexical'
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext'
import { useAllFormFields, useFormModified } from '@payloadcms/ui'
import { reduceFieldsToValues } from 'payload/shared'
import { useEffect } from 'react'

/**
 * Writes a block's fields into the text as soon as they change. Payload does so only after a pause and a request to the
 * server; an article saved before that would have the earlier values.
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
    // A response from the server may overwrite them with older values.
    return editor.registerUpdateListener(({ tags, dirtyElements, dirtyLeaves }) => {
      if (!tags.has('historic') && dirtyElements.size + dirtyLeaves.size > 0) write()
    })
  }, [editor, fields, isModified])
  return null
}
