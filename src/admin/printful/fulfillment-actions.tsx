'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { ActionButton, ConfirmAction } from '@/admin/form/actions'
import { Button, passFocusOn } from '@/admin/form/button'
import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { PrintOrderView } from '@/modules/fulfillment/queries/print-queue'

type Props = {
  order: Pick<PrintOrderView, 'id' | 'orderNumber' | 'fulfillment' | 'isDue' | 'printfulOrderId'>
  /** Only the next step, not everything. */
  isShort?: boolean
}

type Submit = { label: string; body?: { again: true } }
const submits: Partial<Record<string, Submit>> = {
  none: { label: 'Submit to print provider' },
  submitting: { label: 'Continue' },
  draft: { label: 'Continue' },
  'on-hold': { label: 'Try again' },
  failed: { label: 'Try again' },
  canceled: { label: 'Send as new order', body: { again: true } },
}

/** The actions that the state of an order allows. */
const allowedActions = ({ fulfillment, isDue, printfulOrderId }: Props['order']) => {
  const isSubmitted = printfulOrderId !== null
  return {
    submit: isDue ? submits[fulfillment] : undefined,
    override: isDue && fulfillment === 'on-hold' && isSubmitted,
    refresh: isSubmitted && fulfillment !== 'canceled',
    cancel: isSubmitted && ['draft', 'submitted', 'on-hold', 'failed'].includes(fulfillment),
  }
}

function useSubmitOrder({ id }: Props['order']) {
  const router = useRouter()
  const { send, isBusy } = useAdminMutation()
  const submit = async (body: object): Promise<void> => {
    const result = await send<{ state: 'sent' | 'going'; message: string }>({
      path: `/api/admin/printful/submit-order/${id}`,
      body,
      failed: 'Error submitting order',
    })
    if (result?.state === 'sent')
      toast.success('Order submitted to Printful', { description: result.message, duration: 5000 })
    else if (result)
      toast.info('Sending to Printful', { description: result.message, duration: 5000 })
    // The order shows the reason now.
    else router.refresh()
  }
  return { submit, isBusy }
}

/** Submits although cost or address differ from the order. */
const OverrideAction = ({
  orderNumber,
  isBusy,
  onSubmit,
}: {
  orderNumber: string
  isBusy: boolean
  onSubmit: () => Promise<void>
}) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button ref={passFocusOn} small disabled={isBusy} onClick={() => setIsOpen(true)}>
        Send anyway
      </Button>
      {isOpen ? (
        <ConfirmDialog
          question={`Send ${orderNumber} despite the warning?`}
          verb="Send order"
          isBusy={isBusy}
          onConfirm={() => onSubmit().then(() => setIsOpen(false))}
          onCancel={() => setIsOpen(false)}
        >
          <p>Cost and address won’t be checked again. Printful charges you right away.</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

const CancelAction = ({
  order,
  path,
  isBusy,
}: Pick<Props, 'order'> & { path: string; isBusy: boolean }) => (
  <ConfirmAction
    variant="ghost"
    disabled={isBusy}
    text="Cancel on Printful"
    question={`Cancel ${order.orderNumber} on Printful?`}
    verb="Cancel on Printful"
    request={{
      path: `${path}/cancel`,
      done: 'Canceled on Printful',
      failed: 'Couldn’t cancel the order',
    }}
  >
    <p>
      Printful refunds what it charged you. The customer’s payment doesn’t change.{' '}
      {order.isDue
        ? 'To refund that too, use “Cancel and refund” under Payments.'
        : 'Refund it from the order if needed.'}
    </p>
  </ConfirmAction>
)

export function FulfillmentActions({ order, isShort = false }: Props) {
  const { submit, isBusy } = useSubmitOrder(order)
  const allowed = allowedActions(order)
  const { orderNumber } = order
  const path = `/api/admin/printful/orders/${order.id}`
  if (!allowed.submit && !allowed.refresh && !allowed.cancel) return null
  return (
    <div className="df-row-actions">
      {allowed.submit ? (
        <Button
          ref={passFocusOn}
          variant="solid"
          small
          isBusy={isBusy}
          aria-label={`${allowed.submit.label}: ${orderNumber}`}
          onClick={() => void submit(allowed.submit?.body ?? {})}
        >
          {allowed.submit.label}
        </Button>
      ) : null}
      {allowed.override ? (
        <OverrideAction
          orderNumber={orderNumber}
          isBusy={isBusy}
          onSubmit={() => submit({ accept: true })}
        />
      ) : null}
      {allowed.refresh && !(isShort && allowed.submit) ? (
        <ActionButton
          variant="ghost"
          small
          disabled={isBusy}
          label={`Check ${orderNumber} on Printful`}
          request={{
            path: `${path}/refresh`,
            done: 'Updated from Printful',
            failed: 'Couldn’t check the order',
          }}
        >
          Check again
        </ActionButton>
      ) : null}
      {allowed.cancel && !isShort ? (
        <CancelAction order={order} path={path} isBusy={isBusy} />
      ) : null}
    </div>
  )
}
