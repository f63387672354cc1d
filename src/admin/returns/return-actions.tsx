'use client'
import { useState } from 'react'

import { ActionButton, ConfirmAction } from '@/admin/form/actions'
import { Button } from '@/admin/form/button'
import { Switch, TextArea, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { type AdminRequest, useAdminMutation } from '@/admin/form/use-admin-mutation'
import { chosenVariant, VariantField } from '@/admin/orders/replace-items-dialog'
import type { AvailableVariants } from '@/modules/orders/queries/swap-options'
import { canClaim, canMoveReturn } from '@/modules/returns/rules'
import type { AdminReturn } from '@/modules/returns/schemas'

const stepRequest = (id: number, body: object): Pick<AdminRequest, 'path' | 'body'> => ({
  path: `/api/admin/returns/${id}/steps`,
  body,
})

const AnswerDialog = ({
  view: { id, orderNumber },
  step,
  suggestion,
  onClose,
}: {
  view: AdminReturn
  step: 'approve' | 'decline'
  suggestion: string
  onClose: () => void
}) => {
  const mutation = useAdminMutation()
  const isApproval = step === 'approve'
  const submit = async (form: FormData): Promise<void> => {
    const sent = await mutation.send({
      ...stepRequest(id, { step, message: form.get('message') }),
      done: isApproval ? 'Return approved' : 'Return declined',
      doneText: 'The customer gets an email.',
      failed: 'Couldn’t answer the request',
    })
    if (sent) onClose()
  }
  return (
    <FormDialog
      title={`${isApproval ? 'Approve' : 'Decline'} the return for ${orderNumber}`}
      className="df-form"
      mutation={mutation}
      submit={isApproval ? 'Approve and email' : 'Decline and email'}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        label="Message to the customer"
        name="message"
        rows={7}
        maxLength={2000}
        data-focus
        defaultValue={suggestion}
        error={mutation.fields.message}
      />
    </FormDialog>
  )
}

const RefundReturnDialog = ({ view, onClose }: { view: AdminReturn; onClose: () => void }) => {
  const mutation = useAdminMutation()
  const [storeCredit, setStoreCredit] = useState(view.wish === 'store-credit')
  const refund = async (form: FormData): Promise<void> => {
    const sent = await mutation.send({
      ...stepRequest(view.id, { step: 'refund', amount: form.get('amount'), storeCredit }),
      done: storeCredit ? 'Store credit sent' : 'Refund sent',
      failed: 'Couldn’t refund',
    })
    if (sent) onClose()
  }
  return (
    <FormDialog
      title={`Refund the return for ${view.orderNumber}`}
      className="df-form"
      mutation={mutation}
      submit="Refund"
      busy="Refunding..."
      onSubmit={refund}
      onClose={onClose}
    >
      <TextField
        label="Amount, $"
        name="amount"
        inputMode="decimal"
        data-focus
        defaultValue={view.value}
        hint="Price of the items with tax. Add return postage if you’re paying for it."
        error={mutation.fields.amount}
      />
      <Switch
        label="As store credit: email the customer a gift card"
        checked={storeCredit}
        onChange={setStoreCredit}
      />
    </FormDialog>
  )
}

const ExchangeReturnDialog = ({
  view: { id, orderNumber, items },
  available,
  onClose,
}: {
  view: AdminReturn
  available: AvailableVariants
  onClose: () => void
}) => {
  const mutation = useAdminMutation()
  const rows = items.map((item) => ({ ...item, id: item.itemId }))
  const exchange = async (form: FormData): Promise<void> => {
    const lines = rows.map((item) => ({ itemId: item.id, ...chosenVariant(form, item, available) }))
    const sent = await mutation.send({
      ...stepRequest(id, { step: 'exchange', lines }),
      done: 'Exchange created',
      doneText: 'The customer gets an email.',
      failed: 'Couldn’t exchange the return',
    })
    if (sent) onClose()
  }
  return (
    <FormDialog
      title={`Exchange the return for ${orderNumber}`}
      className="df-form"
      mutation={{ ...mutation, theirs: null }}
      submit="Send at no charge"
      busy="Creating..."
      noValidate={false}
      onSubmit={exchange}
      onClose={onClose}
    >
      <p>
        This creates a new order to the same address, at no charge whatever it costs, and completes
        the return. Exchanged items can be refunded only if what you send now comes back.
      </p>
      {rows.map((item) => (
        <VariantField
          key={item.id}
          item={item}
          available={available}
          wanted={{ size: item.wantedSize ?? item.size, color: item.wantedColor ?? item.color }}
        />
      ))}
    </FormDialog>
  )
}

const ClaimButton = ({ view: { id, orderNumber, claimedAt } }: { view: AdminReturn }) => (
  <ActionButton
    small
    label={`${claimedAt ? 'Undo claim filed' : 'Claim filed'} with Printful for ${orderNumber}`}
    request={{
      ...stepRequest(id, { step: 'claim', isFiled: !claimedAt }),
      done: claimedAt ? 'Claim marked as not filed' : 'Claim marked as filed',
      failed: 'Couldn’t update the return',
    }}
  >
    {claimedAt ? 'Undo claim filed' : 'Claim filed with Printful'}
  </ActionButton>
)

const ReceiveReturn = ({ id }: { id: number }) => (
  <ActionButton
    small
    request={{
      ...stepRequest(id, { step: 'receive' }),
      done: 'Marked as received',
      failed: 'Couldn’t update the return',
    }}
  >
    Mark as received
  </ActionButton>
)

const CloseReturn = ({ view: { id, orderNumber } }: { view: AdminReturn }) => (
  <ConfirmAction
    text="Close"
    label={`Close the return for ${orderNumber}`}
    question="Close this return without a refund or an exchange?"
    verb="Close"
    request={{
      ...stepRequest(id, { step: 'close' }),
      done: 'Return closed',
      failed: 'Couldn’t close the return',
    }}
  >
    For example, after a replacement. No money moves.
  </ConfirmAction>
)

/** What staff can do with a return now. */
export function ReturnActions({
  view,
  available,
  approvalText,
}: {
  view: AdminReturn
  available: AvailableVariants
  /** Suggested for the email of an approval. */
  approvalText: string
}) {
  const [dialog, setDialog] = useState<'approve' | 'decline' | 'refund' | 'exchange' | null>(null)
  const can = (to: Parameters<typeof canMoveReturn>[1]): boolean => canMoveReturn(view.status, to)
  const close = (): void => setDialog(null)
  return (
    <div className="df-row-actions">
      {can('approved') ? (
        <Button small variant="solid" onClick={() => setDialog('approve')}>
          Approve
        </Button>
      ) : null}
      {can('declined') ? (
        <Button small onClick={() => setDialog('decline')}>
          Decline
        </Button>
      ) : null}
      {can('received') ? <ReceiveReturn id={view.id} /> : null}
      {can('refunded') ? (
        <Button small onClick={() => setDialog('refund')}>
          Refund
        </Button>
      ) : null}
      {can('exchanged') ? (
        <Button small onClick={() => setDialog('exchange')}>
          Exchange
        </Button>
      ) : null}
      {canClaim(view) ? <ClaimButton view={view} /> : null}
      {can('closed') ? <CloseReturn view={view} /> : null}
      {dialog === 'exchange' ? (
        <ExchangeReturnDialog view={view} available={available} onClose={close} />
      ) : null}
      {dialog === 'refund' ? <RefundReturnDialog view={view} onClose={close} /> : null}
      {dialog === 'approve' || dialog === 'decline' ? (
        <AnswerDialog
          view={view}
          step={dialog}
          suggestion={dialog === 'approve' ? approvalText : ''}
          onClose={close}
        />
      ) : null}
    </div>
  )
}
