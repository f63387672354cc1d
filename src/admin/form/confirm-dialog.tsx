'use client'
import type { ReactNode } from 'react'

import { Button } from './button'
import { Dialog, DialogActions, leaveLabel } from './dialog'

type ConfirmDialogProps = {
  /** A question, as 'Are you sure you want to delete this media file?' */
  question: string
  /** What would break, or what can be undone. */
  children?: ReactNode
  /** The verb on the button: 'Delete', 'Deactivate'. */
  verb: string
  isBusy?: boolean
  onConfirm: () => unknown
  onCancel: () => void
}

/** Asks once before something is removed or sent. */
export function ConfirmDialog({
  question,
  children,
  verb,
  isBusy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog title={question} onClose={onCancel}>
      {children ? <div className="df-dialog__text">{children}</div> : null}
      <DialogActions>
        <Button variant="ghost" disabled={isBusy} onClick={onCancel}>
          {leaveLabel(verb)}
        </Button>
        <Button variant="danger" isBusy={isBusy} onClick={() => void onConfirm()}>
          {verb}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
