'use client'
import { toast } from '@payloadcms/ui'
import dynamic from 'next/dynamic'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { SmallSelect } from '@/admin/form/fields'
import { undoAction, useAdminMutation } from '@/admin/form/use-admin-mutation'
import { retriable } from '@/admin/retriable'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import {
  needsReason,
  type OrderStatus,
  orderStatuses,
  orderStatusLabels,
  orderStatusWord,
} from '@/modules/orders/rules/order-status'

const ReasonDialog = dynamic(
  retriable(() => import('./reason-dialog').then((loaded) => loaded.ReasonDialog)),
)
const CancelWithoutRefundDialog = dynamic(
  retriable(() => import('./reason-dialog').then((loaded) => loaded.CancelWithoutRefundDialog)),
)

type State = Pick<AdminOrder, 'status' | 'version' | 'paymentState'>
type Order = State & Pick<AdminOrder, 'id' | 'orderNumber' | 'totalCents' | 'paymentMethods'>

const undoReason = 'Undone'
const options = orderStatuses.map((status) => [status, orderStatusLabels[status]] as const)

/**
 * Saves a status and offers to undo it: for five seconds in the toast, and beside the select while the page is open.
 * Not after it recorded a payment, because the ledger is append-only.
 */
function useOrderStatus(order: Order) {
  const { id, orderNumber } = order
  const mutation = useAdminMutation()
  const [saved, setSaved] = useState<State>(order)
  const [pending, setPending] = useState<OrderStatus | null>(null)
  const [previous, setPrevious] = useState<OrderStatus | null>(null)

  /** Resolves with whether it was saved. */
  const save = async (
    from: State,
    to: OrderStatus,
    reason?: string,
    mayUndo = true,
  ): Promise<boolean> => {
    setPending(to)
    const result = await mutation.send<State>({
      method: 'PUT',
      path: `/api/admin/orders/${id}`,
      body: { status: to, ...(reason ? { reason } : {}), version: from.version },
      failed: 'Error updating order',
    })
    setPending(null)
    if (!result) return false
    setSaved(result)
    const recordedPayment = to === 'paid' && from.paymentState !== 'completed'
    const canUndo = mayUndo && !recordedPayment
    setPrevious(canUndo ? from.status : null)
    const undo = (): void => void save(result, from.status, undoReason, false)
    toast.success('Order updated', {
      description: `${orderNumber} is now ${orderStatusWord(to)}.`,
      duration: 5000,
      ...(canUndo ? { action: undoAction(undo) } : {}),
    })
    return true
  }
  // The page may have been refreshed since (another user, another tab): use the later version.
  const current = saved.version > order.version ? saved : order
  const isLatest = current.version === saved.version
  const revert =
    previous && isLatest ? (): void => void save(current, previous, undoReason, false) : null
  return { current, pending, save, mutation, previous, revert }
}

/** Saves on change. An unusual step asks for its reason first, and a cancellation asks about the payment. */
export function OrderStatusSelect({ order }: { order: Order }) {
  const { id, orderNumber, totalCents, paymentMethods } = order
  const { current, pending, save, mutation, previous, revert } = useOrderStatus(order)
  const [asking, setAsking] = useState<OrderStatus | null>(null)
  const isPaid = current.paymentState === 'completed'

  const choose = (value: string): void => {
    const to = orderStatuses.find((status) => status === value)
    if (!to || pending || to === current.status) return
    if (needsReason(current.status, to) || (to === 'cancelled' && isPaid && totalCents > 0))
      setAsking(to)
    else void save(current, to)
  }
  const close = (): void => setAsking(null)
  const confirm = async (to: OrderStatus, reason?: string): Promise<void> => {
    if (await save(current, to, reason)) close()
  }
  return (
    <>
      <SmallSelect
        label={`Status of ${orderNumber}`}
        options={options}
        aria-busy={pending !== null}
        value={asking ?? pending ?? current.status}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {revert && previous ? (
        <Button
          variant="ghost"
          small
          disabled={pending !== null}
          aria-label={`Back to ${orderStatusLabels[previous]}: ${orderNumber}`}
          onClick={revert}
        >
          Back to {orderStatusLabels[previous]}
        </Button>
      ) : null}
      {asking && needsReason(current.status, asking) ? (
        <ReasonDialog
          order={{ id, orderNumber, status: current.status, paymentMethods }}
          to={asking}
          unpaidCents={isPaid ? 0 : totalCents}
          mutation={mutation}
          onCancel={close}
          onConfirm={(reason) => void confirm(asking, reason)}
        />
      ) : asking ? (
        <CancelWithoutRefundDialog
          {...{ id, orderNumber }}
          isBusy={pending !== null}
          onCancel={close}
          onConfirm={() => void confirm(asking)}
        />
      ) : null}
    </>
  )
}
