'use client'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'

import { ApiForm, SubmitButton } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { errorMessage, useSubmit } from '@/components/form/use-submit'
import { itemName, variantName } from '@/modules/checkout/rules/cart'
import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import type { AvailableVariants } from '@/modules/orders/queries/swap-options'
import {
  finalSaleMessage,
  isDefect,
  maxReturnPhotos,
  returnPhotoPath,
  type ReturnReason,
  returnReasonLabels,
  type ReturnWish,
  returnWishes,
} from '@/modules/returns/rules'
import { api } from '@/platform/http/api-client'
import { newUuid } from '@/platform/http/new-uuid'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { SelectField, TextArea } from '@/ui/form-fields'
import { showToast } from '@/ui/toast'

import { PhotoField, type Photos, usePhotos } from './photo-field'
import { useFirstFieldFocus } from './use-in-place-form'

/** How many of each item can still be returned. */
type Returnable = { itemId: string; left: number; isFinalSale: boolean }[]

const counts = (left: number): number[] => Array.from({ length: left + 1 }, (_, count) => count)

type Item = CustomerOrderView['items'][number]

/** The other sizes and colors of an item; nothing if there are none. */
const choicesOf = ({ id, size, color }: Item, available: AvailableVariants) =>
  (available.find(({ itemId }) => itemId === id)?.variants ?? []).filter(
    (variant) => variant.size !== size || variant.color !== color,
  )

/** What the buyer would like instead. */
const ExchangeField = ({ item, available }: { item: Item; available: AvailableVariants }) => {
  const choices = choicesOf(item, available)
  return choices.length === 0 ? null : (
    <SelectField label={`Exchange ${itemName(item)} for`} name={`wanted ${item.id}`}>
      <option value="">The same size and color</option>
      {choices.map((variant, index) => (
        <option key={variantName(variant)} value={index}>
          {variantName(variant)}
        </option>
      ))}
    </SelectField>
  )
}

/** What the buyer chose to return, and what they would like instead. */
const readLines = (
  text: FormText,
  items: Item[],
  returnable: Returnable,
  available: AvailableVariants,
) =>
  returnable
    .map(({ itemId }) => {
      const item = items.find(({ id }) => id === itemId)
      const choice = text(`wanted ${itemId}`)
      const wanted = item && choice ? choicesOf(item, available)[Number(choice)] : undefined
      return {
        itemId,
        quantity: Number(text(`item ${itemId}`)),
        ...(wanted ? { wantedSize: wanted.size, wantedColor: wanted.color } : {}),
      }
    })
    .filter(({ quantity }) => quantity > 0)

/** A final sale can be returned only for a defect. */
const isAllowed = ({ isFinalSale }: Returnable[number], reason: ReturnReason): boolean =>
  !isFinalSale || isDefect(reason)

const ItemFields = ({
  items,
  returnable,
  reasons,
  reason,
  error,
}: Pick<ReturnProps, 'returnable' | 'reasons'> & {
  items: CustomerOrderView['items']
  reason: ReturnReason
  error: string | undefined
}) => (
  <fieldset
    tabIndex={-1}
    className="grid gap-3 outline-none"
    aria-invalid={error ? true : undefined}
    aria-describedby={error ? 'return-lines-error' : undefined}
  >
    <legend className="mb-1.5 text-small font-semibold">What would you like to return?</legend>
    {reasons.every(isDefect) ? (
      <p className="text-small text-ink-soft">
        It’s too late to return something that’s fine. You can still tell us about an item that’s
        damaged, misprinted, or not what you ordered.
      </p>
    ) : null}
    {error ? (
      <p id="return-lines-error" className="text-small font-[550] text-bad">
        {error}
      </p>
    ) : null}
    {returnable.map((line) => {
      const { itemId, left } = line
      const item = items.find(({ id }) => id === itemId)
      if (!item) return null
      return isAllowed(line, reason) ? (
        <SelectField
          key={itemId}
          label={itemName(item)}
          name={`item ${itemId}`}
          defaultValue={returnable.length === 1 ? left : 0}
        >
          {counts(left).map((count) => (
            <option key={count} value={count}>
              {count === 0 ? 'Keep' : count}
            </option>
          ))}
        </SelectField>
      ) : (
        <p key={itemId} className="text-small text-ink-soft">
          {finalSaleMessage(item.name)}
        </p>
      )
    })}
  </fieldset>
)

export type ReturnProps = {
  order: CustomerOrderView
  returnable: Returnable
  /** Why they can be returned now. */
  reasons: readonly ReturnReason[]
  /** What its items can be exchanged for. */
  available: AvailableVariants
  /** From the link of the order; undefined for the signed-in customer. */
  orderKey: string | undefined
  /** What the shop promises about returns and about faults. */
  promises: { returns: string; quality: string }
  /** Whether the shop gives a gift card in place of a refund. */
  offersStoreCredit: boolean
}

export type ReturnFormProps = ReturnProps & { onDone: () => void }

const photoHint = `Up to ${maxReturnPhotos} photos. Only our team sees them, and our printer if the mistake is theirs.`

type Choice = { reason: ReturnReason; wish: ReturnWish }

