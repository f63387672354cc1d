'use client'
import { Plus, X } from 'lucide-react'

import { Button, IconButton, passFocusOn } from '@/admin/form/button'
import {
  sizeGuideFor,
  sizeGuideProblems,
  type SizeGuideRow,
} from '@/modules/catalog/rules/size-guide'

import type { ProductFormValues, ProductSectionProps } from './product-form-values'

const columns = ['size', 'chest', 'length'] as const
const columnLabels = { size: 'Size', chest: 'Chest', length: 'Length' } as const
const emptyRow: SizeGuideRow = { size: '', chest: '', length: '' }

type Draft = Pick<ProductFormValues, 'name' | 'sizes'>

/** A row for each size, filled in where the shop's chart for this kind of garment has it. */
const suggestRows = ({ name, sizes }: Draft): SizeGuideRow[] => {
  const shopRows = sizeGuideFor({ name, sizes })
  return sizes.length > 0
    ? sizes.map((size) => ({
        ...emptyRow,
        ...shopRows.find((row) => row.size === size.toUpperCase()),
        size,
      }))
    : [emptyRow]
}

type TableProps = {
  rows: SizeGuideRow[]
  /** Messages by cell: `1.chest`. */
  problems: Record<string, string>
  onChange: (rows: SizeGuideRow[]) => void
}

const SizeGuideTable = ({ rows, problems, onChange }: TableProps) => (
  <table className="df-guide" aria-labelledby="size-guide">
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {columnLabels[column]}
          </th>
        ))}
        <th scope="col">
          <span className="df-hidden">Remove</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row, index) => (
        <tr key={index}>
          {columns.map((column) => (
            <td key={column}>
              <input
                className="df-control df-control--small"
                aria-label={`${columnLabels[column]}, row ${index + 1}`}
                aria-invalid={problems[`${index}.${column}`] ? true : undefined}
                aria-describedby={
                  problems[`${index}.${column}`] ? 'size-guide-problems' : undefined
                }
                maxLength={40}
                value={row[column]}
                onChange={({ currentTarget }) =>
                  onChange(rows.with(index, { ...row, [column]: currentTarget.value }))
                }
              />
            </td>
          ))}
          <td>
            <IconButton
              ref={passFocusOn}
              icon={X}
              label={`Remove row ${index + 1}`}
              onClick={() => onChange(rows.toSpliced(index, 1))}
            />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const hintFor = (draft: Draft): string => {
  const rows = sizeGuideFor(draft)
  return rows.length > 0
    ? `Uses the shop’s size guide for ${rows.map(({ size }) => size).join(', ')}.`
    : 'No size guide is shown, because the shop’s guide doesn’t cover these sizes.'
}

/** Errors from the last save, and what is wrong with the rows right now. */
const problemsOf = (
  rows: SizeGuideRow[],
  fields: ProductSectionProps['fields'],
): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([field, message]) =>
      field.startsWith('sizeGuide.') ? [[field.slice('sizeGuide.'.length), message]] : [],
    ),
  ),
  ...sizeGuideProblems(rows),
})

/** The product's own size chart. Problems are shown while typing; the server refuses to save them. */
export function SizeGuideField({ draft, set, fields }: ProductSectionProps) {
  const { sizeGuide: rows } = draft
  const put = (sizeGuide: SizeGuideRow[]): void => set({ sizeGuide })
  if (rows.length === 0)
    return (
      <div className="df-field">
        <b>Size guide</b>
        <p className="df-field__hint">{hintFor(draft)}</p>
        <p>
          <Button small onClick={() => put(suggestRows(draft))}>
            Create a custom size guide
          </Button>
        </p>
      </div>
    )
  const problems = problemsOf(rows, fields)
  return (
    <div className="df-field">
      <b id="size-guide">Size guide</b>
      <p className="df-field__hint">
        Chest is the wearer’s chest, not the garment’s, so it should match your other size guides.
        Length is the garment’s, laid flat.
      </p>
      <SizeGuideTable rows={rows} problems={problems} onChange={put} />
      <div id="size-guide-problems" role="status">
        {Object.entries(problems).map(([cell, message]) => (
          <p key={cell} className="df-field__error">
            {rows[Number(cell.split('.')[0])]?.size || `Row ${Number(cell.split('.')[0]) + 1}`}:{' '}
            {message}
          </p>
        ))}
      </div>
      <p className="df-row-actions df-start">
        <Button
          small
          icon={Plus}
          disabled={rows.length >= 30}
          onClick={() => put([...rows, emptyRow])}
        >
          Add row
        </Button>
        <Button variant="ghost" small onClick={() => put([])}>
          Use the default size guide
        </Button>
      </p>
    </div>
  )
}
