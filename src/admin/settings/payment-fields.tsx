import { Switch } from '@/admin/form/fields'
import { optionalPaymentMethods } from '@/platform/payment-methods'

import { Choices } from './choices'
import type { SettingsFormValues } from './settings-form-values'

type Props = { draft: SettingsFormValues; set: (change: Partial<SettingsFormValues>) => void }

const labels = {
  card: 'Debit or credit card, without a PayPal account',
  venmo: 'Venmo',
  card_fields: 'Card form on the checkout page (needs PayPal’s approval for Expanded Checkout)',
  paylater: 'Pay Later',
}

/** Which buttons the checkout shows besides PayPal's. */
export function PaymentFields({ draft, set }: Props) {
  return (
    <>
      <Choices
        legend="Buttons at checkout besides PayPal"
        options={optionalPaymentMethods}
        labels={labels}
        chosen={draft.paymentMethods}
        onChange={(paymentMethods) => set({ paymentMethods })}
      />
      <p className="df-field__hint">
        A button only shows to customers whose device and location PayPal supports. Turn cards off
        if many payments are declined in a short time.
      </p>
      <Switch
        label="Ask the bank to verify every card"
        checked={draft.verifyEveryCard}
        onChange={(verifyEveryCard) => set({ verifyEveryCard })}
      />
      <p className="df-field__hint">
        Only for the card form on the checkout page. It protects you from stolen cards, but some
        customers give up when their bank asks.
      </p>
    </>
  )
}
