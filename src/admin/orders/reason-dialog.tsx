'use client'
import { FormError } from '@/admin/form/form-error'
import { TextLink, Button } from '@/admin/form/button'
import { type FormEvent, useState } from 'react'

import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextArea } from '@/admin/form/fields'
import { type OrderStatus, orderStatusLabels } from '@/modules/orders/rules/order-status'
import { type Cents, formatMoney } from '@/platform/money'

type Props = {
  orderId: number
  orderNumber: string
  from: OrderStatus
  to: OrderStatus
  /** What no payment is on record for. */
  unpaidCents: Cents
  isBusy: boolean
  /** The server's sentence, when it was refused. */
  refusal: string | null
  onConfirm: (reason: string) => void
  onCancel: () => void
}

const consequence = ({ to, unpaidCents }: Pick<Props, 'to' | 'unpaidCents'>): string | null => {
  if (to === 'paid' && unpaidCents > 0)
    return `No payment is on record. ${formatMoney(unpaidCents)} will be kept as a manual payment, for good.`
  if (to === 'refunded') return 'This only records it; no money moves.'
  return null
}

/** Asks why, for a step outside the usual path. Escape and Cancel leave everything as it is. */
export function ReasonDialog({
  orderId,
  orderNumber,
  from,
  to,
  unpaidCents,
  isBusy,
  refusal,
  onConfirm,
  onCancel,
}: Props) {
  const [isMissing, setIsMissing] = useState(false)
  const [isDirty, setIsDirty] = useState(false)
  const note = consequence({ to, unpaidCents })

  const confirm = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('reason') as HTMLTextAreaElement
    const reason = field.value.trim()
    if (reason) return onConfirm(reason)
    setIsMissing(true)
    field.focus()
  }
  return (
    <Dialog
      title={`${orderNumber}: ${orderStatusLabels[from]} to ${orderStatusLabels[to]}`}
      onClose={onCancel}
      isDirty={isDirty}
    >
      <form onSubmit={confirm} noValidate>
        <p>
          This is not the usual next step. The order’s timeline keeps the change and your reason.
        </p>
        {note ? (
          <p className="df-note">
            {note}
            {to === 'refunded' && unpaidCents === 0 ? (
              <>
                {' '}
                <TextLink
                  look="plain"
                  href={`/admin/orders/${orderId}#payments`}
                  onClick={onCancel}
                >
                  Send it back through PayPal instead
                </TextLink>
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
          error={isMissing ? 'Please say why in a few words.' : undefined}
          onInput={({ currentTarget }) => {
            setIsMissing(false)
            setIsDirty(currentTarget.value.trim() !== '')
          }}
        />
        <FormError>{refusal}</FormError>
        <DialogActions>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" variant="solid" isBusy={isBusy}>
            {isBusy ? 'Saving...' : `Change to ${orderStatusLabels[to]}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
