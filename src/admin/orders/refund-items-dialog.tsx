'use client'
import { useState } from 'react'

import { Button, passFocusOn } from '@/admin/form/button'
import { SelectField, Switch } from '@/admin/form/fields'
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
import { type Cents, formatMoney } from '@/platform/money'

import { countOptions } from './count-options'
import { RefundForm, useRefundId } from './refund-dialog'

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
  const [selection, setSelection] = useState<RefundSelection>(emptySelection)
  const { cents, followingCents } = amountsOf(order, differences, selection)
  return (
    <RefundForm
      title={`Refund items from ${orderNumber}`}
      text="Each item’s share of discounts and tax is included. PayPal is refunded first, then the gift card, if one was used. This can’t be undone. Items that aren’t on Printful yet won’t be printed."
      cents={cents}
      path={`/api/admin/orders/${orderId}/refund-lines`}
      body={{ lines: chosenLines(selection), shipping: selection.shipping, refundId }}
      onClose={onClose}
    >
      {() => <Choice {...{ order, selection, cents, followingCents }} onChange={setSelection} />}
    </RefundForm>
  )
}

export function RefundItemsDialog(props: Props) {
  const { refundId, open, close } = useRefundId()
  const { lines, shippingCents, leftCents } = props.order
  const hasRest = leftCents > 0 && (shippingCents > 0 || lines.some((line) => countLeft(line) > 0))
  if (!hasRest) return null
  return (
    <>
      <Button ref={passFocusOn} small onClick={open}>
        Refund items
      </Button>
      {refundId ? <ItemsForm {...props} refundId={refundId} onClose={close} /> : null}
    </>
  )
}
