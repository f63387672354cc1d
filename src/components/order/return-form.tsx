'use client'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'

import { ApiForm, SubmitButton } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { errorMessage, useSubmit } from '@/components/form/use-submit'
import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import {
  isDefect,
  maxReturnPhotos,
  returnPhotoPath,
  type ReturnReason,
  returnReasonLabels,
  returnReasons,
} from '@/modules/returns/rules'
import { api } from '@/platform/http/api-client'
import { newUuid } from '@/platform/http/new-uuid'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { SelectField, TextArea } from '@/ui/form-fields'
import { showToast } from '@/ui/toast'

import { PhotoField, type Photos, usePhotos } from './photo-field'

/** How many of each item can still be returned. */
export type Returnable = { itemId: string; left: number }[]

const counts = (left: number): number[] => Array.from({ length: left + 1 }, (_, count) => count)

const ItemFields = ({
  items,
  returnable,
  error,
}: {
  items: CustomerOrderView['items']
  returnable: Returnable
  error: string | undefined
}) => (
  <fieldset
    className="grid gap-3"
    aria-invalid={error ? true : undefined}
    aria-describedby={error ? 'return-lines-error' : undefined}
  >
    <legend className="mb-1.5 text-small font-semibold">What would you like to return?</legend>
    {returnable.map(({ itemId, left }) => {
      const item = items.find(({ id }) => id === itemId)
      return item ? (
        <SelectField
          key={itemId}
          label={`${item.name} (${[item.color, item.size].join(', ')})`}
          name={`item ${itemId}`}
          defaultValue={returnable.length === 1 ? left : 0}
        >
          {counts(left).map((count) => (
            <option key={count} value={count}>
              {count === 0 ? 'Keep' : count}
            </option>
          ))}
        </SelectField>
      ) : null
    })}
    {error ? (
      <p id="return-lines-error" className="text-small font-[550] text-bad">
        {error}
      </p>
    ) : null}
  </fieldset>
)

export type ReturnProps = {
  order: CustomerOrderView
  returnable: Returnable
  /** From the link of the order; undefined for the signed-in customer. */
  orderKey: string | undefined
  /** What the shop promises about returns and about faults. */
  promises: { returns: string; quality: string }
  /** Whether the shop gives a gift card in place of a refund. */
  offersStoreCredit: boolean
}

export type ReturnFormProps = ReturnProps & { onDone: () => void }

const photoHint = `Up to ${maxReturnPhotos} photos. Only our team sees them, and our printer if the mistake is theirs.`

const ReturnFields = ({
  reason,
  onReason,
  errors,
  promises,
  offersStoreCredit,
  photos,
}: Pick<ReturnProps, 'promises' | 'offersStoreCredit'> & {
  photos: Photos
  reason: ReturnReason
  onReason: (reason: ReturnReason) => void
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
        onReason(returnReasons.find((one) => one === currentTarget.value) ?? reason)
      }
    >
      {returnReasons.map((one) => (
        <option key={one} value={one}>
          {returnReasonLabels[one]}
        </option>
      ))}
    </SelectField>
    <SelectField label="What should we do?" name="wish" error={errors.wish}>
      <option value="refund">Refund me</option>
      <option value="exchange">Send me another one</option>
      {offersStoreCredit ? <option value="store-credit">Give me store credit</option> : null}
    </SelectField>
    <TextArea
      label="Anything we should know?"
      name="note"
      optional
      maxLength={1000}
      error={errors.note}
      hint="For another size, tell us which one."
    />
    <PhotoField
      value={photos}
      error={errors.photos}
      hint={isDefect(reason) ? `If you can, show us what’s wrong. ${photoHint}` : photoHint}
    />
  </>
)

/** Requests a return. The same form, sent again after a lost answer, requests it once. */
export function ReturnForm({
  order,
  returnable,
  orderKey: key,
  promises,
  offersStoreCredit,
  onDone,
}: ReturnFormProps) {
  const router = useRouter()
  const { busy, errors, message, form, submit } = useSubmit(errorMessage)
  const [reason, setReason] = useState<ReturnReason>('size')
  const photos = usePhotos((id) => returnPhotoPath(order.orderNumber, id, { key }))
  const requestId = useRef('')
  const send = (text: FormText): void => {
    const lines = returnable
      .map(({ itemId }) => ({ itemId, quantity: Number(text(`item ${itemId}`)) }))
      .filter(({ quantity }) => quantity > 0)
    void submit(
      async () => {
        requestId.current ||= newUuid()
        const photoIds = await photos.upload()
        await api('POST', `/api/orders/${order.orderNumber}/returns`, {
          key,
          requestId: requestId.current,
          reason,
          wish: text('wish'),
          note: text('note'),
          lines,
          photos: photoIds,
        })
        showToast({ title: 'Return requested' })
        router.refresh()
        onDone()
      },
      { errors: { lines: lines.length === 0 ? 'Please choose at least one item.' : null } },
    )
  }
  return (
    <ApiForm ref={form} aria-label="Return" onSubmit={send} className="grid gap-4.5">
      <ItemFields items={order.items} returnable={returnable} error={errors.lines} />
      <ReturnFields
        reason={reason}
        onReason={setReason}
        errors={errors}
        promises={promises}
        offersStoreCredit={offersStoreCredit}
        photos={{ ...photos, disabled: busy }}
      />
      <FormError>{message}</FormError>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={busy} busyLabel="Sending...">
          Request return
        </SubmitButton>
        <Button variant="ghost" disabled={busy} onClick={onDone}>
          Never mind
        </Button>
      </div>
    </ApiForm>
  )
}
