'use client'
import { toast } from '@payloadcms/ui'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'

import { Button } from '@/admin/form/button'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { Field } from '@/admin/form/fields'
import { type AdminMutation, useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { ImportResponse } from '@/modules/catalog/schemas/admin-products'
import { pluralize } from '@/platform/pluralize'
import { Badge, type BadgeTone } from '@/ui/badge'
import { FormError } from '@/ui/form-error'

type Row = ImportResponse['rows'][number]
const actionLabels = {
  create: ['good', 'New'],
  update: ['info', 'Changes'],
  unchanged: ['plain', 'Unchanged'],
  refused: ['bad', 'Skipped'],
} satisfies Record<Row['action'], [BadgeTone, string]>
const maxBytes = 1024 * 1024
const short = (text: string): string =>
  text.length > 40 ? `${text.slice(0, 39)}…` : text || 'nothing'

const order: Row['action'][] = ['refused', 'update', 'create']

const Line = ({ row }: { row: Row }) => (
  <li>
    <p>
      <span className="df-entry__meta">Line {row.line}</span> <b>{row.name || 'No name'}</b>{' '}
      <Badge tone={actionLabels[row.action][0]}>{actionLabels[row.action][1]}</Badge>
    </p>
    {row.errors.map(({ field, message }) => (
      <p key={`${field}${message}`} className="df-field__error">
        {field}: {message}
      </p>
    ))}
    {row.action === 'update'
      ? row.changes.map(({ field, from, to }) => (
          <p key={field} className="df-entry__meta">
            {field}: {short(from)} → {short(to)}
          </p>
        ))
      : null}
  </li>
)

const summaryOf = ({ created, updated, unchanged, refused }: ImportResponse): string =>
  `${created} new, ${updated} changed, ${unchanged} unchanged${refused > 0 ? `, ${refused} skipped` : ''}.`

const Lines = ({ rows }: { rows: Row[] }) => (
  <ul className="df-preview">
    {rows.map((row) => (
      <Line key={row.line} row={row} />
    ))}
  </ul>
)

/** Skipped lines come first, and unchanged lines are collapsed. */
const Preview = ({ preview, isWritten }: { preview: ImportResponse; isWritten: boolean }) => {
  const rowsOf = (action: Row['action']) => preview.rows.filter((row) => row.action === action)
  const unchanged = rowsOf('unchanged')
  return (
    <>
      <p role="status">
        <b>
          {isWritten
            ? `Import complete. ${pluralize(preview.refused, 'row')} skipped:`
            : summaryOf(preview)}
        </b>
      </p>
      <Lines rows={order.flatMap(rowsOf)} />
      {unchanged.length > 0 ? (
        <details>
          <summary>{pluralize(unchanged.length, 'row')} unchanged</summary>
          <Lines rows={unchanged} />
        </details>
      ) : null}
    </>
  )
}

type Mutation = Pick<AdminMutation, 'send' | 'isBusy' | 'refusal'>

/** Reads a CSV file as a preview, then imports it. */
const useCsvImport = ({ send }: Mutation, onClose: () => void) => {
  const [csv, setCsv] = useState('')
  const [preview, setPreview] = useState<ImportResponse | null>(null)
  const [fileError, setFileError] = useState<string | null>(null)
  const [isWritten, setIsWritten] = useState(false)
  const request = (body: { csv: string; dryRun: boolean }, failed: string) =>
    send<ImportResponse>({ path: '/api/admin/products/import', body, failed })

  const read = async (file: File | undefined): Promise<void> => {
    setPreview(null)
    setFileError(null)
    setIsWritten(false)
    if (!file) return
    if (file.size > maxBytes) return setFileError('The file is larger than 1 MB.')
    const text = await file.text().catch(() => null)
    if (text === null) return setFileError('Couldn’t read the file.')
    setCsv(text)
    setPreview(await request({ csv: text, dryRun: true }, 'Couldn’t import this file'))
  }
  const write = async (): Promise<void> => {
    const result = await request({ csv, dryRun: false }, 'Import Failed')
    if (!result) return
    const { created, updated, refused, rows } = result
    toast.success('Import Successful', {
      description: `${created} new, ${updated} changed${refused > 0 ? `, ${refused} skipped` : ''}.`,
      duration: 5000,
    })
    if (refused === 0) return onClose()
    // Skipped lines stay visible.
    const refusedRows = rows.filter(({ action }) => action === 'refused')
    setPreview({ ...result, created: 0, updated: 0, rows: refusedRows })
    setIsWritten(true)
  }
  return { preview, fileError, isWritten, read, write }
}

const ImportForm = ({ mutation, onClose }: { mutation: Mutation; onClose: () => void }) => {
  const { isBusy, refusal } = mutation
  const { preview, fileError, isWritten, read, write } = useCsvImport(mutation, onClose)
  const importable = preview ? preview.created + preview.updated : 0
  return (
    <Dialog title="Import products" size="wide" onClose={onClose}>
      <div className="df-form">
        <p className="df-soft">
          Use the format from Export CSV. Products are matched by slug, and variants (files with a
          sku column) by SKU. Empty cells clear a field; missing columns change nothing. You’ll
          review all changes before they’re saved.
        </p>
        <Field label="CSV file" hint="Up to 500 rows and 1 MB.">
          {(described) => (
            <input
              {...described}
              type="file"
              accept=".csv,text/csv"
              className="df-control"
              disabled={isBusy}
              // The same file, chosen again after a correction, is a change, too.
              onClick={({ currentTarget }) => {
                currentTarget.value = ''
              }}
              onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
            />
          )}
        </Field>
        {isBusy && !preview ? (
          <p role="status" className="df-soft">
            Reading…
          </p>
        ) : null}
        <FormError>{fileError ?? refusal}</FormError>
        {preview ? <Preview preview={preview} isWritten={isWritten} /> : null}
      </div>
      <DialogActions>
        <Button variant="ghost" onClick={onClose}>
          {isWritten ? 'Close' : 'Cancel'}
        </Button>
        <Button
          variant="solid"
          isBusy={isBusy}
          disabled={importable === 0}
          onClick={() => void write()}
        >
          {importable > 0 ? `Import ${pluralize(importable, 'row')}` : 'Import'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export function ImportProductsDialog() {
  // Here, so that a failure is shown even after the dialog was closed.
  const mutation = useAdminMutation()
  const [isOpen, setIsOpen] = useState(false)
  const open = (): void => {
    mutation.forget()
    setIsOpen(true)
  }
  return (
    <>
      <button type="button" className="df-more__choice" onClick={open}>
        <Upload aria-hidden size={18} strokeWidth={1.6} />
        Import CSV
      </button>
      {isOpen
        ? createPortal(
            <ImportForm mutation={mutation} onClose={() => setIsOpen(false)} />,
            document.body,
          )
        : null}
    </>
  )
}
