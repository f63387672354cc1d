import type { PricingRules } from '@/modules/checkout/rules/pricing'
import type { SettingsView } from '@/modules/shop/queries/get-settings'
import { formatMoney } from '@/platform/money'
import { Icon } from '@/ui/icon'
import type { IconName } from '@/ui/icon-shapes'

export function ShippingInfo({
  freeShippingFromCents,
  shippingCents,
  shippingNote,
  returnsNote,
}: Pick<SettingsView, 'shippingNote' | 'returnsNote'> &
  Pick<PricingRules, 'freeShippingFromCents' | 'shippingCents'>) {
  const whole = (cents: number): string => formatMoney(cents).replace(/\.00$/, '')
  const facts: [IconName, string][] = [
    [
      'truck',
      `Free shipping on orders of ${whole(freeShippingFromCents)} or more. Otherwise ${formatMoney(shippingCents)}.`,
    ],
    ['leaf', shippingNote],
    ['returns', returnsNote],
  ]
  return (
    <ul className="grid gap-3.5 border-t border-line pt-5.5 text-small">
      {facts
        .filter(([, text]) => text)
        .map(([icon, text]) => (
          <li key={icon} className="flex gap-3">
            <Icon name={icon} className="mt-0.5 text-fern" />
            {text}
          </li>
        ))}
    </ul>
  )
}
