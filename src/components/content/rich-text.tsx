import { Fragment, type ReactNode } from 'react'
import { allowedAddress } from '../../domain/rich-text'
import './reading.css'

/** What we read of the editor's nodes; anything may be missing. */
type Node = {
  type?: unknown; children?: unknown; text?: unknown; format?: unknown; tag?: unknown; listType?: unknown; start?: unknown; url?: unknown
  fields?: { url?: unknown; newTab?: unknown }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const childrenOf = (node: Node): Node[] => (Array.isArray(node.children) ? node.children.filter(isNode) : [])

/** Inside a text node's `format`, outermost first. */
const marks = [[16, 'code'], [1, 'strong'], [2, 'em'], [8, 'u'], [4, 's']] as const

const Text = ({ text, format }: { text: string; format: number }) =>
  marks.reduceRight<ReactNode>((inside, [bit, Mark]) => (format & bit ? <Mark>{inside}</Mark> : inside), text)

const Link = ({ node, children }: { node: Node; children: ReactNode }) => {
  const href = allowedAddress(node.fields?.url ?? node.url)
  if (!href) return children
  return <a href={href} rel={/^https?:/i.test(href) ? 'noopener' : undefined} target={node.fields?.newTab === true ? '_blank' : undefined}>{children}</a>
}

/** A page has one h1, and it is not in the text. */
const headings = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h5', h6: 'h6' } as const

const One = ({ node }: { node: Node }): ReactNode => {
  if (typeof node.text === 'string') return <Text text={node.text} format={typeof node.format === 'number' ? node.format : 0} />
  const inside = <Nodes nodes={childrenOf(node)} />
  switch (node.type) {
    case 'paragraph':
      return childrenOf(node).length > 0 ? <p>{inside}</p> : null
    case 'heading': {
      const Heading = headings[node.tag as keyof typeof headings] ?? 'h2'
      return <Heading>{inside}</Heading>
    }
    case 'quote':
      return <blockquote>{inside}</blockquote>
    case 'list':
      return node.listType === 'number' ? <ol start={typeof node.start === 'number' && node.start !== 1 ? node.start : undefined}>{inside}</ol> : <ul>{inside}</ul>
    case 'listitem':
      return <li><div>{inside}</div></li>
    case 'link':
    case 'autolink':
      return <Link node={node}>{inside}</Link>
    case 'linebreak':
      return <br />
    case 'horizontalrule':
      return <hr />
    default:
      return inside
  }
}

const Nodes = ({ nodes }: { nodes: readonly Node[] }) => nodes.map((node, index) => <Fragment key={index}><One node={node} /></Fragment>)

/** The editor's document as elements; the letters of the text never become markup. Nodes it does not know give what is in them. */
export const RichText = ({ document }: { document: unknown }) => {
  const root = isNode(document) ? (document as { root?: unknown }).root : null
  return isNode(root) ? <Nodes nodes={childrenOf(root)} /> : null
}
