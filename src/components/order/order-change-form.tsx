'use client'
import { useState } from 'react'

import { AddressFields } from '@/components/form/address-fields'
import { ApiForm, FormActions } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { EmailLink } from '@/components/no-script-note'
import { itemName, variantName } from '@/modules/checkout/rules/cart'
import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import type { SwapOptions } from '@/modules/orders/queries/swap-options'
import {
  costsMoreMessage,
  type SwapMoney,
  swapPriceNote,
  variantKey,
} from '@/modules/orders/rules/swap-price'
import { type Cents, formatMoney, parseMoney, toDecimal } from '@/platform/money'
import { normalizeZip } from '@/platform/us/normalize-zip'
import { FormError } from '@/ui/form-error'
import { SelectField } from '@/ui/form-fields'

import { type ChangeCost, type ChangeTarget, useOrderChange } from './use-order-change'

type FormProps = {
  order: CustomerOrderView
  swaps: SwapOptions
  target: ChangeTarget
  contactEmail: string
  onDone: () => void
}

const changedFields = [
  'firstName',
  'lastName',
  'address1',
  'address2',
  'city',
  'stateCode',
] as const

/** Where to write when one of the texts says to email us. */
export function EmailUs({
  texts,
  contactEmail,
  orderNumber,
}: Pick<FormProps, 'contactEmail'> & { texts: readonly string[]; orderNumber: string }) {
  return texts.some((text) => text.includes('email us')) ? (
    <p>
      Email{' '}
      <EmailLink
        email={contactEmail}
        href={`mailto:${contactEmail}?subject=Order%20${orderNumber}`}
      />
    </p>
  ) : null
}

const payFirstSentence = (changed: 'item' | 'address', cents: Cents): string =>
  `You’ll pay the ${formatMoney(cents)} difference on the next page. We’ll change the ${changed} once it’s paid. If printing starts before then, you won’t be charged.`

const AddressChange = ({
  order: { shippingAddress, package: gift },
  target: { orderNumber, orderKey: key },
  contactEmail,
  onDone,
}: FormProps) => {
  const { busy, errors, message, form, send, pay } = useOrderChange(onDone)
  const [cost, setCost] = useState<ChangeCost | null>(null)
  const save = (text: FormText): void => {
    const body = {
      ...Object.fromEntries(changedFields.map((name) => [name, text(name)])),
      zip: normalizeZip(text('zip')),
      key,
    }
    const path = `/api/orders/${orderNumber}`
    if (cost) pay(`${path}/paid-address`, { ...body, amount: cost.amount }, () => setCost(null))
    else send('PUT', `${path}/address`, body, 'Address changed', setCost)
  }
  return (
    <ApiForm
      ref={form}
      aria-label="Shipping address"
      onSubmit={save}
      onChange={() => setCost(null)}
      className="grid gap-4.5"
    >
      <AddressFields address={shippingAddress} errors={errors} />
      <p className="text-small text-ink-soft">
        {gift.recipient
          ? `The label is for ${gift.recipient}, unless you change the name above. `
          : ''}
        If tax or shipping is lower at the new address, we’ll refund the difference. If it’s higher,
        we’ll show you the difference before you pay it.
      </p>
      <p aria-live="polite" className="empty:hidden">
        {cost ? `${cost.text} ${payFirstSentence('address', parseMoney(cost.amount))}` : ''}
      </p>
      <FormError>{message}</FormError>
      <EmailUs texts={[message, ...Object.values(errors)]} {...{ contactEmail, orderNumber }} />
      <FormActions
        busy={busy}
        submit={cost ? `Pay ${formatMoney(parseMoney(cost.amount))}` : 'Save address'}
        onCancel={onDone}
      />
    </ApiForm>
  )
}

/** The refund or charge of a swap, before it is confirmed. */
const moneySentence = (money: SwapMoney): string => {
  const { refundCents, extraCents, chargeCents } = money
  if (refundCents > 0) return `You’ll get ${formatMoney(refundCents)} back.`
  if (chargeCents > 0) return payFirstSentence('item', chargeCents)
  return extraCents > 0 ? costsMoreMessage(money) : 'The price stays the same.'
}

