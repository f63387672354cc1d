'use client'
import { Suspense } from 'react'

import { Section } from '@/components/layout/section'
import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import type { SwapOptions } from '@/modules/orders/queries/swap-options'
import { isFree } from '@/modules/orders/rules/order-status'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { FormError } from '@/ui/form-error'
import { lazyDialog } from '@/ui/lazy-dialog'
import { useModal } from '@/ui/modal'

import type { ChangeKind, OrderChangeFormProps } from './order-change-form'
import { useInPlaceForm } from './use-in-place-form'
import { type ChangeTarget, useOrderChange } from './use-order-change'

const {
  Dialog: OrderChangeForm,
  preload,
  isReady,
} = lazyDialog<OrderChangeFormProps>(() =>
  import('./order-change-form').then((loaded) => loaded.OrderChangeForm),
)

/** The refund of a cancellation. A gift card that was bought may be spent in part. */
const refundSentence = ({ totals }: CustomerOrderView): string => {
  if (isFree(totals)) return ''
  return totals.purchasedCardsCents
    ? 'We’ll refund you, except for what was spent from its gift cards. They can’t be used anymore. '
    : 'We’ll refund everything the way you paid. '
}

const CancelOrder = ({
  target: { orderNumber, orderKey: key },
  order,
}: {
  target: ChangeTarget
  order: CustomerOrderView
}) => {
  const { ref, isInPage, open } = useModal()
  const { busy, message, send } = useOrderChange(() => undefined)
  return (
    <>
      <Button variant="ghost" aria-busy={busy} aria-disabled={busy} onClick={open}>
        {busy ? 'Canceling…' : 'Cancel order'}
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
          {refundSentence(order)}
          This can’t be undone.
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
  contactEmail,
}: {
  order: CustomerOrderView
  swaps: SwapOptions
  orderKey: string | undefined
  contactEmail: string
}) {
  const { open, section, opens, close } = useInPlaceForm<ChangeKind>(isReady)
  const target = { orderNumber: order.orderNumber, orderKey }
  return (
    <Section id="change-order" title="Need to change something?" className="print:hidden">
      <div ref={section} className="mt-3 grid gap-4.5">
        {open ? (
          <Suspense>
            <OrderChangeForm
              kind={open}
              order={order}
              swaps={swaps}
              target={target}
              contactEmail={contactEmail}
              onDone={close}
            />
          </Suspense>
        ) : null}
        <div
          hidden={open !== null}
          className="flex flex-wrap gap-3"
          onPointerEnter={preload}
          onFocus={preload}
        >
          {order.changes.address ? (
            <Button variant="line" onClick={opens('address')}>
              Change address
            </Button>
          ) : null}
          {swaps.length > 0 ? (
            <Button variant="line" onClick={opens('item')}>
              Change size or color
            </Button>
          ) : null}
          {order.changes.cancel ? <CancelOrder target={target} order={order} /> : null}
        </div>
      </div>
    </Section>
  )
}
