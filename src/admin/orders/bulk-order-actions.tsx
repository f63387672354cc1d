'use client'
import { useState } from 'react'

import { Button, ButtonLink } from '@/admin/form/button'
import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { ConfirmedLink } from '@/admin/form/confirmed-link'
import { SmallSelect, TextArea } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import type { AdminMutation } from '@/admin/form/use-admin-mutation'
import { BulkBar, useSelection } from '@/admin/list/selection'
import { type RunBulkAction, useBulkAction } from '@/admin/list/use-bulk-action'
import {
  bulkStatuses,
  type OrderStatus,
  orderStatusLabels,
  orderStatusWord,
} from '@/modules/orders/rules/order-status'
import type { BulkOrdersResult } from '@/modules/orders/schemas/admin-orders'
import { pluralize } from '@/platform/pluralize'

const StatusDialog = ({
  count,
  status,
  mutation,
  onSubmit,
  onClose,
}: {
  count: string
  status: OrderStatus
  mutation: AdminMutation
  onSubmit: (reason: FormDataEntryValue | null) => unknown
  onClose: () => void
}) => (
  <FormDialog
    title={`Mark ${count} as ${orderStatusWord(status)}?`}
    mutation={{ ...mutation, theirs: null }}
    submit={`Mark as ${orderStatusWord(status)}`}
    onSubmit={(data) => onSubmit(data.get('reason'))}
    onClose={onClose}
  >
    <p>
      {status === 'shipped' || status === 'delivered'
        ? 'Each customer gets an email.'
        : status === 'cancelled'
          ? 'No money is refunded. Refund paid orders one by one.'
          : 'Orders that already have this status don’t change.'}
    </p>
    <TextArea
      label="Reason"
      name="reason"
      rows={2}
      maxLength={500}
      hint="Required only for orders where this isn’t the usual next step; others are changed without one."
    />
  </FormDialog>
)

const submitMessages = { done: 'queued for Printful', failed: 'Error submitting order' }
const statusMessages = { done: 'updated', failed: 'Error updating order' }
const nameOf = ({ id, orderNumber }: BulkOrdersResult['results'][number]): string =>
  orderNumber ?? `Order ${id}`

type PendingAction = { action: 'submit' } | { action: 'setStatus'; status: OrderStatus }

const statusOptions = [
  ['', 'Set status…'] as const,
  ...bulkStatuses.map((status) => [status, orderStatusLabels[status]] as const),
]

/** Orders that their customers can still change; `text` is the time in the shop's time zone. */
type GraceTimes = readonly { id: number; until: string; text: string }[]

/** A warning about selected orders that should wait for changes by their customers. */
const graceWarning = (times: GraceTimes, ids: readonly number[]): string => {
  const open = times
    .filter(({ id }) => ids.includes(id))
    .sort((one, other) => one.until.localeCompare(other.until))
  const last = open.at(-1)
  if (!last) return ''
  return open.length === 1
    ? `One of the customers can still change or cancel their order until ${last.text}. Once you send it, they can’t.`
    : `${open.length} of the customers can still change or cancel their orders, the last until ${last.text}. Once you send them, they can’t.`
}

/** Asks before an action is sent. */
const ConfirmActionDialog = ({
  asking,
  ids,
  graceTimes,
  mutation,
  run,
  onClose,
}: {
  asking: PendingAction | null
  graceTimes: GraceTimes
  ids: readonly number[]
  mutation: AdminMutation
  run: RunBulkAction
  onClose: () => void
}) => {
  const count = pluralize(ids.length, 'order')
  if (asking?.action === 'submit')
    return (
      <ConfirmDialog
        question={`Submit ${count} to the print provider?`}
        verb={`Submit ${count}`}
        isBusy={mutation.isBusy}
        onConfirm={() => run({ ids, action: 'submit' }, submitMessages)}
        onCancel={onClose}
      >
        Printful charges you for each. Orders that are unpaid or already on Printful are skipped.{' '}
        {graceWarning(graceTimes, ids)}
      </ConfirmDialog>
    )
  return asking ? (
    <StatusDialog
      count={count}
      status={asking.status}
      mutation={mutation}
      onSubmit={(reason) => run({ ids, ...asking, ...(reason ? { reason } : {}) }, statusMessages)}
      onClose={onClose}
    />
  ) : null
}

export function BulkOrderActions({
  mayChange,
  mayPrint,
  graceTimes,
}: {
  mayChange: boolean
  /** Printful is connected. */
  mayPrint: boolean
  graceTimes: GraceTimes
}) {
  const { selected: ids, clear } = useSelection()
  const [asking, setAsking] = useState<PendingAction | null>(null)
  const { mutation, run, report } = useBulkAction({
    path: '/api/admin/orders/bulk',
    noun: 'order',
    nameOf,
    onDone: () => {
      setAsking(null)
      clear()
    },
  })
  const count = pluralize(ids.length, 'order')
  const close = (): void => setAsking(null)
  return (
    <>
      <BulkBar count={ids.length > 0 ? count : null} onClear={clear}>
        {mayChange && mayPrint ? (
          <Button small onClick={() => setAsking({ action: 'submit' })}>
            Submit to print provider
          </Button>
        ) : null}
        {mayChange ? (
          <SmallSelect
            label="Set status"
            value=""
            options={statusOptions}
            onChange={({ currentTarget: { value } }) => {
              const status = bulkStatuses.find((one) => one === value)
              if (status) setAsking({ action: 'setStatus', status })
            }}
          />
        ) : null}
        <ButtonLink small href={`/admin/packing-slips?ids=${ids.join(',')}`}>
          Packing slips
        </ButtonLink>
        <ConfirmedLink small href={`/api/admin/orders/export?ids=${ids.join(',')}`} download>
          Export selected
        </ConfirmedLink>
      </BulkBar>
      <ConfirmActionDialog {...{ asking, ids, graceTimes, mutation, run }} onClose={close} />
      {report}
    </>
  )
}
