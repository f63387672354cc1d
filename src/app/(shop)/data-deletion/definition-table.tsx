import { RichText } from '@/components/content/rich-text'

type Node = { type?: unknown; text?: unknown; format?: unknown; children?: unknown }
const childrenOf = (node: unknown): Node[] =>
  Array.isArray((node as Node | null)?.children) ? ((node as Node).children as Node[]) : []

/**
 * Returns the rows of a list whose items begin in bold: the bold text without its colon, and the rest. Null for any
 * other list.
 */
const rowsOf = (list: Node): { label: string; rest: Node[] }[] | null => {
  const rows = childrenOf(list).map((item) => {
    const [first, ...rest] = childrenOf(item)
    const isBold = typeof first?.text === 'string' && (Number(first.format) & 1) === 1
    return isBold ? { label: String(first.text).replace(/:\s*$/, ''), rest } : null
  })
  return rows.length > 0 && rows.every((row) => row !== null) ? rows : null
}

/** A section of text that shows such a list as a table; staff write it as a list. */
export function DefinitionTable({ document, caption }: { document: unknown; caption: string }) {
  const nodes = childrenOf((document as { root?: unknown } | null)?.root)
  const list = nodes.find(({ type }) => type === 'list')
  const rows = list ? rowsOf(list) : null
  if (!rows)
    return (
      <div className="reading">
        <RichText document={document} />
      </div>
    )
  return (
    <>
      <table className="w-full text-left">
        <caption className="sr-only">{caption}</caption>
        <tbody>
          {rows.map(({ label, rest }) => (
            <tr key={label} className="border-b border-line align-top">
              <th scope="row" className="w-1/2 py-3.5 pr-6 font-semibold text-balance">
                {label}
              </th>
              <td className="py-3.5 text-ink-soft first-letter:uppercase">
                <RichText document={{ root: { type: 'root', children: rest } }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {nodes.length > 1 ? (
        <div className="reading mt-6">
          <RichText
            document={{ root: { type: 'root', children: nodes.filter((node) => node !== list) } }}
          />
        </div>
      ) : null}
    </>
  )
}
