'use client'
import { Button } from '@/admin/form/button'
import type { ReactNode } from 'react'

import { Dialog, DialogActions } from './dialog'

type Props = {
  /** A question, as 'Are you sure you want to delete this media file?' */
  question: string
  /** What would break, or what can be undone. */
  children?: ReactNode
  /** The verb on the button: 'Delete', 'Deactivate'. */
  verb: string
  isBusy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks once before something is taken away. */
export function ConfirmDialog({
  question,
  children,
  verb,
  isBusy = false,
  onConfirm,
  onCancel,
}: Props) {
  return (
    <Dialog title={question} onClose={onCancel}>
      {children ? <div className="df-dialog__text">{children}</div> : null}
      <DialogActions>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="danger" isBusy={isBusy} onClick={onConfirm}>
          {verb}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
