'use client'
import type { UploadData } from '@payloadcms/richtext-lexical'
import { $createUploadNode, UploadNode } from '@payloadcms/richtext-lexical/client'
import {
  $getPreviousSelection,
  $getSelection,
  $isParagraphNode,
  $isRangeSelection,
  COMMAND_PRIORITY_EDITOR,
  COMMAND_PRIORITY_LOW,
  KEY_ESCAPE_COMMAND,
  type LexicalEditor,
} from '@payloadcms/richtext-lexical/lexical'
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext'
import { $insertNodeToNearestRoot, mergeRegister } from '@payloadcms/richtext-lexical/lexical/utils'
import { toast } from '@payloadcms/ui'
import { useEffect, useState } from 'react'

import { MediaPicker } from '@/admin/form/media-picker/lazy-pickers'

import { openPicker } from './picture-command'

/** Inserts a picture where the cursor was, in place of an empty paragraph. */
const insertPicture = (editor: LexicalEditor, id: number): void =>
  editor.update(() => {
    const selection = $getSelection() ?? $getPreviousSelection()
    const paragraph = $isRangeSelection(selection) ? selection.focus.getNode() : null
    $insertNodeToNearestRoot(
      $createUploadNode({ data: { fields: {}, relationTo: 'media', value: id } }),
    )
    if ($isParagraphNode(paragraph) && paragraph.isEmpty()) paragraph.remove()
  })

/** Removes a pasted image of another site or program: Payload can't get its file, and nothing could be saved. */
const removeOutsideImage = (node: UploadNode): void => {
  // Payload's type leaves this out.
  const { pending } = node.getData() as { pending?: { src: string } } & UploadData
  if (!pending || /^(data|blob):/.test(pending.src) || pending.src.startsWith(location.origin))
    return
  node.remove()
  toast.warning('Image not pasted', { description: 'Upload it with “Image” in the Add menu.' })
}

/**
 * Inserts an image that was chosen in the shop's picker, and stays in the text on Escape: Lexical would leave it, and what
 * is typed next would be lost. Menus still close.
 */
export function PicturePlugin() {
  const [editor] = useLexicalComposerContext()
  const [isPicking, setIsPicking] = useState(false)
  useEffect(
    () =>
      mergeRegister(
        editor.registerNodeTransform(UploadNode, removeOutsideImage),
        editor.registerCommand(
          openPicker,
          () => {
            setIsPicking(true)
            return true
          },
          COMMAND_PRIORITY_EDITOR,
        ),
        editor.registerCommand(
          KEY_ESCAPE_COMMAND,
          () => document.querySelector('.slash-menu-popup') === null,
          COMMAND_PRIORITY_LOW,
        ),
      ),
    [editor],
  )
  if (!isPicking) return null
  return (
    <MediaPicker
      title="Insert an image"
      multiple={false}
      onClose={() => setIsPicking(false)}
      onSelect={([picture]) => {
        setIsPicking(false)
        if (picture) insertPicture(editor, picture.id)
      }}
    />
  )
}
