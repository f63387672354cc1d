'use client'
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Cents, formatMoney } from '../../domain/money'
import { type OrderStatus, orderStatusLabels } from '../../domain/order-status'

type Props = {
  orderNumber: string
  from: OrderStatus
  to: OrderStatus
  /** What no payment is on record for. */
  unpaidCents: Cents
  onConfirm: (reason: string) => void
  onCancel: () => void
}

const consequence = ({ to, unpaidCents }: Pick<Props, 'to' | 'unpaidCents'>): string | null => {
  if (to === 'paid' && unpaidCents > 0) return `No payment is on record. ${formatMoney(unpaidCents)} will be kept as a manual payment, for good.`
  if (to === 'refunded') return 'This only records it. To send the money back through PayPal, use Refund on the order’s own page.'
  return null
}

/** Asks why, for a step outside the usual path. Escape and Cancel leave everything as it is. */
export const ReasonDialog = ({ orderNumber, from, to, unpaidCents, onConfirm, onCancel }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isMissing, setIsMissing] = useState(false)
  const id = useId()
  const note = consequence({ to, unpaidCents })

  // Closed before it leaves the page: only then does the browser give focus back to the select.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])

  const confirm = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('reason') as HTMLTextAreaElement
    const reason = field.value.trim()
    if (reason) return onConfirm(reason)
    setIsMissing(true)
    field.focus()
  }
  return (
    <dialog ref={dialog} className="df-dialog" aria-labelledby={`${id}-title`} onCancel={(event) => { event.preventDefault(); onCancel() }}>
      <form onSubmit={confirm} noValidate>
        <h2 id={`${id}-title`}>{orderNumber}: {orderStatusLabels[from]} to {orderStatusLabels[to]}</h2>
        <p>This is not the usual next step. The order’s timeline keeps the change and your reason.</p>
        {note ? <p className="df-note">{note}</p> : null}
        <div className="df-field">
          <label htmlFor={`${id}-reason`}>Reason</label>
          <textarea
            id={`${id}-reason`} name="reason" className="df-control" rows={3} maxLength={500} required aria-invalid={isMissing}
            aria-describedby={isMissing ? `${id}-missing` : undefined} onInput={() => setIsMissing(false)}
          />
          {isMissing ? <p id={`${id}-missing`} className="df-field__error">Please say why in a few words.</p> : null}
        </div>
        <p className="df-dialog__ways">
          <button type="button" className="df-button df-button--ghost" onClick={onCancel}>Cancel</button>
          <button type="submit" className="df-button df-button--solid">Change to {orderStatusLabels[to]}</button>
        </p>
      </form>
    </dialog>
  )
}
