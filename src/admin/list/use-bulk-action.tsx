'use client'
import { toast } from '@payloadcms/ui'
import { type ReactNode, useState } from 'react'

import { Button } from '@/admin/form/button'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { type AdminMutation, undoAction, useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { BulkOutcome } from '@/platform/bulk/bulk-schema'
import { pluralize } from '@/platform/pluralize'

import { useFocusListAfter } from './selection'

type Result = BulkOutcome & { id: number }
type Response<Row extends Result> = { changed: number; results: Row[] }
/** The calls that undo a change for the rows that it changed, and their message. */
type Undo = { bodies: (ids: number[]) => object[]; done: string }
type BulkMessages = {
  /** After the count: '3 orders updated'. */
  done: string
  /** The title of the toast when nothing could be sent. */
  failed: string
  undo?: Undo
}
type Report<Row> = { title: string; results: Row[]; undo: (() => void) | undefined }
export type RunBulkAction = (body: object, messages: BulkMessages) => Promise<void>

/** The result of each row, when not all were changed. */
const ReportDialog = <Row extends Result>({
  report: { title, results, undo },
  nameOf,
  onClose,
}: {
  report: Report<Row>
  nameOf: (row: Row) => string
  onClose: () => void
}) => (
  <Dialog title={title} onClose={onClose}>
    <ul className="df-dialog__text df-report-list">
      {results.map((row) => (
        <li key={row.id}>
          <b>{nameOf(row)}</b> {row.outcome === 'skipped' ? 'Skipped: ' : ''}
          {row.message}
        </li>
      ))}
    </ul>
    <DialogActions>
      {undo ? (
        <Button
          variant="ghost"
          onClick={() => {
            onClose()
            undo()
          }}
        >
          Undo
        </Button>
      ) : null}
      <Button variant="solid" onClick={onClose}>
        Close
      </Button>
    </DialogActions>
  </Dialog>
)

/** Sends an action for the selected rows of a list; what was skipped is reported with its reason. */
export function useBulkAction<Row extends Result>({
  path,
  noun,
  nameOf,
  onDone,
}: {
  path: string
  /** Of one row: 'order'. */
  noun: string
  nameOf: (row: Row) => string
  onDone: () => void
}): { mutation: AdminMutation; run: RunBulkAction; report: ReactNode } {
  const mutation = useAdminMutation()
  const [report, setReport] = useState<Report<Row> | null>(null)
  useFocusListAfter(report !== null)
  const run: RunBulkAction = async (body, { done, failed, undo }) => {
    const response = await mutation.send<Response<Row>>({ path, body, failed })
    if (!response) return
    const { changed, results } = response
    onDone()
    const ids = results.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)
    const undoAll = async ({ bodies, done }: Undo): Promise<void> => {
      for (const body of bodies(ids)) await run(body, { done, failed })
    }
    const undoChange = undo && changed > 0 ? (): void => void undoAll(undo) : undefined
    if (changed < results.length) {
      const title = `${changed} of ${pluralize(results.length, noun)} ${done}`
      setReport({ title, results, undo: undoChange })
      return
    }
    toast.success(`${pluralize(changed, noun)} ${done}`, {
      duration: 5000,
      ...(undoChange ? { action: undoAction(undoChange) } : {}),
    })
  }
  return {
    mutation,
    run,
    report: report ? (
      <ReportDialog report={report} nameOf={nameOf} onClose={() => setReport(null)} />
    ) : null,
  }
}
