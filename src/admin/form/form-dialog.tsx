'use client'
import { useLayoutEffect, useState } from 'react'

import { FormError } from '@/ui/form-error'

import { Button } from './button'
import { ConflictNotice } from './conflict-notice'
import { Dialog, DialogActions, type DialogProps, leaveLabel } from './dialog'
import { hasHalfDate } from './half-date'
import type { AdminMutation } from './use-admin-mutation'

type Props = DialogProps & {
  mutation: Pick<AdminMutation, 'isBusy' | 'fields' | 'refusal' | 'theirs'> &
    Partial<Pick<AdminMutation, 'forget'>>
  /** The label of the submit button, and the one while it is sent. */
  submit: string
  busy?: string
  isDanger?: boolean
  disabled?: boolean
  className?: string
  /** Without it the browser checks `required` first. */
  noValidate?: boolean
  /** The error of the whole form is shown at one of its fields. */
  hidesError?: boolean
  onSubmit: (data: FormData, form: HTMLFormElement) => unknown
}

/** A form in a dialog: its error, the conflict notice, Cancel, and submit. Without `isDirty`, any input makes it dirty. */
export function FormDialog({
  mutation: { isBusy, fields, refusal, theirs, forget },
  submit,
  busy = 'Saving...',
  isDanger = false,
  disabled = false,
  className,
  noValidate = true,
  hidesError = false,
  onSubmit,
  children,
  ...dialog
}: Props) {
  const [isChanged, setIsChanged] = useState(false)
  // A mutation that outlives its dialog still has its earlier errors.
  useLayoutEffect(() => forget?.(), [forget])
  return (
    <Dialog isDirty={isChanged} {...dialog}>
      <form
        className={className}
        noValidate={noValidate}
        onChange={() => setIsChanged(true)}
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          if (!hasHalfDate(form)) void onSubmit(new FormData(form), form)
        }}
      >
        {children}
        {hidesError ? null : <FormError fields={fields}>{refusal}</FormError>}
        <ConflictNotice theirs={theirs} />
        <DialogActions>
          {/* The label beside it gets shorter, which moves Cancel under the second click of a double click. */}
          <Button variant="ghost" disabled={isBusy} onClick={dialog.onClose}>
            {leaveLabel(submit)}
          </Button>
          <Button
            type="submit"
            variant={isDanger ? 'danger' : 'solid'}
            isBusy={isBusy}
            disabled={disabled}
          >
            {isBusy ? busy : submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
