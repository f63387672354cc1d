import './rich-text.css'

import { createElement, type ReactNode } from 'react'

import { Picture } from '@/components/picture'
import {
  type RichTextElement,
  toRichTextElements,
} from '@/modules/content/rules/rich-text-elements'
import type { PictureView } from '@/modules/media/queries/pictures'

type Pictures = Readonly<Record<string, PictureView>>

const toNode = (pictures: Pictures) =>
  function node(one: RichTextElement, key: number): ReactNode {
    if (typeof one === 'string') return one
    if (one.tag !== 'figure')
      return createElement(one.tag, { key, ...one.attributes }, ...one.children.map(node))
    const picture = pictures[one.attributes['data-picture'] ?? '']
    return picture ? (
      <figure key={key}>
        <Picture
          picture={picture}
          sizes="(min-width: 43rem) 40.5rem, calc(100vw - 2.5rem)"
          className="dim h-auto w-full rounded-sheet"
        />
        {picture.caption ? (
          <figcaption className="mt-2.5 text-small text-ink-mute">{picture.caption}</figcaption>
        ) : null}
      </figure>
    ) : null
  }

type Props = { document: unknown; /** Those that stand in it, by their ids. */ pictures?: Pictures }

/** The editor's document as elements (modules/content/rules/rich-text-elements.ts says which); the letters of the text never become markup. */
export function RichText({ document, pictures = {} }: Props) {
  return toRichTextElements(document).map(toNode(pictures))
}
