import { Choices } from './choices'
import type { SettingsFormValues } from './settings-form-values'

type Props = { draft: SettingsFormValues; set: (change: Partial<SettingsFormValues>) => void }

const offered = ['card', 'venmo'] as const
const labels = { card: 'Debit or credit card, without a PayPal account', venmo: 'Venmo' }

/** Which buttons the checkout shows besides PayPal's. */
export function PaymentFields({ draft, set }: Props) {
  return (
    <>
      <Choices
        legend="Buttons at checkout besides PayPal"
        options={offered}
        labels={labels}
        chosen={offered.filter((method) => draft.paymentMethods.includes(method))}
        onChange={(paymentMethods) => set({ paymentMethods })}
      />
      <p className="df-field__hint">
        A button only shows to customers whose device and location PayPal supports. Turn cards off
        if many payments are declined in a short time.
      </p>
    </>
  )
}
