'use client'
import { useState } from 'react'

import { ActionButton, ConfirmAction } from '@/admin/form/actions'
import { Button } from '@/admin/form/button'
import { Switch, TextArea, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { type AdminRequest, useAdminMutation } from '@/admin/form/use-admin-mutation'
import { canMoveReturn } from '@/modules/returns/rules'
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
  const answer = async (form: FormData): Promise<void> => {
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
      onSubmit={answer}
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
    question="Close this return without a refund?"
    verb="Close"
    request={{
      ...stepRequest(id, { step: 'close' }),
      done: 'Return closed',
      failed: 'Couldn’t close the return',
    }}
  >
    For example, after an exchange or a replacement. No money moves.
  </ConfirmAction>
)

/** What staff can do with a return now. */
export function ReturnActions({
  view,
  approvalText,
}: {
  view: AdminReturn
  /** Suggested for the email of an approval. */
  approvalText: string
}) {
  const [dialog, setDialog] = useState<'approve' | 'decline' | 'refund' | null>(null)
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
      {can('closed') ? <CloseReturn view={view} /> : null}
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
