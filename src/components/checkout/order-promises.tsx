import type { PromiseTexts } from '@/modules/shop/rules/promises'

export type OrderPromisesProps = Pick<PromiseTexts, 'printing' | 'delivery' | 'returns'> & {
  /** When it should arrive, once that is known. */
  arrival?: string
  /** Names of items that can't be returned. */
  finalSale?: readonly string[]
}

const list = new Intl.ListFormat('en-US')

/** When an order arrives and how returns work, in the words of the product page. */
export function OrderPromises({
  printing,
  delivery,
  returns,
  arrival,
  finalSale = [],
}: OrderPromisesProps) {
  return (
    <div className="grid gap-1.5 border-t border-line pt-4.5 text-small text-ink-soft">
      {arrival ? <p className="font-semibold text-ink">{arrival}</p> : null}
      <p>
        {printing} {delivery}
      </p>
      <p>{returns}</p>
      {finalSale.length > 0 ? (
        <p className="font-semibold text-ink">
          Final sale: {list.format(finalSale)} can’t be returned or exchanged unless defective.
        </p>
      ) : null}
    </div>
  )
}
