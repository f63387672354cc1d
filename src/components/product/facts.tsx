import { formatMoney } from '../../domain/money'
import type { SettingsView } from '../../queries/get-settings'
import { Icon } from '../ui/icon'
import type { IconName } from '../ui/icon-shapes'

export const Facts = ({ settings }: { settings: SettingsView }) => {
  const { freeShippingFromCents, shippingCents } = settings.pricing
  const whole = (cents: number): string => formatMoney(cents).replace(/\.00$/, '')
  const facts: [IconName, string][] = [
    ['truck', `Free shipping on orders of ${whole(freeShippingFromCents)} or more. Otherwise ${formatMoney(shippingCents)}.`],
    ['leaf', settings.shippingNote],
    ['returns', settings.returnsNote],
  ]
  return (
    <ul className="grid gap-3.5 border-t border-line pt-5.5 text-small">
      {facts.filter(([, text]) => text).map(([icon, text]) => <li key={icon} className="flex gap-3"><Icon name={icon} className="mt-0.5 text-fern" />{text}</li>)}
    </ul>
  )
}
