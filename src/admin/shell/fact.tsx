import type { ReactNode } from 'react'

import type { TotalRow } from '@/modules/checkout/rules/total-rows'

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The totals of an order, for a list with the class df-sums. */
export function Sums({ rows }: { rows: readonly TotalRow[] }) {
  return rows.map(({ name, amount, look }) => (
    <div key={name} className={look === 'total' ? 'df-sums__total' : undefined}>
      <dt>{name}</dt>
      <dd>{look === 'rest' ? <b>{amount}</b> : amount}</dd>
    </div>
  ))
}
