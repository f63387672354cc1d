import type { AdminDiscount } from '@/modules/discounts/schemas'
import { centsFromDollars, formatMoney } from '@/platform/money'
import type { BadgeTone } from '@/ui/badge'

export const stateBadges = {
  running: ['good', 'Running'],
  scheduled: ['warn', 'Scheduled'],
  ended: ['plain', 'Ended'],
  off: ['plain', 'Off'],
} satisfies Record<AdminDiscount['state'], [BadgeTone, string]>

/** '15% off everything', '$5.00 off some products, from $50.00' */
export function describeDiscount(discount: AdminDiscount): string {
  const { kind, percent, amount, scope, minimumSubtotal } = discount
  const what = {
    percent: `${percent ?? 0}% off`,
    amount: `${formatMoney(centsFromDollars(amount ?? 0))} off`,
    free_shipping: 'Free shipping',
  }[kind]
  const items = { all: 'everything', products: 'some products', categories: 'some categories' }[
    scope
  ]
  const scopeText =
    kind === 'free_shipping' && scope === 'all'
      ? ''
      : ` ${kind === 'free_shipping' ? 'with' : ''} ${items}`
  const minimum =
    minimumSubtotal > 0 ? `, from ${formatMoney(centsFromDollars(minimumSubtotal))}` : ''
  return `${what}${scopeText}${minimum}`.replace(/ +/g, ' ')
}

/** '3 of 100' or '3' */
export function usesText({ uses, maxUses }: { uses: number; maxUses: number | null }): string {
  const text = uses.toLocaleString('en-US')
  return maxUses === null ? text : `${text} of ${maxUses.toLocaleString('en-US')}`
}
