'use client'
import {
  $createUploadNode,
  slashMenuBasicGroupWithItems,
  toolbarAddDropdownGroupWithItems,
  UploadFeatureClient,
} from '@payloadcms/richtext-lexical/client'
import {
  $getPreviousSelection,
  $getSelection,
  $isParagraphNode,
  $isRangeSelection,
  COMMAND_PRIORITY_EDITOR,
  COMMAND_PRIORITY_LOW,
  createCommand,
  KEY_ESCAPE_COMMAND,
  type LexicalEditor,
} from '@payloadcms/richtext-lexical/lexical'
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext'
import { $insertNodeToNearestRoot } from '@payloadcms/richtext-lexical/lexical/utils'
import { Image } from 'lucide-react'
import { useEffect, useState } from 'react'

import { MediaPicker } from '@/admin/form/media-picker'

const openPicker = createCommand<null>('OPEN_PICTURE_PICKER')

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

const PicturePicker = () => {
  const [editor] = useLexicalComposerContext()
  const [isPicking, setIsPicking] = useState(false)
  useEffect(
    () =>
      editor.registerCommand(
        openPicker,
        () => {
          setIsPicking(true)
          return true
        },
        COMMAND_PRIORITY_EDITOR,
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

/** Lexical would leave the text on Escape, and what is typed next would be lost. Menus still close. */
const StayOnEscape = () => {
  const [editor] = useLexicalComposerContext()
  useEffect(
    () =>
      editor.registerCommand(
        KEY_ESCAPE_COMMAND,
        () => document.querySelector('.slash-menu-popup') === null,
        COMMAND_PRIORITY_LOW,
      ),
    [editor],
  )
  return null
}

const PictureIcon = () => <Image aria-hidden size={18} strokeWidth={1.6} />
const item = {
  key: 'upload',
  label: 'Image',
  onSelect: ({ editor }: { editor: LexicalEditor }): void => {
    editor.dispatchCommand(openPicker, null)
  },
}

/** Payload's pictures in the text, chosen in the picker of the shop instead of in Payload's list. */
export const PictureFeatureClient: typeof UploadFeatureClient = (props) => {
  const { feature, ...provider } = UploadFeatureClient(props)
  return {
    ...provider,
    feature: (args) => {
      const upload = typeof feature === 'function' ? feature(args) : feature
      return {
        ...upload,
        plugins: [
          ...(upload.plugins ?? []),
          { Component: PicturePicker, position: 'normal' as const },
          { Component: StayOnEscape, position: 'normal' as const },
        ],
        slashMenu: {
          groups: [
            slashMenuBasicGroupWithItems([
              { ...item, Icon: PictureIcon, keywords: ['image', 'photo', 'picture', 'upload'] },
            ]),
          ],
        },
        toolbarFixed: {
          groups: [toolbarAddDropdownGroupWithItems([{ ...item, ChildComponent: PictureIcon }])],
        },
      }
    },
  }
}
