'use client'
import { toast } from '@payloadcms/ui'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'

import { Button } from '@/admin/form/button'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { Field } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { pluralize } from '@/admin/shell/pluralize'
import type { ImportResponse } from '@/modules/catalog/schemas/admin-products'
import { Badge, type BadgeTone } from '@/ui/badge'
import { FormError } from '@/ui/form-error'

type Row = ImportResponse['rows'][number]
const actionLabels = {
  create: ['good', 'New'],
  update: ['info', 'Changes'],
  unchanged: ['plain', 'As it is'],
  refused: ['bad', 'Left out'],
} satisfies Record<Row['action'], [BadgeTone, string]>
const maxBytes = 1024 * 1024
const short = (text: string): string =>
  text.length > 40 ? `${text.slice(0, 39)}…` : text || 'nothing'

const order: Row['action'][] = ['refused', 'update', 'create']

const Line = ({ row }: { row: Row }) => (
  <li>
    <p>
      <span className="df-entry__meta">Line {row.line}</span> <b>{row.name || 'Without a name'}</b>{' '}
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

/** Skipped lines come first, and unchanged lines are collapsed. */
const Preview = ({ rows }: { rows: Row[] }) => {
  const unchanged = rows.filter(({ action }) => action === 'unchanged')
  return (
    <>
      <ul className="df-preview">
        {order
          .flatMap((action) => rows.filter((row) => row.action === action))
          .map((row) => (
            <Line key={row.line} row={row} />
          ))}
      </ul>
      {unchanged.length > 0 ? (
        <details>
          <summary>{pluralize(unchanged.length, 'line')} as they are</summary>
          <ul className="df-preview">
            {unchanged.map((row) => (
              <Line key={row.line} row={row} />
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}

const summaryOf = ({ created, updated, unchanged, refused }: ImportResponse): string =>
  `${created} new, ${updated} changed, ${unchanged} as they are${refused > 0 ? `, ${refused} left out` : ''}.`

/** Previews a CSV file line by line before anything is written. */
export function ImportProductsDialog() {
  const { send, isBusy, refusal } = useAdminMutation()
  const [isOpen, setIsOpen] = useState(false)
  const [csv, setCsv] = useState('')
  const [preview, setPreview] = useState<ImportResponse | null>(null)
  const [fileError, setFileError] = useState<string | null>(null)
  const [isWritten, setIsWritten] = useState(false)

  const close = (): void => {
    setIsOpen(false)
    setIsWritten(false)
    setCsv('')
    setPreview(null)
    setFileError(null)
  }
  const read = async (file: File | undefined): Promise<void> => {
    setPreview(null)
    setFileError(null)
    setIsWritten(false)
    if (!file) return
    if (file.size > maxBytes) return setFileError('The file is larger than 1 MB.')
    const text = await file.text()
    setCsv(text)
    setPreview(
      await send<ImportResponse>({
        path: '/api/admin/products/import',
        body: { csv: text, dryRun: true },
        failed: 'This file cannot be imported',
      }),
    )
  }
  const write = async (): Promise<void> => {
    const result = await send<ImportResponse>({
      path: '/api/admin/products/import',
      body: { csv, dryRun: false },
      failed: 'Import Failed',
    })
    if (!result) return
    toast.success('Import Successful', {
      description: `${result.created} new, ${result.updated} changed${result.refused > 0 ? `, ${result.refused} left out` : ''}.`,
      duration: 5000,
    })
    if (result.refused === 0) return close()
    // Skipped lines stay visible.
    setPreview({
      ...result,
      created: 0,
      updated: 0,
      rows: result.rows.filter(({ action }) => action === 'refused'),
    })
    setIsWritten(true)
  }
  const importable = preview ? preview.created + preview.updated : 0
  return (
    <>
      <button type="button" className="df-more__choice" onClick={() => setIsOpen(true)}>
        <Upload aria-hidden size={18} strokeWidth={1.6} />
        Import CSV
      </button>
      {isOpen
        ? createPortal(
            <Dialog title="Import products" size="wide" onClose={close}>
              <div className="df-form">
                <p className="df-soft">
                  A file as Export CSV makes it: products are known by their slug, variants (a file
                  with a column sku) by their SKU. An empty cell empties its field, a column that is
                  not there changes nothing. Nothing is written before you have seen what would
                  change.
                </p>
                <Field label="CSV file" hint="At most 500 lines and 1 MB.">
                  {(described) => (
                    <input
                      {...described}
                      type="file"
                      accept=".csv,text/csv"
                      className="df-control"
                      disabled={isBusy}
                      onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
                    />
                  )}
                </Field>
                {isBusy && !preview ? (
                  <p role="status" className="df-soft">
                    Reading...
                  </p>
                ) : null}
                <FormError>{fileError ?? refusal}</FormError>
                {preview ? (
                  <>
                    <p role="status">
                      <b>
                        {isWritten
                          ? `The rest is in the shop. ${pluralize(preview.refused, 'line')} left out:`
                          : summaryOf(preview)}
                      </b>
                    </p>
                    <Preview rows={preview.rows} />
                  </>
                ) : null}
              </div>
              <DialogActions>
                <Button variant="ghost" onClick={close}>
                  {isWritten ? 'Close' : 'Cancel'}
                </Button>
                <Button
                  variant="solid"
                  isBusy={isBusy}
                  disabled={importable === 0}
                  onClick={() => void write()}
                >
                  {importable > 0 ? `Import ${pluralize(importable, 'line')}` : 'Import'}
                </Button>
              </DialogActions>
            </Dialog>,
            document.body,
          )
        : null}
    </>
  )
}
