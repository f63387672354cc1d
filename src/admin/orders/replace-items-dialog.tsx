'use client'
import { Fragment, useState } from 'react'

import { Button, passFocusOn } from '@/admin/form/button'
import { SelectField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { itemName, variantName } from '@/modules/checkout/rules/cart'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import type { AvailableVariants } from '@/modules/orders/queries/swap-options'
import { replacementReasonLabels, replacementReasons } from '@/modules/orders/rules/order-status'
import { variantKey } from '@/modules/orders/rules/swap-price'
import { newUuid } from '@/platform/http/new-uuid'
import { FormError } from '@/ui/form-error'

import { countOptions } from './count-options'

type Variant = AvailableVariants[number]['variants'][number]
type Item = Variant & { id: string; name: string }
type Props = {
  order: Pick<AdminOrder, 'id' | 'orderNumber' | 'items'>
  available: AvailableVariants
}

const reasons = replacementReasons.map(
  (reason) => [reason, replacementReasonLabels[reason]] as const,
)
/** The item as it was ordered, and the other sizes and colors that are for sale. */
const choicesOf = ({ id, size, color }: Item, available: AvailableVariants): Variant[] => [
  { size, color },
  ...(available.find(({ itemId }) => itemId === id)?.variants ?? []).filter(
    (variant) => variant.size !== size || variant.color !== color,
  ),
]

/** Returns the size and color that staff chose for an item. */
export function chosenVariant(form: FormData, item: Item, available: AvailableVariants) {
  const chosen = form.get(`variant ${item.id}`)
  return choicesOf(item, available).find((variant) => variantKey(variant) === chosen)
}

/**
 * The size and color in which an item is sent; nothing for an item without a choice.
 * @param wanted preselected if it's available; without what was chosen, staff choose again
 */
export function VariantField({
  item,
  available,
  wanted = item,
}: {
  item: Item
  available: AvailableVariants
  wanted?: Variant
}) {
  const choices = choicesOf(item, available)
  const isChoice = (key: string): boolean => choices.some((variant) => variantKey(variant) === key)
  const [chosen, setChosen] = useState(() =>
    variantKey(isChoice(variantKey(wanted)) ? wanted : item),
  )
  if (choices.length === 1 && isChoice(chosen)) return null
  return (
    <SelectField
      label={`Size and color of ${itemName(item)}`}
      name={`variant ${item.id}`}
      required
      options={choices.map(
        (variant, at) =>
          [
            variantKey(variant),
            [variantName(variant), at === 0 && 'as ordered'].filter(Boolean).join(', '),
          ] as const,
      )}
      value={isChoice(chosen) ? chosen : ''}
      onChange={({ currentTarget }) => setChosen(currentTarget.value)}
    >
      {isChoice(chosen) ? null : <option value="">Choose</option>}
    </SelectField>
  )
}

const ReplaceForm = ({
  order: { id, orderNumber, items },
  available,
  requestId,
  onClose,
}: Props & { requestId: string; onClose: () => void }) => {
  const mutation = useAdminMutation()
  const send = async (form: FormData): Promise<void> => {
    const created = await mutation.send({
      path: `/api/admin/orders/${id}/replacements`,
      body: {
        lines: items
          .map((item) => ({
            itemId: item.id,
            quantity: Number(form.get(`item ${item.id}`)),
            ...chosenVariant(form, item, available),
          }))
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
      busy="Creating…"
      noValidate={false}
      hidesError
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        This creates a new order to the same address at no charge. You pay for printing. You’ll find
        its number in the timeline.
      </p>
      <FormError fields={mutation.fields}>{mutation.refusal}</FormError>
      {items.map((item) => (
        <Fragment key={item.id}>
          <SelectField
            label={itemName(item)}
            name={`item ${item.id}`}
            options={countOptions(item.quantity)}
            defaultValue={items.length === 1 ? 1 : 0}
          />
          <VariantField item={item} available={available} />
        </Fragment>
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
      <Button ref={passFocusOn} small onClick={() => setRequestId(newUuid())}>
        Send again
      </Button>
      {requestId ? (
        <ReplaceForm {...props} requestId={requestId} onClose={() => setRequestId(null)} />
      ) : null}
    </>
  )
}
