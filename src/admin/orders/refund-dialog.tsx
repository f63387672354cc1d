'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { Button, passFocusOn } from '@/admin/form/button'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextArea, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { parseCents } from '@/admin/form/form-values'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import {
  followingRefundCents,
  followingRefundText,
  type PaidDifference,
} from '@/modules/orders/rules/price-difference'
import { newUuid } from '@/platform/http/new-uuid'
import { type Cents, formatMoney, toDecimal } from '@/platform/money'
import { FormError } from '@/ui/form-error'

type Props = {
  orderId: number
  orderNumber: string
  refundableCents: Cents
  differences: readonly PaidDifference[]
}

const amountError = (cents: Cents | null, maximumCents: Cents): string | undefined => {
  if (cents === null) return 'Enter an amount like 20.00.'
  if (cents === 0) return 'Enter an amount greater than zero.'
  return cents > maximumCents ? `You can refund up to ${formatMoney(maximumCents)}.` : undefined
}

/**
 * A plain amount has no item: a price difference is refunded with it only if nothing of the order is left, or it was
 * canceled.
 */
const hintOf = (
  cents: Cents | null,
  refundableCents: Cents,
  differences: readonly PaidDifference[],
): string =>
  followingRefundText(
    followingRefundCents(differences, cents === refundableCents ? null : new Map()),
  ) ?? `Up to ${formatMoney(refundableCents)}.`

type FormProps = Props & { refundId: string; onClose: () => void }

const useRefund = ({ orderId, refundableCents, refundId, onClose }: FormProps) => {
  const mutation = useAdminMutation()
  const refund = async (cents: Cents, reason: string): Promise<void> => {
    const result = await mutation.send({
      path: `/api/admin/orders/${orderId}/refund`,
      body: { amount: toDecimal(cents), reason, refundId, left: toDecimal(refundableCents) },
      done: 'Order updated',
      doneText: `${formatMoney(cents)} refunded.`,
      failed: 'Error updating order',
    })
    if (result) onClose()
  }
  return { mutation, refund }
}

const RefundForm = (props: FormProps) => {
  const { orderNumber, refundableCents, differences, onClose } = props
  const { mutation, refund } = useRefund(props)
  const { fields, refusal } = mutation
  /** Null until someone types: until then, the amount is what can be refunded. */
  const [typed, setTyped] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const amount = typed ?? toDecimal(refundableCents)
  const cents = parseCents(amount)
  const error = amount === '' ? undefined : amountError(cents, refundableCents)
  const isValid = cents !== null && amountError(cents, refundableCents) === undefined
  return (
    <FormDialog
      title={`Refund ${orderNumber}`}
      isDirty={reason !== ''}
      mutation={{ ...mutation, theirs: null }}
      submit={isValid ? `Refund ${formatMoney(cents)}` : 'Refund'}
      busy="Refunding…"
      isDanger
      disabled={!isValid}
      hidesError
      onSubmit={() => isValid && refund(cents, reason)}
      onClose={onClose}
    >
      <p>
        The refund goes to the original PayPal payment. If a gift card paid part of the order, the
        rest goes to the card. It can’t be undone.
      </p>
      <FormError fields={fields}>{refusal}</FormError>
      <TextField
        label="Amount in dollars"
        inputMode="decimal"
        value={amount}
        onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
        hint={error ? undefined : hintOf(cents, refundableCents, differences)}
        error={error ?? fields.amount}
        required
      />
      <TextArea
        label="Reason"
        rows={2}
        maxLength={300}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        hint="Saved to the timeline. Not visible to the customer."
        error={fields.reason}
        required
      />
    </FormDialog>
  )
}

/** Refunds through PayPal. The refund's id is created when the dialog opens, so that a second press is the same refund. */
export function RefundDialog(props: Props) {
  const { orderNumber, refundableCents } = props
  const router = useRouter()
  const [refundId, setRefundId] = useState<string | null>(null)
  const open = (): void => {
    setRefundId(newUuid())
    // Somebody else may have refunded something since the page was loaded.
    router.refresh()
  }
  const close = (): void => setRefundId(null)
  return (
    <>
      {refundableCents > 0 ? (
        <Button ref={passFocusOn} small onClick={open}>
          Refund
        </Button>
      ) : null}
      {refundId && refundableCents > 0 ? (
        <RefundForm {...props} refundId={refundId} onClose={close} />
      ) : null}
      {refundId && refundableCents === 0 ? (
        <Dialog title={`Refund ${orderNumber}`} onClose={close}>
          <p className="df-dialog__text" role="alert">
            This order is fully refunded.
          </p>
          <DialogActions>
            <Button onClick={close}>Close</Button>
          </DialogActions>
        </Dialog>
      ) : null}
    </>
  )
}
