'use client'
import { useRouter } from 'next/navigation'
import { type ReactNode, useRef, useState } from 'react'

import { normalizeZip } from '@/components/checkout/checkout-fields'
import { AddressFields } from '@/components/form/address-fields'
import { ApiForm, SubmitButton } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { errorMessage, useSubmit } from '@/components/form/use-submit'
import { Section } from '@/components/layout/section'
import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import { api } from '@/platform/http/api-client'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { FormError } from '@/ui/form-error'
import { SelectField } from '@/ui/form-fields'
import { useModal } from '@/ui/modal'
import { showToast } from '@/ui/toast'

/** Sizes and colors of the same price that an item can be swapped for. */
export type SwapOptions = { itemId: string; variants: { size: string; color: string }[] }[]

type Target = {
  orderNumber: string
  /** From the link of the order; absent for the signed-in customer. */
  orderKey: string | undefined
}

const changedFields = [
  'firstName',
  'lastName',
  'address1',
  'address2',
  'city',
  'stateCode',
] as const

const FormActions = ({
  busy,
  submit,
  onCancel,
}: {
  busy: boolean
  submit: string
  onCancel: () => void
}) => (
  <div className="flex flex-wrap gap-3">
    <SubmitButton busy={busy} busyLabel="Saving...">
      {submit}
    </SubmitButton>
    <Button variant="ghost" onClick={onCancel}>
      Never mind
    </Button>
  </div>
)

/** Sends a change, then shows the order as it is now. */
const useChange = (onDone: () => void) => {
  const router = useRouter()
  const submission = useSubmit(errorMessage)
  return {
    ...submission,
    send: (method: 'PUT' | 'POST', path: string, body: object, title: string): void =>
      void submission.submit(async () => {
        await api(method, path, body)
        showToast({ title })
        router.refresh()
        onDone()
      }),
  }
}

const AddressChange = ({
  order: { shippingAddress },
  target: { orderNumber, orderKey: key },
  onDone,
}: {
  order: CustomerOrderView
  target: Target
  onDone: () => void
}) => {
  const { busy, errors, message, form, send } = useChange(onDone)
  const save = (text: FormText): void =>
    send(
      'PUT',
      `/api/orders/${orderNumber}/address`,
      {
        ...Object.fromEntries(changedFields.map((name) => [name, text(name)])),
        zip: normalizeZip(text('zip')),
        key,
      },
      'Address changed',
    )
  return (
    <ApiForm ref={form} aria-label="Delivery address" onSubmit={save} className="grid gap-4.5">
      <AddressFields address={shippingAddress} errors={errors} />
      <FormError>{message}</FormError>
      <FormActions busy={busy} submit="Save address" onCancel={onDone} />
    </ApiForm>
  )
}

const variantName = ({ size, color }: { size: string; color: string }): string =>
  [color, size].filter((part) => part !== 'Default' && part !== 'One Size').join(', ')

const ItemChange = ({
  order: { items },
  swaps,
  target: { orderNumber, orderKey: key },
  onDone,
}: {
  order: CustomerOrderView
  swaps: SwapOptions
  target: Target
  onDone: () => void
}) => {
  const { busy, message, form, send } = useChange(onDone)
  const swappable = items.filter(({ id }) => swaps.some(({ itemId }) => itemId === id))
  const [itemId, setItemId] = useState(swappable[0]?.id ?? '')
  const variants = swaps.find((swap) => swap.itemId === itemId)?.variants ?? []
  const current = items.find(({ id }) => id === itemId)
  const save = (text: FormText): void => {
    const wanted = variants[Number(text('variant'))]
    if (wanted)
      send('PUT', `/api/orders/${orderNumber}/items/${itemId}`, { ...wanted, key }, 'Item changed')
  }
  return (
    <ApiForm ref={form} aria-label="Size or color" onSubmit={save} className="grid gap-4.5">
      <SelectField
        label="Item"
        name="item"
        value={itemId}
        onChange={({ currentTarget }) => setItemId(currentTarget.value)}
      >
        {swappable.map((item) => (
          <option key={item.id} value={item.id}>
            {item.name} ({variantName(item)})
          </option>
        ))}
      </SelectField>
      <SelectField
        key={itemId}
        label="Change to"
        name="variant"
        defaultValue={variants.findIndex(
          ({ size, color }) => size === current?.size && color === current.color,
        )}
      >
        {variants.map((variant, index) => (
          <option key={variantName(variant)} value={index}>
            {variantName(variant)}
          </option>
        ))}
      </SelectField>
      <FormError>{message}</FormError>
      <FormActions busy={busy} submit="Change item" onCancel={onDone} />
    </ApiForm>
  )
}

const CancelOrder = ({ target: { orderNumber, orderKey: key } }: { target: Target }) => {
  const { ref, isInPage, open } = useModal()
  const { busy, message, send } = useChange(() => undefined)
  return (
    <>
      <Button variant="ghost" aria-busy={busy} aria-disabled={busy} onClick={open}>
        {busy ? 'Canceling...' : 'Cancel order'}
      </Button>
      <FormError>{message}</FormError>
      {isInPage ? (
        <ConfirmDialog
          dialog={ref}
          question="Cancel this order?"
          verb="Cancel order"
          onConfirm={() =>
            send('POST', `/api/orders/${orderNumber}/cancel`, { key }, 'Order canceled')
          }
        >
          We’ll refund everything to your original payment method. This can’t be undone.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

/** What the buyer can still change on an order that isn’t being printed yet. */
export function OrderChanges({
  order,
  swaps,
  orderKey,
}: {
  order: CustomerOrderView
  swaps: SwapOptions
  orderKey: string | undefined
}) {
  const [open, setOpen] = useState<'address' | 'item' | null>(null)
  const section = useRef<HTMLDivElement>(null)
  const target = { orderNumber: order.orderNumber, orderKey }
  const close = (): void => {
    setOpen(null)
    section.current?.focus()
  }
  const forms: Record<'address' | 'item', ReactNode> = {
    address: <AddressChange order={order} target={target} onDone={close} />,
    item: <ItemChange order={order} swaps={swaps} target={target} onDone={close} />,
  }
  return (
    <Section id="change-order" title="Need to change something?" className="print:hidden">
      <div ref={section} tabIndex={-1} className="mt-3 grid gap-4.5 outline-none">
        {open ? (
          forms[open]
        ) : (
          <div className="flex flex-wrap gap-3">
            <Button variant="line" onClick={() => setOpen('address')}>
              Change address
            </Button>
            {swaps.length > 0 ? (
              <Button variant="line" onClick={() => setOpen('item')}>
                Change size or color
              </Button>
            ) : null}
            <CancelOrder target={target} />
          </div>
        )}
      </div>
    </Section>
  )
}
