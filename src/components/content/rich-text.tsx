import './rich-text.css'

import { createElement, type ReactNode } from 'react'

import { Picture } from '@/components/picture'
import {
  blockIn,
  type RichTextElement,
  toRichTextElements,
} from '@/modules/content/rules/rich-text-elements'

import { type BlockResources, ContentBlockView } from './content-block'

const toNode = (resources: BlockResources) =>
  function node(one: RichTextElement, key: number): ReactNode {
    if (typeof one === 'string') return one
    const block = blockIn(one)
    if (block)
      return (
        <ContentBlockView key={key} block={block} resources={resources}>
          {one.children.map(node)}
        </ContentBlockView>
      )
    if (one.tag !== 'figure')
      return createElement(one.tag, { key, ...one.attributes }, ...one.children.map(node))
    const picture = resources.pictures?.[one.attributes['data-picture'] ?? '']
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

type Props = BlockResources & { document: unknown }

/**
 * The editor's document as elements (modules/content/rules/rich-text-elements.ts says which); text never becomes
 * markup.
 */
export function RichText({ document, ...resources }: Props) {
  return toRichTextElements(document).map(toNode(resources))
}
