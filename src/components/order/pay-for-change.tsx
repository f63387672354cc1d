'use client'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'

import { type ChangeTarget, useOrderChange } from './use-order-change'

/**
 * Goes to the payment of a change that staff offered. The server refuses an `amount` in dollars that isn’t its price.
 */
export function PayForChange({
  target: { orderNumber, orderKey: key },
  amount,
  label,
}: {
  target: ChangeTarget
  amount: string
  label: string
}) {
  const { busy, message, pay } = useOrderChange(() => undefined)
  return (
    <>
      <FormError>{message}</FormError>
      <div>
        <Button
          aria-busy={busy}
          aria-disabled={busy}
          onClick={() => pay(`/api/orders/${orderNumber}/change-request`, { key, amount })}
        >
          {busy ? 'Opening…' : label}
        </Button>
      </div>
    </>
  )
}
