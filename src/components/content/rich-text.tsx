import { createElement, type ReactNode } from 'react'
import { type RichElement, richElements } from '../../domain/rich-elements'
import './reading.css'

const toNode = (one: RichElement, key: number): ReactNode =>
  typeof one === 'string' ? one : createElement(one.tag, { key, ...one.attributes }, ...one.children.map(toNode))

/** The editor's document as elements (domain/rich-elements.ts says which); the letters of the text never become markup. */
export const RichText = ({ document }: { document: unknown }) => richElements(document).map(toNode)