const firstChoice = (returnable: Returnable, reasons: readonly ReturnReason[]): Choice => ({
  reason:
    returnable.every(({ isFinalSale }) => isFinalSale) || !reasons.includes('size')
      ? 'damaged'
      : 'size',
  wish: 'refund',
})

/** What items can be exchanged for; nothing without an exchange. */
const variantsFor = ({ wish }: Choice, available: AvailableVariants): AvailableVariants =>
  wish === 'exchange' ? available : []

/** The size and color of each item that may be exchanged. */
const ExchangeFields = ({
  order,
  returnable,
  available,
  choice,
}: Pick<ReturnProps, 'order' | 'returnable' | 'available'> & { choice: Choice }) =>
  order.items
    .filter(({ id }) =>
      returnable.some((line) => line.itemId === id && isAllowed(line, choice.reason)),
    )
    .map((item) => (
      <ExchangeField key={item.id} item={item} available={variantsFor(choice, available)} />
    ))

const WishField = ({
  wish,
  onChange,
  error,
  offersStoreCredit,
}: Pick<ReturnProps, 'offersStoreCredit'> & {
  wish: ReturnWish
  onChange: (wish: ReturnWish) => void
  error: string | undefined
}) => (
  <SelectField
    label="What should we do?"
    name="wish"
    value={wish}
    error={error}
    onChange={({ currentTarget }) =>
      onChange(returnWishes.find((one) => one === currentTarget.value) ?? wish)
    }
  >
    <option value="refund">Refund me</option>
    <option value="exchange">Send me another one</option>
    {offersStoreCredit ? <option value="store-credit">Give me store credit</option> : null}
  </SelectField>
)

const ReturnFields = ({
  choice: { reason, wish },
  onChange,
  errors,
  reasons,
  promises,
  offersStoreCredit,
  exchanges,
  photos,
}: Pick<ReturnProps, 'reasons' | 'promises' | 'offersStoreCredit'> & {
  /** The fields that an exchange needs. */
  exchanges: ReactNode
  photos: Photos
  choice: Choice
  onChange: (choice: Choice) => void
  errors: Record<string, string>
}) => (
  <>
    <SelectField
      label="Why?"
      name="reason"
      value={reason}
      error={errors.reason}
      hint={isDefect(reason) ? promises.quality : promises.returns}
      onChange={({ currentTarget }) =>
        onChange({ wish, reason: reasons.find((one) => one === currentTarget.value) ?? reason })
      }
    >
      {reasons.map((one) => (
        <option key={one} value={one}>
          {returnReasonLabels[one]}
        </option>
      ))}
    </SelectField>
    <WishField
      {...{ wish, offersStoreCredit }}
      error={errors.wish}
      onChange={(chosen) => onChange({ reason, wish: chosen })}
    />
    {exchanges}
    <TextArea
      label="Anything we should know?"
      name="note"
      optional
      maxLength={1000}
      error={errors.note}
    />
    <PhotoField
      value={photos}
      error={errors.photos}
      hint={isDefect(reason) ? `If you can, show us what’s wrong. ${photoHint}` : photoHint}
    />
  </>
)

/** Requests a return. The same form, sent again after a lost response, requests it once. */
export function ReturnForm({
  order,
  returnable,
  reasons,
  available,
  orderKey: key,
  onDone,
  ...offers
}: ReturnFormProps) {
  const router = useRouter()
  const { busy, errors, message, form, submit } = useSubmit(errorMessage)
  const [choice, setChoice] = useState(() => firstChoice(returnable, reasons))
  const photos = usePhotos((id) => returnPhotoPath(order.orderNumber, id, { key }))
  const [requestId] = useState(newUuid)
  const busyLabel = photos.isAdding ? 'Adding photos…' : 'Sending…'
  useFirstFieldFocus(form)
  const send = (text: FormText): void => {
    if (photos.isAdding) return
    const lines = readLines(text, order.items, returnable, variantsFor(choice, available))
    void submit(
      async () => {
        await api('POST', `/api/orders/${order.orderNumber}/returns`, {
          key,
          requestId,
          ...choice,
          note: text('note'),
          lines,
          photos: await photos.upload(),
        })
        showToast({ title: 'Return requested', text: 'We’ll review it and email you.' })
        router.refresh()
        onDone()
      },
      { errors: { lines: lines.length === 0 ? 'Please choose at least one item.' : null } },
    )
  }
  return (
    <ApiForm ref={form} aria-label="Return" onSubmit={send} className="grid gap-4.5">
      <ItemFields
        {...{ returnable, reasons, items: order.items, error: errors.lines }}
        reason={choice.reason}
      />
      <ReturnFields
        {...{ choice, errors, reasons, ...offers }}
        onChange={setChoice}
        exchanges={<ExchangeFields {...{ order, returnable, available, choice }} />}
        photos={{ ...photos, disabled: busy }}
      />
      <FormError>{message}</FormError>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={busy || photos.isAdding} busyLabel={busyLabel}>
          Request return
        </SubmitButton>
        <Button variant="ghost" disabled={busy} onClick={onDone}>
          Never mind
        </Button>
      </div>
    </ApiForm>
  )
}
