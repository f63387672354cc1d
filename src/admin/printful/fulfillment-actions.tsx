'use client'
import { Button } from '@/admin/form/button'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { PrintOrderView } from '@/modules/fulfillment/queries/print-queue'

type Ways = { label: string; body?: { accept?: true; again?: true } }
/** What can be done about an order where it stands: the fix beside the trouble. */
const waysOf = ({
  fulfillment,
  status,
  paymentState,
  printfulOrderId,
}: Props['order']): { send: Ways | null; anyway: boolean; refresh: boolean; cancel: boolean } => {
  const isDue = paymentState === 'completed' && (status === 'paid' || status === 'processing')
  const isThere = printfulOrderId !== null
  const send: Record<string, Ways> = {
    none: { label: 'Submit to print provider' },
    submitting: { label: 'Go on' },
    draft: { label: 'Go on' },
    'on-hold': { label: 'Try again' },
    failed: { label: 'Try again' },
    canceled: { label: 'Send as a new order', body: { again: true } },
  }
  return {
    send: isDue ? (send[fulfillment] ?? null) : null,
    anyway: isDue && fulfillment === 'on-hold' && isThere,
    refresh: isThere && fulfillment !== 'canceled',
    cancel: isThere && ['draft', 'submitted', 'on-hold', 'failed'].includes(fulfillment),
  }
}

type Props = {
  order: Pick<
    PrintOrderView,
    'id' | 'orderNumber' | 'fulfillment' | 'status' | 'paymentState' | 'printfulOrderId'
  >
  /** Only the next step, not everything. */
  isShort?: boolean
}

export function FulfillmentActions({ order, isShort = false }: Props) {
  const router = useRouter()
  const { send, isBusy } = useAdminMutation()
  const [asks, setAsks] = useState<'cancel' | 'anyway' | null>(null)
  const { send, anyway, refresh, cancel } = waysOf(order)
  const submit = async (body: object): Promise<void> => {
    const answer = await send<{ message: string }>({
      path: `/api/admin/printful/submit-order/${order.id}`,
      body,
      failed: 'Error submitting order',
    })
    if (answer)
      toast.success('Order submitted to Printful', { description: answer.message, duration: 5000 })
    // What speaks against it stands on the order now.
    else router.refresh()
    setAsks(null)
  }
  const act = async (what: 'refresh' | 'cancel', done: string, failed: string): Promise<void> => {
    await send({ path: `/api/admin/printful/orders/${order.id}/${what}`, done, failed })
    setAsks(null)
  }
  if (!send && !refresh && !cancel) return null
  return (
    <div className="df-row-actions">
      {send ? (
        <Button
          variant="solid"
          small
          isBusy={isBusy}
          aria-label={`${send.label}: ${order.orderNumber}`}
          onClick={() => void submit(send.body ?? {})}
        >
          {send.label}
        </Button>
      ) : null}
      {anyway ? (
        <Button small disabled={isBusy} onClick={() => setAsks('anyway')}>
          Send anyway
        </Button>
      ) : null}
      {refresh && !(isShort && send) ? (
        <Button
          variant="ghost"
          small
          disabled={isBusy}
          aria-label={`Check ${order.orderNumber} at Printful`}
          onClick={() => void act('refresh', 'Read again at Printful', 'It could not be read')}
        >
          Check again
        </Button>
      ) : null}
      {cancel && !isShort ? (
        <Button variant="ghost" small disabled={isBusy} onClick={() => setAsks('cancel')}>
          Cancel at Printful
        </Button>
      ) : null}
      {asks === 'cancel' ? (
        <ConfirmDialog
          question={`Cancel ${order.orderNumber} at Printful?`}
          verb="Cancel it there"
          isBusy={isBusy}
          onConfirm={() => void act('cancel', 'Canceled at Printful', 'It is not canceled')}
          onCancel={() => setAsks(null)}
        >
          <p>
            Printful pays back what it charged. The buyer’s payment is not touched; refund it in the
            order, if that is meant.
          </p>
        </ConfirmDialog>
      ) : null}
      {asks === 'anyway' ? (
        <ConfirmDialog
          question={`Send ${order.orderNumber} although something is odd?`}
          verb="Send it"
          isBusy={isBusy}
          onConfirm={() => void submit({ accept: true })}
          onCancel={() => setAsks(null)}
        >
          <p>
            Its cost and its address are not compared with the order again. Printful charges the
            shop at once.
          </p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