type Variants = SwapOptions[number]['variants']
const noOptions = { variants: [], missingText: '' } satisfies Partial<SwapOptions[number]>

/** The sizes and colors of an item with their price differences, and the refund or charge of the chosen one. */
const VariantField = ({
  variants,
  own,
  wanted,
  missingText,
  onChoose,
}: {
  variants: Variants
  missingText: string
  own: Variants[number] | undefined
  wanted: Variants[number] | undefined
  onChoose: (key: string) => void
}) => {
  const shown = wanted ?? own
  return (
    <>
      <SelectField
        label="Change to"
        name="variant"
        value={shown ? variantKey(shown) : ''}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {shown ? null : <option value="">Choose</option>}
        {variants.map((variant) => (
          <option key={variantKey(variant)} value={variantKey(variant)}>
            {variantName(variant)}
            {swapPriceNote({ ...variant, extraCents: variant.chargeCents || variant.extraCents })}
          </option>
        ))}
      </SelectField>
      <p aria-live="polite" className="empty:hidden">
        {wanted ? moneySentence(wanted) : missingText}
      </p>
    </>
  )
}

const ItemChange = ({
  order: { items },
  swaps,
  target: { orderNumber, orderKey: key },
  contactEmail,
  onDone,
}: FormProps) => {
  const { busy, message, form, send, pay } = useOrderChange(onDone)
  const swappable = items.filter(({ id }) => swaps.some(({ itemId }) => itemId === id))
  const [itemId, setItemId] = useState(swappable[0]?.id ?? '')
  const [chosen, setChosen] = useState('')
  const { variants, missingText } = swaps.find((swap) => swap.itemId === itemId) ?? noOptions
  const current = items.find(({ id }) => id === itemId)
  const own = variants.find(({ size, color }) => size === current?.size && color === current.color)
  const wanted = variants.find((variant) => variant !== own && variantKey(variant) === chosen)
  const save = (): void => {
    if (!wanted) return
    const { size, color, refundCents, chargeCents } = wanted
    const path = `/api/orders/${orderNumber}/items/${itemId}`
    if (chargeCents > 0)
      pay(`${path}/paid-swap`, { size, color, amount: toDecimal(chargeCents), key })
    else send('PUT', path, { size, color, refund: toDecimal(refundCents), key }, 'Item changed')
  }
  return (
    <ApiForm ref={form} aria-label="Size or color" onSubmit={save} className="grid gap-4.5">
      <SelectField
        label="Item"
        name="item"
        value={itemId}
        onChange={({ currentTarget }) => {
          setItemId(currentTarget.value)
          setChosen('')
        }}
      >
        {swappable.map((item) => (
          <option key={item.id} value={item.id}>
            {item.quantity > 1 ? `${item.quantity} × ` : ''}
            {itemName(item)}
          </option>
        ))}
      </SelectField>
      <VariantField {...{ variants, own, wanted, missingText }} onChoose={setChosen} />
      <FormError>{message}</FormError>
      <EmailUs
        texts={[message, wanted ? moneySentence(wanted) : '']}
        {...{ contactEmail, orderNumber }}
      />
      <FormActions
        busy={busy}
        submit={wanted?.chargeCents ? `Pay ${formatMoney(wanted.chargeCents)}` : 'Change item'}
        disabled={!wanted || (wanted.extraCents > 0 && wanted.chargeCents === 0)}
        onCancel={onDone}
      />
    </ApiForm>
  )
}

export type ChangeKind = 'address' | 'item'
export type OrderChangeFormProps = FormProps & { kind: ChangeKind }

/** The form for a change of an order; fetched when someone opens it. */
export function OrderChangeForm({ kind, ...form }: OrderChangeFormProps) {
  return kind === 'address' ? <AddressChange {...form} /> : <ItemChange {...form} />
}
