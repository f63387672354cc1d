'use client'
import { useState } from 'react'

import { Button, passFocusOn } from '@/admin/form/button'
import { SelectField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { type AdminRequest, useAdminMutation } from '@/admin/form/use-admin-mutation'
import { itemName, variantName } from '@/modules/checkout/rules/cart'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import type { SwapOptions } from '@/modules/orders/queries/swap-options'
import { type SwapMoney, swapPriceNote, variantKey } from '@/modules/orders/rules/swap-price'
import { formatMoney, toDecimal } from '@/platform/money'
import { FormError } from '@/ui/form-error'

import { askedText, askLabel, askRequest, WhoPays } from './who-pays'

type Props = {
  order: Pick<AdminOrder, 'id' | 'orderNumber' | 'items'>
  swaps: SwapOptions
  /** Whether the customer can be asked to pay for a change. */
  mayAsk: boolean
  /** What to do first, if only that stops the customer from being asked. */
  askObstacle: string | null
}

const moneySentence = (
  { refundCents, extraCents, chargeCents }: SwapMoney,
  askObstacle: string | null,
  isCustomerPaying: boolean,
): string => {
  if (isCustomerPaying) return askedText
  if (refundCents > 0)
    return `The customer gets ${formatMoney(refundCents)} back: the difference, including its share of discounts and tax. The refund can’t be undone.`
  if (extraCents === 0) return 'The price stays the same.'
  return `This one costs ${formatMoney(extraCents)} more. The customer pays nothing, and your shop pays the difference. ${(chargeCents > 0 && askObstacle) || ''}`
}

const submitLabel = ({ refundCents, extraCents }: SwapMoney, isCustomerPaying: boolean): string => {
  if (isCustomerPaying) return askLabel
  if (refundCents > 0) return `Change item and refund ${formatMoney(refundCents)}`
  return extraCents > 0 ? 'Change item at no charge' : 'Change item'
}

const toRequest = (
  path: string,
  { size, color, refundCents, extraCents, chargeCents }: SwapOptions[number]['variants'][number],
  isCustomerPaying: boolean,
): AdminRequest =>
  isCustomerPaying
    ? askRequest(path, { size, color, charge: toDecimal(chargeCents) })
    : {
        method: 'PUT',
        path,
        body: { size, color, refund: toDecimal(refundCents), extra: toDecimal(extraCents) },
        done: 'Item changed',
        doneText: 'The customer gets an email about it.',
        failed: 'Couldn’t change the item',
      }

type FormProps = Props & { onClose: () => void }

const SwapForm = ({ order, swaps, mayAsk, askObstacle, onClose }: FormProps) => {
  const mutation = useAdminMutation()
  const items = order.items.filter(({ id }) => swaps.some(({ itemId }) => itemId === id))
  const [itemId, setItemId] = useState(items[0]?.id ?? '')
  const [chosen, setChosen] = useState('')
  const [payer, setPayer] = useState('')
  const current = items.find(({ id }) => id === itemId)
  const options = swaps.find((swap) => swap.itemId === itemId)
  const own = current && variantKey(current)
  const variants = options?.variants.filter((one) => variantKey(one) !== own) ?? []
  const wanted = variants.find((variant) => variantKey(variant) === chosen)
  const canAsk = mayAsk && Boolean(wanted?.chargeCents)
  const isCustomerPaying = canAsk && payer !== ''
  const send = async (): Promise<void> => {
    if (!wanted) return
    const path = `/api/admin/orders/${order.id}/items/${itemId}`
    const changed = await mutation.send(toRequest(path, wanted, isCustomerPaying))
    if (changed) onClose()
  }
  return (
    <FormDialog
      title={`Change an item in ${order.orderNumber}`}
      className="df-form"
      mutation={{ ...mutation, theirs: null }}
      submit={wanted ? submitLabel(wanted, isCustomerPaying) : 'Change item'}
      isDanger={Boolean(wanted?.refundCents)}
      disabled={!wanted}
      hidesError
      onSubmit={send}
      onClose={onClose}
    >
      <FormError fields={mutation.fields}>{mutation.refusal}</FormError>
      <SelectField
        label="Item"
        options={items.map((item) => [item.id, itemName(item)] as const)}
        value={itemId}
        onChange={({ currentTarget }) => {
          setItemId(currentTarget.value)
          setChosen('')
        }}
      />
      <SelectField
        label="Change to"
        options={variants.map(
          (variant) =>
            [variantKey(variant), `${variantName(variant)}${swapPriceNote(variant)}`] as const,
        )}
        value={wanted ? chosen : ''}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        {wanted ? null : <option value="">Choose</option>}
      </SelectField>
      <WhoPays cents={canAsk ? wanted?.chargeCents : 0} value={payer} onChange={setPayer} />
      <p aria-live="polite">
        {wanted ? moneySentence(wanted, askObstacle, isCustomerPaying) : options?.missingText}
      </p>
    </FormDialog>
  )
}

/** Swaps an item for another size or color before printing, after showing the refund or charge. */
export function SwapItemDialog(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button ref={passFocusOn} small onClick={() => setOpen(true)}>
        Change size or color
      </Button>
      {isOpen ? <SwapForm {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
