import type { OrderTotals } from '@/modules/checkout/rules/pricing'
import { type TotalOptions, type TotalRow, totalRows } from '@/modules/checkout/rules/total-rows'

const looks = {
  total: 'mt-2 border-t border-line pt-4.5 text-[1.25rem] font-[650]',
  rest: 'font-semibold',
}

export function CheckoutTotals({
  totals,
  restLabel = 'Left to pay',
  isUpdating = false,
  moreRows = [],
  ...options
}: TotalOptions & { totals: OrderTotals; isUpdating?: boolean; moreRows?: readonly TotalRow[] }) {
  const rows = [...totalRows(totals, { ...options, restLabel }), ...moreRows]
  return (
    <dl className="nums grid gap-2.5" aria-busy={isUpdating}>
      {rows.map(({ name, amount, look, isDiscounted }, index) => (
        <div
          key={name}
          className={`flex justify-between gap-x-4 ${look ? looks[look] : index === 0 ? 'border-t border-line pt-4.5' : ''}`}
        >
          <dt className="min-w-0">{name}</dt>
          <dd className="text-right">{isUpdating && isDiscounted ? '…' : amount}</dd>
        </div>
      ))}
    </dl>
  )
}
