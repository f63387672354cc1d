'use client'
import { $isBlockNode, useEditorConfigContext } from '@payloadcms/richtext-lexical/client'
import {
  $getRoot,
  HISTORIC_TAG,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
  SKIP_DOM_SELECTION_TAG,
} from '@payloadcms/richtext-lexical/lexical'
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext'
import { useAllFormFields, useFormModified } from '@payloadcms/ui'
import { reduceFieldsToValues } from 'payload/shared'
import { useEffect } from 'react'

/** How long to wait for the fields of a new row before asking again. */
const newRowTimeoutMs = 1000

type Values = ReturnType<typeof reduceFieldsToValues>

/** Returns the block of a form with the values it should have; empty if it has them, or if the block was removed. */
const $findOutdated = (values: Values) =>
  $getRoot()
    .getChildren()
    .filter($isBlockNode)
    .flatMap((block) => {
      const { blockType, ...written } = block.getFields()
      // With sorted keys, so that what was just written compares as equal.
      const current = { id: written.id, blockName: '', ...values }
      return written.id === values.id && JSON.stringify(written) !== JSON.stringify(current)
        ? [{ block, current: { ...current, blockType } }]
        : []
    })

/**
 * Lexical doesn't report updates that extend a step of undo to the form, so this one follows and changes nothing. It waits
 * for what is queued, which would share its tags and get no step of undo.
 */
const reportText = (editor: LexicalEditor): void =>
  queueMicrotask(() => {
    editor.read(() => null)
    editor.update(() => void $getRoot().markDirty(), {
      tag: [HISTORIC_TAG, SKIP_DOM_SELECTION_TAG],
    })
  })

/**
 * Writes a block's fields into the text as soon as they change. Payload does so only after a pause and a request to the
 * server; an article saved before that would have the earlier values.
 */
export function BlockValues() {
  const [editor] = useLexicalComposerContext()
  const { initialLexicalFormState } = useEditorConfigContext().fieldProps
  const [fields, dispatchFields] = useAllFormFields()
  const isModified = useFormModified()
  useEffect(() => {
    if (!isModified) return
    // The value of an array is the number of its rows.
    const own = Object.entries(fields).filter(([, { rows }]) => !rows)
    const values = reduceFieldsToValues(Object.fromEntries(own), true)
    // Undo would bring a gallery back with the images of the page load; without them Payload asks the server.
    Reflect.deleteProperty(initialLexicalFormState, String(values.id))
    const write = (): void => {
      if (editor.read(() => $findOutdated(values).length === 0)) return
      editor.update(
        () => {
          for (const { block, current } of $findOutdated(values)) block.setFields(current, true)
        },
        {
          // Everything that was entered is one undo step.
          tag: [HISTORY_MERGE_TAG, SKIP_DOM_SELECTION_TAG],
          onUpdate: () => reportText(editor),
        },
      )
    }
    write()
    // A response from the server may overwrite them with older values.
    return editor.registerUpdateListener(({ tags, dirtyElements, dirtyLeaves }) => {
      if (!tags.has(HISTORIC_TAG) && dirtyElements.size + dirtyLeaves.size > 0) write()
    })
  }, [editor, fields, initialLexicalFormState, isModified])
  // If a response to an earlier change arrives right after a row was added, Payload's form never asks for its fields.
  const [path, array] =
    Object.entries(fields).find(([, { rows }]) => rows?.some(({ isLoading }) => isLoading)) ?? []
  useEffect(() => {
    if (path === undefined) return
    const askAgain = (): void => dispatchFields({ type: 'UPDATE', path, value: array?.value })
    const timer = setTimeout(askAgain, newRowTimeoutMs)
    return () => clearTimeout(timer)
  }, [path, array, dispatchFields])
  return null
}
