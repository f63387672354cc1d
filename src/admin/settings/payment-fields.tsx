import { Switch, TextArea } from '@/admin/form/fields'
import type { bindText } from '@/admin/form/form-values'
import { maxAppleDomainFile, optionalPaymentMethods } from '@/platform/payment-methods'

import { Choices } from './choices'
import type { SettingsFormValues } from './settings-form-values'

type Props = {
  draft: SettingsFormValues
  set: (change: Partial<SettingsFormValues>) => void
  text: ReturnType<typeof bindText<SettingsFormValues>>
}

const labels = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  card: 'Debit or credit card, without a PayPal account',
  venmo: 'Venmo',
  card_fields: 'Card form on the checkout page (needs PayPal’s approval for Expanded Checkout)',
  paylater: 'Pay Later',
}

/** What an owner has to do at PayPal for the wallets, and Apple's file. */
const WalletFields = ({ draft: { paymentMethods, appleDomainFile }, text }: Omit<Props, 'set'>) => (
  <>
    {paymentMethods.includes('apple_pay') || paymentMethods.includes('google_pay') ? (
      <p className="df-field__hint">
        Apple Pay and Google Pay need PayPal’s approval for Expanded Checkout. Turn them on for your
        app in PayPal’s developer dashboard, too.
      </p>
    ) : null}
    {paymentMethods.includes('apple_pay') || appleDomainFile ? (
      <TextArea
        label="Apple’s domain file"
        rows={4}
        maxLength={maxAppleDomainFile}
        spellCheck={false}
        {...text('appleDomainFile')}
        hint="Download it from PayPal’s Apple Pay page, paste its text here, and save. Then register this shop’s domain on the same page. Checkout offers Apple Pay once the file is here. Paste the new file whenever PayPal changes it."
      />
    ) : null}
  </>
)

/** The buttons that the checkout shows besides PayPal's. */
export function PaymentFields({ draft, set, text }: Props) {
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
        Customers see a button only if PayPal supports it on their device and in their location.
        Turn cards off if many payments are declined in a short time.
      </p>
      <WalletFields draft={draft} text={text} />
      <Switch
        label="Ask the bank to verify every card"
        checked={draft.verifyEveryCard}
        onChange={(verifyEveryCard) => set({ verifyEveryCard })}
      />
      <p className="df-field__hint">
        Only for the card form on the checkout page. It protects you from stolen cards, but some
        customers give up when their bank asks.
      </p>
      <Switch
        label="Express checkout in the cart and on product pages"
        checked={draft.expressCheckout}
        onChange={(expressCheckout) => set({ expressCheckout })}
      />
      <p className="df-field__hint">
        PayPal fills in the customer’s details. They still see the total and confirm it before
        anything is charged.
      </p>
    </>
  )
}
