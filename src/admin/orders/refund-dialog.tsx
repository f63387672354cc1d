'use client'
import { FormError } from '@/admin/form/form-error'
import { Button } from '@/admin/form/button'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextArea, TextField } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { type Cents, formatMoney, parseMoney, toDecimal } from '@/platform/money'

type Props = { orderId: number; orderNumber: string; leftCents: Cents }

const centsOf = (text: string): Cents | null => {
  try {
    return /^\d{1,6}(\.\d{1,2})?$/.test(text) ? parseMoney(text) : null
  } catch {
    return null
  }
}

/** Sends money back. The id of what is meant is made when the dialog opens, so that a second press is the same refund. */
export function RefundDialog({ orderId, orderNumber, leftCents }: Props) {
  const { send, isBusy, fields, refusal } = useAdminMutation()
  const router = useRouter()
  const [refundId, setRefundId] = useState<string | null>(null)
  /** Until somebody types: what is left, whatever that has become meanwhile. */
  const [typed, setTyped] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const amount = typed ?? toDecimal(leftCents)
  const cents = centsOf(amount)

  const open = (): void => {
    setTyped(null)
    setReason('')
    setRefundId(crypto.randomUUID())
    // Somebody else may have sent something back since this page was read.
    router.refresh()
  }
  const send = async (): Promise<void> => {
    const answer = await send<{ status: string; amount: string }>({
      path: `/api/admin/orders/${orderId}/refund`,
      body: { amount, reason, refundId, left: toDecimal(leftCents) },
      done: 'Order updated',
      doneText: `${formatMoney(cents ?? 0)} is on its way back to the buyer.`,
      failed: 'Error updating order',
    })
    if (answer) setRefundId(null)
  }
  return (
    <>
      {leftCents > 0 ? (
        <Button small onClick={open}>
          Refund
        </Button>
      ) : null}
      {refundId && leftCents === 0 ? (
        <Dialog title={`Refund ${orderNumber}`} onClose={() => setRefundId(null)}>
          <p className="df-dialog__text" role="alert">
            Everything was sent back already.
          </p>
          <DialogActions>
            <Button onClick={() => setRefundId(null)}>Close</Button>
          </DialogActions>
        </Dialog>
      ) : null}
      {refundId && leftCents > 0 ? (
        <Dialog
          title={`Refund ${orderNumber}`}
          onClose={() => setRefundId(null)}
          isDirty={reason !== ''}
        >
          <form
            className="df-form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void send()
            }}
          >
            <p>The money goes back through PayPal to whoever paid. This cannot be taken back.</p>
            <FormError fields={fields}>{refusal}</FormError>
            <TextField
              label="Amount in dollars"
              inputMode="decimal"
              value={amount}
              onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
              hint={`At most ${formatMoney(leftCents)}.`}
              error={
                cents !== null && cents > leftCents
                  ? `At most ${formatMoney(leftCents)} can be sent back.`
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
            <DialogActions>
              <Button variant="ghost" onClick={() => setRefundId(null)}>
                Cancel
              </Button>
              <Button
                type="submit"
                variant="danger"
                isBusy={isBusy}
                disabled={cents === null || cents === 0 || cents > leftCents}
              >
                {isBusy ? 'Sending...' : `Send ${formatMoney(cents ?? 0)} back`}
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      ) : null}
    </>
  )
}
