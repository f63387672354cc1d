import type { PromiseTexts } from '@/modules/shop/rules/promises'

export type OrderPromisesProps = Pick<PromiseTexts, 'printing' | 'delivery' | 'returns'> & {
  /** When it should arrive, once that is known. */
  arrival?: string
}

/** When an order arrives and how returns work, in the words of the product page. */
export function OrderPromises({ printing, delivery, returns, arrival }: OrderPromisesProps) {
  return (
    <div className="grid gap-1.5 border-t border-line pt-4.5 text-small text-ink-soft">
      {arrival ? <p className="font-semibold text-ink">{arrival}</p> : null}
      <p>
        {printing} {delivery}
      </p>
      <p>{returns}</p>
    </div>
  )
}
