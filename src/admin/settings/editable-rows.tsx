import { Plus } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'

import { Button } from '@/admin/form/button'
import { bindText, errorsBelow } from '@/admin/form/form-values'

export type RowProps<Row extends object> = {
  /** Errors by field. */
  errors: Record<string, string>
  /** Connects a text field to a value of the row. */
  text: ReturnType<typeof bindText<Row>>
  onChange: (change: Partial<Row>) => void
  onRemove: () => void
}
type Props<Row extends object> = {
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
export function EditableRows<Row extends object>({
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
        {rows.map((row, index) => {
          const errors = errorsBelow(fields, `${name}.${index}`)
          const change = (changed: object): void =>
            onChange(rows.with(index, { ...row, ...changed }))
          return (
            <Fragment key={index}>
              {children(row, {
                errors,
                text: bindText(row, errors, change),
                onChange: change,
                onRemove: () => onChange(rows.toSpliced(index, 1)),
              })}
            </Fragment>
          )
        })}
      </ul>
      <Button small icon={Plus} onClick={() => onChange([...rows, add.row])}>
        {add.text}
      </Button>
    </fieldset>
  )
}
