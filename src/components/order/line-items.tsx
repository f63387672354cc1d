import { variantWithQuantity } from '@/modules/checkout/rules/cart'
import { type Cents, formatMoney } from '@/platform/money'

import { LineItemThumbnail } from './line-item-thumbnail'

export type LineItemView = {
  name: string
  image: string | null
  size: string
  color: string
  quantity: number
  unitCents: Cents
  /** A sentence below the options. */
  note?: string | null
}

export function LineItems({ lines }: { lines: readonly LineItemView[] }) {
  return (
    <ul className="grid gap-4">
      {lines.map((line, index) => (
        <li key={index} className="line-item grid items-center gap-4">
          <LineItemThumbnail src={line.image} />
          <div>
            <p className="leading-snug font-semibold">{line.name}</p>
            <p className="text-small text-ink-soft">{variantWithQuantity(line)}</p>
            {line.note ? <p className="text-small text-ink-soft">{line.note}</p> : null}
          </div>
          <span className="nums">{formatMoney(line.unitCents * line.quantity)}</span>
        </li>
      ))}
    </ul>
  )
}
