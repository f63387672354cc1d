'use client'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { SelectField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import { replacementReasonLabels, replacementReasons } from '@/modules/orders/rules/order-status'
import { newUuid } from '@/platform/http/new-uuid'
import { FormError } from '@/ui/form-error'

import { variantLabel } from './order-line-items'

type Props = { order: Pick<AdminOrder, 'id' | 'orderNumber' | 'items'> }

const reasons = replacementReasons.map(
  (reason) => [reason, replacementReasonLabels[reason]] as const,
)
const countsUpTo = (quantity: number) =>
  Array.from(
    { length: quantity + 1 },
    (_, count) => [count, count === 0 ? 'None' : `${count}`] as const,
  )

const ReplaceForm = ({
  order: { id, orderNumber, items },
  requestId,
  onClose,
}: Props & { requestId: string; onClose: () => void }) => {
  const mutation = useAdminMutation()
  const send = async (form: FormData): Promise<void> => {
    const created = await mutation.send({
      path: `/api/admin/orders/${id}/replacements`,
      body: {
        lines: items
          .map((item) => ({ itemId: item.id, quantity: Number(form.get(`item ${item.id}`)) }))
          .filter(({ quantity }) => quantity > 0),
        reason: form.get('reason'),
        requestId,
      },
      done: 'Replacement created',
      doneText: 'The customer gets an email.',
      failed: 'Couldn’t create the replacement',
    })
    if (created) onClose()
  }
  return (
    <FormDialog
      title={`Resend items from ${orderNumber}`}
      className="df-form"
      mutation={{ ...mutation, theirs: null }}
      submit="Send at no charge"
      busy="Creating..."
      hidesError
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        This creates a new order to the same address, at no charge. You pay the printer. The
        timeline shows its number.
      </p>
      <FormError fields={mutation.fields}>{mutation.refusal}</FormError>
      {items.map((item) => (
        <SelectField
          key={item.id}
          label={`${item.name} (${variantLabel(item)})`}
          name={`item ${item.id}`}
          options={countsUpTo(item.quantity)}
          defaultValue={items.length === 1 ? 1 : 0}
        />
      ))}
      <SelectField label="Reason" name="reason" options={reasons} error={mutation.fields.reason} />
    </FormDialog>
  )
}

/** Sends items again at no charge. The request’s id is created when the dialog opens, so that a second press makes one order. */
export function ReplaceItemsDialog(props: Props) {
  const [requestId, setRequestId] = useState<string | null>(null)
  return (
    <>
      <Button small onClick={() => setRequestId(newUuid())}>
        Send again
      </Button>
      {requestId ? (
        <ReplaceForm {...props} requestId={requestId} onClose={() => setRequestId(null)} />
      ) : null}
    </>
  )
}
