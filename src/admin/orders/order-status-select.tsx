'use client'
import { toast } from '@payloadcms/ui'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'

import {
  needsReason,
  type OrderStatus,
  orderStatuses,
  orderStatusLabels,
} from '@/modules/orders/rules/order-status'
import type { Cents } from '@/platform/money'

import { ReasonDialog } from './reason-dialog'
import { type SavedOrder, useSaveOrder } from './use-save-order'

type Stored = Pick<SavedOrder, 'status' | 'version' | 'paymentState'>
type Props = { id: number; orderNumber: string; totalCents: Cents; stored: Stored }

/**
 * Saves on change. A step outside the usual path asks for its reason first. For five seconds the change can be taken
 * back, except for one that wrote a payment into the ledger, where rows only ever come to.
 */
export function OrderStatusSelect({ id, orderNumber, totalCents, stored }: Props) {
  const { save: saveOrder, isSaving, refusal } = useSaveOrder(id)
  const [saved, setSaved] = useState(stored)
  const [pending, setPending] = useState<OrderStatus | null>(null)
  const [asked, setAsked] = useState<OrderStatus | null>(null)
  const [hasTried, setHasTried] = useState(false)
  // The page may have been rendered anew since (another person, another tab): the later version counts.
  const current = saved.version > stored.version ? saved : stored

  const save = async (
    from: Stored,
    to: OrderStatus,
    reason?: string,
    mayUndo = true,
  ): Promise<void> => {
    setPending(to)
    const answer = await saveOrder(
      { status: to, ...(reason ? { reason } : {}) },
      from.version,
      true,
    )
    setPending(null)
    if (answer) {
      setAsked(null)
      setSaved(answer)
      const recordedPayment = to === 'paid' && from.paymentState !== 'completed'
      toast.success('Order updated', {
        description: `${orderNumber} is now ${orderStatusLabels[to].toLowerCase()}.`,
        duration: 5000,
        ...(mayUndo && !recordedPayment
          ? {
              action: {
                label: 'Undo',
                onClick: () => void save(answer, from.status, 'Undone at once', false),
              },
            }
          : {}),
      })
    }
  }
  const choose = (to: OrderStatus): void => {
    if (pending || to === current.status) return
    setHasTried(false)
    if (needsReason(current.status, to)) setAsked(to)
    else void save(current, to)
  }
  return (
    <>
      <div className="df-select df-select--small">
        <select
          className="df-control"
          aria-label={`Status of ${orderNumber}`}
          aria-busy={pending !== null}
          value={asked ?? pending ?? current.status}
          onChange={({ currentTarget }) => choose(currentTarget.value as OrderStatus)}
        >
          {orderStatuses.map((status) => (
            <option key={status} value={status}>
              {orderStatusLabels[status]}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden size={17} strokeWidth={1.6} />
      </div>
      {asked ? (
        <ReasonDialog
          orderId={id}
          orderNumber={orderNumber}
          from={current.status}
          to={asked}
          unpaidCents={current.paymentState === 'completed' ? 0 : totalCents}
          isBusy={isSaving}
          refusal={hasTried ? refusal : null}
          onCancel={() => setAsked(null)}
          onConfirm={(reason) => {
            setHasTried(true)
            void save(current, asked, reason)
          }}
        />
      ) : null}
    </>
  )
}
