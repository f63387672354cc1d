'use client'
import { type ReactNode, useEffect, useRef } from 'react'

import type { SenderNames } from '@/modules/checkout/rules/gift'
import { checkoutConsent } from '@/modules/newsletter/rules/checkout-consent'
import { Checkbox } from '@/ui/form-fields'

import { AddressFields, NameFields } from './address-fields'
import { FormField } from './form-field'
import { PackageOptions } from './package-options'
import { type AddressChoice, SaveAddressCheckbox, SavedAddressSelect } from './saved-addresses'
import { ShippingMethods } from './shipping-methods'
import { type CheckoutFormState, fieldId } from './use-checkout-form'
import type { CheckoutTotalsState } from './use-checkout-totals'

const Question = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="grid min-w-0 gap-4.5">
    <legend className="mb-3 font-display text-h3 font-medium lining-nums">{legend}</legend>
    {children}
  </fieldset>
)

type Props = { access: CheckoutFormState }

const NewsletterChoice = ({ access: { form, change } }: Props) => (
  <Checkbox
    label={checkoutConsent}
    name="newsletterSubscribe"
    checked={form.newsletterSubscribe}
    onChange={(event) => change({ newsletterSubscribe: event.target.checked })}
  />
)

const ContactQuestion = ({ access }: Props) => (
  <Question legend="Where can we reach you?">
    <FormField name="email" access={access} type="email" inputMode="email" autoComplete="email" />
    <NameFields access={access} />
    {access.isEmailOnly ? (
      <>
        <p className="text-small text-ink-mute">
          Gift cards are emailed, so we don’t need an address.
        </p>
        <NewsletterChoice access={access} />
      </>
    ) : (
      <FormField
        name="phone"
        access={access}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="Only used if the carrier has a question."
      />
    )}
  </Question>
)

const BillingAddress = ({ access }: Props) => {
  const { form, change } = access
  return (
    <>
      <Checkbox
        label="My billing address is the same"
        name="billingAddressSame"
        checked={form.billingAddressSame}
        onChange={(event) => change({ billingAddressSame: event.target.checked })}
        aria-controls="billing"
        aria-expanded={!form.billingAddressSame}
      />
      {form.billingAddressSame ? null : (
        <div id="billing">
          <Question legend="What’s your billing address?">
            <NameFields access={access} billing />
            <AddressFields access={access} billing />
          </Question>
        </div>
      )}
    </>
  )
}

type Shipping = CheckoutTotalsState['shipping']

const DeliveryQuestion = ({
  access,
  choice,
  shipping,
}: Props & { choice: AddressChoice | null; shipping: Shipping }) => {
  const { change } = access
  return (
    <Question legend="Where should we ship it?">
      {choice ? <SavedAddressSelect access={access} choice={choice} /> : null}
      <AddressFields access={access} />
      {choice ? <SaveAddressCheckbox access={access} choice={choice} /> : null}
      <p className="text-small text-ink-mute">
        We ship anywhere in the US, including territories and military addresses.
      </p>
      <ShippingMethods
        options={shipping.options}
        chosen={shipping.method}
        onChoose={(shippingMethod) => change({ shippingMethod })}
      />
      <BillingAddress access={access} />
      <NewsletterChoice access={access} />
    </Question>
  )
}

/** `ready` is false while a payment is under way; `choice` is for signed-in customers. */
export function DetailsForm({
  access,
  ready,
  choice,
  senderNames,
  shipping,
}: Props & {
  ready: boolean
  choice: AddressChoice | null
  senderNames: SenderNames
  shipping: Shipping
}) {
  const { goTo } = access
  const lastGoTo = useRef<typeof goTo>(null)
  // While a payment is under way the form is inert: a refused field gets the focus once that is over.
  useEffect(() => {
    if (!ready || !goTo || lastGoTo.current === goTo) return
    lastGoTo.current = goTo
    document.getElementById(fieldId(goTo.name))?.focus()
  }, [ready, goTo])
  return (
    <form
      id="details"
      method="post"
      data-replay
      noValidate
      inert={!ready}
      className="grid gap-11"
      onSubmit={(event) => {
        event.preventDefault()
        access.showMissing()
      }}
    >
      <ContactQuestion access={access} />
      {access.isEmailOnly ? null : (
        <>
          <DeliveryQuestion access={access} choice={choice} shipping={shipping} />
          <PackageOptions access={access} senderNames={senderNames} />
        </>
      )}
      {/* Enter in a field: a form with several fields is only sent when it has a button. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="hidden">
        Check form
      </button>
    </form>
  )
}
