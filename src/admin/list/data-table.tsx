import type { Key, ReactNode } from 'react'

export type Column<Row> = {
  head: string
  /** Instead of the head's text, such as a link that sorts. */
  headCell?: ReactNode
  sorted?: 'ascending' | 'descending'
  cell: (row: Row) => ReactNode
  /** Numbers are aligned at the end; the head of actions is for screen readers only. */
  kind?: 'number' | 'soft' | 'actions'
  /** The label before the value where rows are cards. */
  card?: string | ((row: Row) => string)
  className?: string
  /** Staff may hide it. */
  isOptional?: boolean
}
type Props<Row> = {
  className: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey?: (row: Row) => Key
  /** Heads of the optional columns that the user hides. */
  hidden?: readonly string[]
}

/** A table with room; below lg each row is a card. */
export function DataTable<Row extends object>({
  className,
  columns: all,
  rows,
  hidden = [],
  rowKey = (row) => ('id' in row ? (row.id as Key) : ''),
}: Props<Row>) {
  const columns = all.filter(({ head, isOptional }) => !isOptional || !hidden.includes(head))
  return (
    <table className={`df-table ${className}`}>
      <thead>
        <tr>
          {columns.map(({ head, headCell, sorted, kind }) => (
            <th
              key={head}
              scope="col"
              aria-sort={sorted}
              className={kind === 'number' ? 'df-number' : undefined}
            >
              {headCell ?? (kind === 'actions' ? <span className="df-hidden">{head}</span> : head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ head, kind, card, className: own = '', cell }) => (
              <td
                key={head}
                className={`${kind === 'number' ? 'df-number' : kind === 'soft' ? 'df-soft' : ''} ${own}`}
              >
                {card ? (
                  <span className="df-card-only">
                    {typeof card === 'function' ? card(row) : card}{' '}
                  </span>
                ) : null}
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
