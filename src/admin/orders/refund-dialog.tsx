'use client'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'

import { Button, passFocusOn } from '@/admin/form/button'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextArea, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { parseCents } from '@/admin/form/form-values'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { pendingRefundText } from '@/modules/orders/rules/line-refund'
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

type RefundProps = {
  title: string
  text: string
  /** 0 as long as there is nothing to refund. */
  cents: Cents
  path: string
  body: object
  onClose: () => void
  children: (fields: Partial<Record<string, string>>) => ReactNode
}

export function RefundForm({ title, text, cents, path, body, onClose, children }: RefundProps) {
  const mutation = useAdminMutation()
  const refund = async (form: FormData): Promise<void> => {
    const sent = await mutation.send({
      path,
      body: { ...body, amount: toDecimal(cents), reason: form.get('reason') },
      done: 'Order updated',
      doneText: `${formatMoney(cents)} refunded.`,
      pendingText: pendingRefundText(cents),
      failed: 'Error updating order',
    })
    if (sent) onClose()
  }
  return (
    <FormDialog
      title={title}
      className="df-form"
      mutation={{ ...mutation, theirs: null }}
      submit={cents > 0 ? `Refund ${formatMoney(cents)}` : 'Refund'}
      busy="Refunding…"
      isDanger
      disabled={cents === 0}
      hidesError
      onSubmit={refund}
      onClose={onClose}
    >
      <p>{text}</p>
      <FormError fields={mutation.fields}>{mutation.refusal}</FormError>
      {children(mutation.fields)}
      <TextArea
        label="Reason"
        name="reason"
        rows={2}
        maxLength={300}
        hint="Saved to the timeline. The customer sees it only if they download their data."
        error={mutation.fields.reason}
        required
      />
    </FormDialog>
  )
}

const AmountForm = ({
  orderId,
  orderNumber,
  refundableCents,
  differences,
  refundId,
  onClose,
}: Props & { refundId: string; onClose: () => void }) => {
  /** Null until someone types: until then, the amount is what can be refunded. */
  const [typed, setTyped] = useState<string | null>(null)
  const amount = typed ?? toDecimal(refundableCents)
  const cents = parseCents(amount)
  const error = amount === '' ? undefined : amountError(cents, refundableCents)
  return (
    <RefundForm
      title={`Refund ${orderNumber}`}
      text="The refund goes to the original PayPal payment. If a gift card paid part of the order, the rest goes to the card. It can’t be undone."
      cents={error ? 0 : (cents ?? 0)}
      path={`/api/admin/orders/${orderId}/refund`}
      body={{ refundId, left: toDecimal(refundableCents) }}
      onClose={onClose}
    >
      {(fields) => (
        <TextField
          label="Amount in dollars"
          inputMode="decimal"
          value={amount}
          onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
          hint={error ? undefined : hintOf(cents, refundableCents, differences)}
          error={error ?? fields.amount}
          required
        />
      )}
    </RefundForm>
  )
}

/** A refund's id is created when its dialog opens, so that a second press is the same refund. Null: it's closed. */
export function useRefundId() {
  const router = useRouter()
  const [refundId, setRefundId] = useState<string | null>(null)
  const open = (): void => {
    setRefundId(newUuid())
    // Someone else may have refunded something since the page was loaded.
    router.refresh()
  }
  return { refundId, open, close: () => setRefundId(null) }
}

export function RefundDialog(props: Props) {
  const { orderNumber, refundableCents } = props
  const { refundId, open, close } = useRefundId()
  return (
    <>
      {refundableCents > 0 ? (
        <Button ref={passFocusOn} small onClick={open}>
          Refund
        </Button>
      ) : null}
      {refundId && refundableCents > 0 ? (
        <AmountForm {...props} refundId={refundId} onClose={close} />
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
