'use client'
import * as payloadFeatures from '@payloadcms/richtext-lexical/client'
import { getNearestEditorFromDOMNode } from '@payloadcms/richtext-lexical/lexical'
import { type ComponentProps, useEffect, useLayoutEffect, useMemo } from 'react'

import { leaveText } from '@/admin/document/use-new-document'

import { BlockValues } from './block-values'
import { BlockValuesContext } from './block-values-slot'
import { PictureFeatureClient } from './picture-feature'

type FieldProps = ComponentProps<typeof payloadFeatures.RichTextField>
type Provider = FieldProps['clientFeatures'][string]['clientFeatureProvider']

const providers: Record<string, unknown> = { ...payloadFeatures, PictureFeatureClient }
const isProvider = (value: unknown): value is Provider => typeof value === 'function'

/** Payload's editor. `exportNames` has the export of each feature's code, by the key of the feature. */
export function RichTextEditor({
  exportNames,
  clientFeatures,
  initialLexicalFormState,
  ...field
}: FieldProps & { exportNames: Record<string, string> }) {
  const withCode = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(clientFeatures).map(([key, feature]) => {
          const provider = providers[exportNames[key] ?? '']
          if (!isProvider(provider)) throw new Error(`The editor has no code for ${key}.`)
          return [key, { ...feature, clientFeatureProvider: provider }]
        }),
      ),
    [clientFeatures, exportNames],
  )
  // BlockValues removes what is outdated; the router may show the page again with what it loaded.
  const states = useMemo(() => ({ ...initialLexicalFormState }), [initialLexicalFormState])
  useEffect(() => {
    const added = import('./paste-html').then(({ pasteHtml }) => {
      // Before Lexical's own listener.
      document.addEventListener('paste', pasteHtml, true)
      return () => document.removeEventListener('paste', pasteHtml, true)
    })
    return () => void added.then((remove) => remove())
  }, [])
  const { path } = field
  useLayoutEffect(
    () => () => {
      const text = document.querySelector('.ContentEditable__root')
      const editor = text && getNearestEditorFromDOMNode(text)
      if (editor && text.textContent) leaveText(path, editor.getEditorState().toJSON())
    },
    [path],
  )
  return (
    <BlockValuesContext value={BlockValues}>
      <payloadFeatures.RichTextField
        {...field}
        clientFeatures={withCode}
        initialLexicalFormState={states}
      />
    </BlockValuesContext>
  )
}
