import { Notice } from '@/components/notice'
import { type Cents, formatMoney } from '@/platform/money'
import { Button } from '@/ui/button'

import type { ApprovedExpress } from './use-express'

type Props = {
  express: ApprovedExpress
  /** Null while the shop works out the total. */
  dueCents: Cents | null
  onPay: () => void
  onDrop: () => void
}

/** The button for a payment approved in express checkout, and a way to choose another. */
export default function ExpressPayment({ express, dueCents, onPay, onDrop }: Props) {
  const isEnough = dueCents === null || dueCents <= express.approvedCents
  return (
    <>
      {isEnough ? (
        <Button size="lg" className="w-full" disabled={dueCents === null} onClick={onPay}>
          Pay {dueCents === null ? '' : formatMoney(dueCents)} with PayPal
        </Button>
      ) : (
        <Notice kind="info">
          <p>
            The total is now more than the {formatMoney(express.approvedCents)} you approved at
            PayPal. Please choose how to pay.
          </p>
        </Notice>
      )}
      <Button variant={isEnough ? 'ghost' : 'line'} className="w-full" onClick={onDrop}>
        {isEnough ? 'Choose another way to pay' : 'Choose how to pay'}
      </Button>
    </>
  )
}
