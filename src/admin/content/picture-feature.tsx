'use client'
import {
  slashMenuBasicGroupWithItems,
  toolbarAddDropdownGroupWithItems,
  UploadFeatureClient,
} from '@payloadcms/richtext-lexical/client'
import type { LexicalEditor } from '@payloadcms/richtext-lexical/lexical'
import { Image } from 'lucide-react'
import { lazy } from 'react'

import { retriable } from '@/admin/retriable'

import { openPicker } from './picture-command'

const loadPlugin = retriable(() =>
  import('./picture-plugin').then((loaded) => loaded.PicturePlugin),
)
const PicturePlugin = lazy(() => loadPlugin().then((plugin) => ({ default: plugin })))

const PictureIcon = () => <Image aria-hidden size={18} strokeWidth={1.6} />
const item = {
  key: 'upload',
  label: 'Image',
  onSelect: ({ editor }: { editor: LexicalEditor }): void => {
    editor.dispatchCommand(openPicker, null)
  },
}

/** Payload's images in the text, chosen in the shop's picker instead of Payload's list. */
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
          { Component: PicturePlugin, position: 'normal' as const },
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
