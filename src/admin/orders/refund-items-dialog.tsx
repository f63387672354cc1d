'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { Button, passFocusOn } from '@/admin/form/button'
import { SelectField, Switch, TextArea } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { itemName } from '@/modules/checkout/rules/cart'
import {
  countLeft,
  lineRefundCents,
  type RefundableOrder,
  type RefundSelection,
} from '@/modules/orders/rules/line-refund'
import {
  followingRefundCents,
  followingRefundText,
  type PaidDifference,
} from '@/modules/orders/rules/price-difference'
import { newUuid } from '@/platform/http/new-uuid'
import { type Cents, formatMoney, toDecimal } from '@/platform/money'
import { FormError } from '@/ui/form-error'

import { countOptions } from './count-options'

type Props = {
  orderId: number
  orderNumber: string
  order: RefundableOrder
  differences: readonly PaidDifference[]
}

const emptySelection: RefundSelection = { quantities: new Map(), shipping: false }

/** The chosen items, whether shipping is included, and the amount. */
const Choice = ({
  order: { lines, shippingCents, leftCents },
  selection,
  onChange,
  cents,
  followingCents,
}: {
  order: RefundableOrder
  selection: RefundSelection
  onChange: (selection: RefundSelection) => void
  cents: Cents
  followingCents: Cents
}) => (
  <>
    {lines.map((line) =>
      countLeft(line) > 0 ? (
        <SelectField
          key={line.id}
          label={itemName(line)}
          options={countOptions(countLeft(line))}
          value={selection.quantities.get(line.id) ?? 0}
          onChange={({ currentTarget }) =>
            onChange({
              ...selection,
              quantities: new Map(selection.quantities).set(line.id, Number(currentTarget.value)),
            })
          }
        />
      ) : null,
    )}
    {shippingCents > 0 ? (
      <Switch
        label={`Shipping, ${formatMoney(shippingCents)}`}
        checked={selection.shipping}
        onChange={(shipping) => onChange({ ...selection, shipping })}
      />
    ) : null}
    <p aria-live="polite">
      Refund: <b>{formatMoney(cents)}</b>
      {cents > 0 && cents === leftCents ? ', everything that’s left' : ''}
      {followingCents > 0 ? `. ${followingRefundText(followingCents)}` : ''}
    </p>
  </>
)

const amountsOf = (
  order: RefundableOrder,
  differences: readonly PaidDifference[],
  selection: RefundSelection,
): { cents: Cents; followingCents: Cents } => {
  const cents = lineRefundCents(order, selection)
  const isAll = cents > 0 && cents === order.leftCents
  return {
    cents,
    followingCents: followingRefundCents(differences, isAll ? null : selection.quantities),
  }
}

const chosenLines = ({ quantities }: RefundSelection) =>
  [...quantities].flatMap(([itemId, quantity]) => (quantity > 0 ? { itemId, quantity } : []))

const ItemsForm = ({
  orderId,
  orderNumber,
  order,
  differences,
  refundId,
  onClose,
}: Props & { refundId: string; onClose: () => void }) => {
  const mutation = useAdminMutation()
  const [selection, setSelection] = useState<RefundSelection>(emptySelection)
  const { cents, followingCents } = amountsOf(order, differences, selection)
  const send = async (form: FormData): Promise<void> => {
    const sent = await mutation.send({
      path: `/api/admin/orders/${orderId}/refund-lines`,
      body: {
        lines: chosenLines(selection),
        shipping: selection.shipping,
        amount: toDecimal(cents),
        reason: form.get('reason'),
        refundId,
      },
      done: 'Order updated',
      doneText: `${formatMoney(cents)} refunded.`,
      failed: 'Error updating order',
    })
    if (sent) onClose()
  }
  return (
    <FormDialog
      title={`Refund items from ${orderNumber}`}
      className="df-form"
      mutation={{ ...mutation, theirs: null }}
      submit={cents > 0 ? `Refund ${formatMoney(cents)}` : 'Refund'}
      busy="Refunding…"
      isDanger
      disabled={cents === 0}
      hidesError
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        Each item’s share of discounts and tax is included. PayPal is refunded first, then the gift
        card, if one was used. This can’t be undone. Items that aren’t on Printful yet won’t be
        printed.
      </p>
      <FormError fields={mutation.fields}>{mutation.refusal}</FormError>
      <Choice {...{ order, selection, cents, followingCents }} onChange={setSelection} />
      <TextArea
        label="Reason"
        name="reason"
        rows={2}
        maxLength={300}
        hint="Saved to the timeline. Not visible to the customer."
        error={mutation.fields.reason}
        required
      />
    </FormDialog>
  )
}

/** Refunds chosen items. The refund’s id is created when the dialog opens, so that a second press is the same refund. */
export function RefundItemsDialog(props: Props) {
  const router = useRouter()
  const [refundId, setRefundId] = useState<string | null>(null)
  const { lines, shippingCents, leftCents } = props.order
  const hasRest = leftCents > 0 && (shippingCents > 0 || lines.some((line) => countLeft(line) > 0))
  if (!hasRest) return null
  return (
    <>
      <Button
        ref={passFocusOn}
        small
        onClick={() => {
          setRefundId(newUuid())
          // Somebody else may have refunded something since the page was loaded.
          router.refresh()
        }}
      >
        Refund items
      </Button>
      {refundId ? (
        <ItemsForm {...props} refundId={refundId} onClose={() => setRefundId(null)} />
      ) : null}
    </>
  )
}
