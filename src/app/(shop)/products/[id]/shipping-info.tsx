import type { PromiseTexts } from '@/modules/shop/rules/promises'
import { Icon } from '@/ui/icon'
import type { IconName } from '@/ui/icon-shapes'

export function ShippingInfo({
  shippingCost,
  printing,
  returns,
}: Pick<PromiseTexts, 'shippingCost' | 'printing' | 'returns'>) {
  const facts: [IconName, string][] = [
    ['truck', shippingCost],
    ['leaf', printing],
    ['returns', returns],
    ['lock', 'At checkout, you can ask for a package with nothing about recovery on the outside.'],
  ]
  return (
    <ul className="grid gap-3.5 border-t border-line pt-5.5 text-small">
      {facts.map(([icon, text]) => (
        <li key={icon} className="flex gap-3">
          <Icon name={icon} className="mt-0.5 shrink-0 text-fern" />
          {text}
        </li>
      ))}
    </ul>
  )
}
