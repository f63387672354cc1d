'use client'
import { useState } from 'react'

import { ActionButton } from '@/admin/form/actions'
import { Button, passFocusOn } from '@/admin/form/button'
import { Switch, TextArea, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { type AdminRequest, useAdminMutation } from '@/admin/form/use-admin-mutation'
import { chosenVariant, VariantField } from '@/admin/orders/replace-items-dialog'
import type { AvailableVariants } from '@/modules/orders/queries/swap-options'
import { canClaim, canMoveReturn, isDefect } from '@/modules/returns/rules'
import type { AdminReturn } from '@/modules/returns/schemas'

const stepRequest = (id: number, body: object): Pick<AdminRequest, 'path' | 'body'> => ({
  path: `/api/admin/returns/${id}/steps`,
  body,
})

const messageForms = {
  approve: {
    title: 'Approve the return for',
    submit: 'Approve and email',
    done: 'Return approved',
    failed: 'Couldn’t approve the return',
  },
  decline: {
    title: 'Decline the return for',
    submit: 'Decline and email',
    done: 'Return declined',
    failed: 'Couldn’t decline the return',
  },
  message: {
    title: 'Send a message about the return for',
    submit: 'Send email',
    done: 'Message sent',
    failed: 'Couldn’t send the message',
  },
  close: {
    title: 'Close the return for',
    submit: 'Close and email',
    done: 'Return closed',
    failed: 'Couldn’t close the return',
  },
} as const

/** A step that emails the customer what staff write. */
const MessageDialog = ({
  view: { id, orderNumber, reason },
  step,
  suggestion,
  onClose,
}: {
  view: AdminReturn
  step: keyof typeof messageForms
  suggestion: string
  onClose: () => void
}) => {
  const mutation = useAdminMutation()
  const { title, submit, done, failed } = messageForms[step]
  const isClosing = step === 'close'
  const send = async (form: FormData): Promise<void> => {
    const label = form.get('label')
    const sent = await mutation.send({
      ...stepRequest(id, { step, message: form.get('message'), ...(label ? { label } : {}) }),
      done,
      doneText: 'The customer gets an email.',
      failed,
    })
    if (sent) onClose()
  }
  return (
    <FormDialog
      title={`${title} ${orderNumber}`}
      className="df-form"
      mutation={mutation}
      submit={submit}
      onSubmit={send}
      onClose={onClose}
    >
      {isClosing ? <p>It ends without a refund or an exchange. No money changes hands.</p> : null}
      <TextArea
        label={isClosing ? 'Message to the customer (optional)' : 'Message to the customer'}
        name="message"
        rows={7}
        maxLength={2000}
        data-focus
        defaultValue={suggestion}
        hint={isClosing ? 'For example: “A replacement is on its way.”' : undefined}
        error={mutation.fields.message}
      />
      {(step === 'approve' || step === 'message') && !isDefect(reason) ? (
        <TextField
          label="Link to a prepaid label (optional)"
          name="label"
          type="url"
          hint="It’s added to the message. You can also send it later."
          error={mutation.fields.label}
        />
      ) : null}
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
      failed: 'Couldn’t refund the return',
    })
    if (sent) onClose()
  }
  return (
    <FormDialog
      title={`Refund the return for ${view.orderNumber}`}
      className="df-form"
      mutation={mutation}
      submit="Refund"
      busy="Refunding…"
      onSubmit={refund}
      onClose={onClose}
    >
      <TextField
        label="Amount, $"
        name="amount"
        inputMode="decimal"
        data-focus
        defaultValue={view.value}
        hint="Price of the items with tax. Add return postage if you’re paying for it. Price differences paid for these items are refunded automatically."
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
      busy="Creating…"
      noValidate={false}
      onSubmit={exchange}
      onClose={onClose}
    >
      <p>
        This creates a new order to the same address, at no charge even if it costs more, and
        completes the return. After that, you can refund these items only if the new ones come back.
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
    label={`Mark claim as ${claimedAt ? 'not filed' : 'filed'} for ${orderNumber}`}
    request={{
      ...stepRequest(id, { step: 'claim', isFiled: !claimedAt }),
      done: claimedAt ? 'Claim marked as not filed' : 'Claim marked as filed',
      failed: 'Couldn’t update the return',
    }}
  >
    {claimedAt ? 'Mark claim as not filed' : 'Mark claim as filed'}
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
  const [dialog, setDialog] = useState<keyof typeof messageForms | 'refund' | 'exchange' | null>(
    null,
  )
  const can = (to: Parameters<typeof canMoveReturn>[1]): boolean => canMoveReturn(view.status, to)
  const close = (): void => setDialog(null)
  const button = (name: NonNullable<typeof dialog>, text: string, variant?: 'solid') => (
    <Button ref={passFocusOn} small variant={variant} onClick={() => setDialog(name)}>
      {text}
    </Button>
  )
  return (
    <div className="df-row-actions">
      {can('approved') ? button('approve', 'Approve', 'solid') : null}
      {can('declined') ? button('decline', 'Decline') : null}
      {can('received') ? <ReceiveReturn id={view.id} /> : null}
      {can('refunded') ? button('refund', 'Refund') : null}
      {can('exchanged') ? button('exchange', 'Exchange') : null}
      {view.status === 'approved' ? button('message', 'Send a message') : null}
      {canClaim(view) ? <ClaimButton view={view} /> : null}
      {can('closed') ? button('close', 'Close') : null}
      {dialog === 'exchange' ? (
        <ExchangeReturnDialog view={view} available={available} onClose={close} />
      ) : null}
      {dialog === 'refund' ? <RefundReturnDialog view={view} onClose={close} /> : null}
      {dialog && dialog !== 'exchange' && dialog !== 'refund' ? (
        <MessageDialog
          view={view}
          step={dialog}
          suggestion={dialog === 'approve' ? approvalText : ''}
          onClose={close}
        />
      ) : null}
    </div>
  )
}
