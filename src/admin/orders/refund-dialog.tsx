'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextArea, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { type Cents, formatMoney, parseMoney, toDecimal } from '@/platform/money'
import { FormError } from '@/ui/form-error'

type Props = { orderId: number; orderNumber: string; leftCents: Cents }

const centsOf = (text: string): Cents | null => {
  try {
    return /^\d{1,6}(\.\d{1,2})?$/.test(text) ? parseMoney(text) : null
  } catch {
    return null
  }
}

/** Refunds through PayPal. The refund's id is created when the dialog opens, so that a second press is the same refund. */
export function RefundDialog({ orderId, orderNumber, leftCents }: Props) {
  const mutation = useAdminMutation()
  const { fields, refusal } = mutation
  const router = useRouter()
  const [refundId, setRefundId] = useState<string | null>(null)
  /** Null until somebody types: then the amount follows what is left. */
  const [typed, setTyped] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const amount = typed ?? toDecimal(leftCents)
  const cents = centsOf(amount)
  const title = `Refund ${orderNumber}`
  const maximum = formatMoney(leftCents)

  const open = (): void => {
    setTyped(null)
    setReason('')
    setRefundId(crypto.randomUUID())
    // Somebody else may have refunded something since the page was loaded.
    router.refresh()
  }
  const close = (): void => setRefundId(null)
  const refund = async (): Promise<void> => {
    const result = await mutation.send({
      path: `/api/admin/orders/${orderId}/refund`,
      body: { amount, reason, refundId, left: toDecimal(leftCents) },
      done: 'Order updated',
      doneText: `${formatMoney(cents ?? 0)} is on its way back to the buyer.`,
      failed: 'Error updating order',
    })
    if (result) close()
  }
  return (
    <>
      {leftCents > 0 ? (
        <Button small onClick={open}>
          Refund
        </Button>
      ) : null}
      {refundId && leftCents === 0 ? (
        <Dialog title={title} onClose={close}>
          <p className="df-dialog__text" role="alert">
            Everything was sent back already.
          </p>
          <DialogActions>
            <Button onClick={close}>Close</Button>
          </DialogActions>
        </Dialog>
      ) : null}
      {refundId && leftCents > 0 ? (
        <FormDialog
          title={title}
          isDirty={reason !== ''}
          mutation={{ ...mutation, theirs: null }}
          submit={`Send ${formatMoney(cents ?? 0)} back`}
          busy="Sending..."
          isDanger
          disabled={!cents || cents > leftCents}
          hidesError
          onSubmit={refund}
          onClose={close}
        >
          <p>The money goes back through PayPal to whoever paid. This cannot be taken back.</p>
          <FormError fields={fields}>{refusal}</FormError>
          <TextField
            label="Amount in dollars"
            inputMode="decimal"
            value={amount}
            onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
            hint={`At most ${maximum}.`}
            error={
              cents !== null && cents > leftCents
                ? `At most ${maximum} can be sent back.`
                : fields.amount
            }
            required
          />
          <TextArea
            label="Reason"
            rows={2}
            maxLength={300}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            hint="For the timeline; the buyer does not see it."
            error={fields.reason}
            required
          />
        </FormDialog>
      ) : null}
    </>
  )
}
