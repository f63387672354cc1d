'use client'
import { type ComponentProps, useState } from 'react'

import { TextLink } from '@/admin/form/button'
import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { TextArea } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import type { AdminMutation } from '@/admin/form/use-admin-mutation'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import { type OrderStatus, orderStatusLabels } from '@/modules/orders/rules/order-status'
import { type Cents, formatMoney } from '@/platform/money'

type Props = {
  order: Pick<AdminOrder, 'id' | 'orderNumber' | 'status' | 'paymentMethods'>
  to: OrderStatus
  /** The amount without a recorded payment. */
  unpaidCents: Cents
  mutation: AdminMutation
  onConfirm: (reason: string) => void
  onCancel: () => void
}

const onlyStatusText =
  'This only changes the status. No money is refunded, and nothing is canceled on Printful.'

const consequence = (to: OrderStatus, unpaidCents: Cents, isPaidByHand: boolean): string | null => {
  if (to === 'paid' && unpaidCents > 0)
    return `No payment is on record. ${formatMoney(unpaidCents)} will be recorded permanently as a manual payment.`
  if (to === 'cancelled' && unpaidCents === 0) return onlyStatusText
  if (to !== 'refunded') return null
  return `This only updates the record. No money changes hands.${isPaidByHand ? ' The payment you recorded manually will be marked as refunded.' : ''}`
}

/** Where the money of an order is refunded. */
const PaymentsLink = ({ id, text, onClick }: { id: number; text: string; onClick: () => void }) => (
  <TextLink look="plain" href={`/admin/orders/${id}#payments`} onClick={onClick}>
    {text}
  </TextLink>
)

/** Asks before a paid order is canceled without a refund. */
export function CancelWithoutRefundDialog({
  id,
  orderNumber,
  ...dialog
}: Omit<ComponentProps<typeof ConfirmDialog>, 'question' | 'verb'> &
  Pick<AdminOrder, 'id' | 'orderNumber'>) {
  return (
    <ConfirmDialog
      {...dialog}
      question={`Cancel ${orderNumber} without a refund?`}
      verb="Cancel without a refund"
    >
      {onlyStatusText}{' '}
      <PaymentsLink id={id} text="Cancel and refund instead" onClick={dialog.onCancel} />
    </ConfirmDialog>
  )
}

/** Asks for the reason of a step outside the usual path. Escape and Cancel leave everything as it is. */
export function ReasonDialog({ order, to, unpaidCents, mutation, onConfirm, onCancel }: Props) {
  const [isMissing, setIsMissing] = useState(false)
  const [text, setText] = useState('')
  const note = consequence(to, unpaidCents, order.paymentMethods.includes('manual'))

  const confirm = (form: HTMLFormElement): void => {
    const reason = text.trim()
    if (reason) return onConfirm(reason)
    setIsMissing(true)
    form.querySelector('textarea')?.focus()
  }
  return (
    <FormDialog
      title={`${order.orderNumber}: ${orderStatusLabels[order.status]} to ${orderStatusLabels[to]}`}
      isDirty={text.trim() !== ''}
      // A version conflict shows only its error message, without the choice to overwrite.
      mutation={{ ...mutation, fields: {}, theirs: null }}
      submit={`Change to ${orderStatusLabels[to]}`}
      onSubmit={(_, form) => confirm(form)}
      onClose={onCancel}
    >
      <p>
        This isn’t the usual next step. The change and your reason will be saved to the order’s
        timeline.
      </p>
      {note ? (
        <p className="df-note">
          {note}
          {to !== 'paid' && order.paymentMethods.some((method) => method !== 'manual') ? (
            <>
              {' '}
              <PaymentsLink id={order.id} text="Refund it instead" onClick={onCancel} />
            </>
          ) : null}
        </p>
      ) : null}
      <TextArea
        label="Reason"
        name="reason"
        rows={3}
        maxLength={500}
        required
        data-focus
        error={isMissing ? 'Please enter a reason.' : undefined}
        onInput={({ currentTarget }) => {
          setIsMissing(false)
          setText(currentTarget.value)
        }}
      />
    </FormDialog>
  )
}
