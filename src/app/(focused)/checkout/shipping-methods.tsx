import { formatArrival } from '@/modules/checkout/rules/arrival-text'
import type { ShippingMethodId } from '@/modules/checkout/rules/destination'
import type { ShownShippingOption } from '@/modules/checkout/rules/shipping-options'
import { formatMoney } from '@/platform/money'

const labels = { standard: 'Standard', express: 'Express' } satisfies Record<
  ShippingMethodId,
  string
>

/** How the order is shipped; nothing where there is only one way. */
export function ShippingMethods({
  options,
  chosen,
  onChoose,
}: {
  options: readonly ShownShippingOption[]
  chosen: ShippingMethodId
  onChoose: (method: ShippingMethodId) => void
}) {
  if (options.length < 2) return null
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 font-semibold">How should we ship it?</legend>
      {options.map(({ method, cents, arrival }) => (
        <label
          key={method}
          className="flex min-h-14 cursor-pointer items-center gap-3 rounded-block border border-line px-4 py-3 has-checked:border-fern has-checked:bg-surface"
        >
          <input
            type="radio"
            name="shippingMethod"
            value={method}
            checked={method === chosen}
            onChange={() => onChoose(method)}
            className="size-4.5 shrink-0 accent-fern"
          />
          <span className="grid min-w-0 grow">
            <span className="font-semibold">{labels[method]}</span>
            <span className="text-small text-ink-soft">Should arrive {formatArrival(arrival)}</span>
          </span>
          <span className="nums">{cents === 0 ? 'Free' : formatMoney(cents)}</span>
        </label>
      ))}
    </fieldset>
  )
}
