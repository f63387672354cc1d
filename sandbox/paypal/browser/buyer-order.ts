import type { ProviderContext } from '../context'
import { type Money, toHundredths, toMoney } from '../money'
import { isOpen } from '../orders/orders'
import type { OrderRecord, Source } from '../state'

/** Those that open a window or form of PayPal's; wallets have sheets of their own. */
export type WindowSource = Exclude<Source, 'apple_pay' | 'google_pay'>

export type Choice = 'pay' | 'decline' | 'card-decline' | 'pending' | 'cancel'

export interface OrderForBuyer {
  token: string
  payable: boolean
  merchant: string
  lines: { label: string; amount: string }[]
  /** Shipping, tax, discount: the amounts between the lines and the total. */
  parts: { label: string; amount: string }[]
  total: string
  choices: readonly { choice: Choice; label: string }[]
}

const PAY = { choice: 'pay', label: 'Pay now' } as const
const REFUSED = { choice: 'cancel', label: 'The shop doesn’t ship here. Go back' } as const
const CANCEL = { choice: 'cancel', label: 'Cancel and return' } as const
const CHOICES: Record<WindowSource, OrderForBuyer['choices']> = {
  paypal: [
    PAY,
    { choice: 'decline', label: 'Pay now, but the bank declines the first try' },
    { choice: 'pending', label: 'Pay by eCheck (pending)' },
    CANCEL,
  ],
  venmo: [
    PAY,
    { choice: 'decline', label: 'Pay now, but the bank declines the first try' },
    CANCEL,
  ],
  card: [PAY, { choice: 'card-decline', label: 'Pay now, but the bank declines the card' }, CANCEL],
}

const PARTS = [
  ['item_total', 'Items'],
  ['shipping', 'Shipping'],
  ['handling', 'Handling'],
  ['insurance', 'Insurance'],
  ['tax_total', 'Tax'],
  ['shipping_discount', 'Shipping discount'],
  ['discount', 'Discount'],
] as const

/** What the approval page and the dialog show. */
export function orderForBuyer(
  context: ProviderContext,
  order: OrderRecord,
  source: WindowSource,
): OrderForBuyer {
  const amounts = order.units.map((unit) => unit.amount)
  const currency = amounts[0]?.currency_code ?? 'USD'
  const sum = (list: (Money | undefined)[]) =>
    toMoney(
      currency,
      list.reduce((total, money) => total + toHundredths(money), 0n),
    )
  const lines = order.units
    .flatMap((unit) => unit.items ?? [])
    .map((item) => ({
      label: `${item.quantity} × ${item.name}`,
      amount: format(toMoney(currency, toHundredths(item.unit_amount) * BigInt(item.quantity))),
    }))
  const parts = PARTS.flatMap(([name, label]) => {
    const money = sum(amounts.map((amount) => amount.breakdown?.[name]))
    if (toHundredths(money) === 0n || (name === 'item_total' && lines.length > 0)) return []
    return [{ label, amount: `${name.endsWith('discount') ? '−' : ''}${format(money)}` }]
  })
  const { paypal, venmo } = order.request.payment_source ?? {}
  const experience = (paypal ?? venmo)?.experience_context ?? order.request.application_context
  return {
    token: order.id,
    payable: isOpen(context, order),
    merchant: experience?.brand_name ?? 'the shop',
    lines,
    parts,
    total: format(sum(amounts)),
    choices: order.isAddressRefused ? [REFUSED] : CHOICES[source],
  }
}

function format({ currency_code, value }: Money): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency_code }).format(
    Number(value),
  )
}

/** Where a buyer who came by redirect goes back to. */
export function returnUrl(
  order: OrderRecord,
  approved: boolean,
  payerId: string,
): string | undefined {
  const experience =
    order.request.payment_source?.paypal?.experience_context ?? order.request.application_context
  const base = approved ? experience?.return_url : experience?.cancel_url
  if (!base) return undefined
  const url = new URL(base)
  url.searchParams.set('token', order.id)
  if (approved) url.searchParams.set('PayerID', payerId)
  return url.href
}
