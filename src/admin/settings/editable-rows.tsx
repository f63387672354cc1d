import { Plus } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'

import { Button } from '@/admin/form/button'

export type RowProps<Row> = {
  error: (name: keyof Row) => string | undefined
  onChange: (change: Partial<Row>) => void
  onRemove: () => void
}
type Props<Row> = {
  legend: string
  hint: ReactNode
  /** The setting, whose errors are keyed `name.0.field`. */
  name: string
  rows: Row[]
  fields: Record<string, string>
  add: { text: string; row: Row }
  onChange: (rows: Row[]) => void
  children: (row: Row, props: RowProps<Row>) => ReactNode
}

/** A table of settings to which rows are added. Each child is a list item. */
export function EditableRows<Row extends Record<string, unknown>>({
  legend,
  hint,
  name,
  rows,
  fields,
  add,
  onChange,
  children,
}: Props<Row>) {
  return (
    <fieldset className="df-rows">
      <legend>{legend}</legend>
      <p className="df-field__hint">{hint}</p>
      <ul>
        {rows.map((row, index) => (
          <Fragment key={index}>
            {children(row, {
              error: (field) => fields[`${name}.${index}.${String(field)}`],
              onChange: (change) => onChange(rows.with(index, { ...row, ...change })),
              onRemove: () => onChange(rows.toSpliced(index, 1)),
            })}
          </Fragment>
        ))}
      </ul>
      <Button small icon={Plus} onClick={() => onChange([...rows, add.row])}>
        {add.text}
      </Button>
    </fieldset>
  )
}
