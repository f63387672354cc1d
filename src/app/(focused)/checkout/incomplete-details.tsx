'use client'
import { fieldLabel, type FieldName } from '@/components/checkout/checkout-fields'
import { Button } from '@/ui/button'

import { type CheckoutFormState, fieldId } from './use-checkout-form'

/** Up to this many missing fields are named before the first attempt. */
const fewMissing = 3

const nameOf = (name: FieldName): string =>
  name.startsWith('billing.') ? `${fieldLabel(name)} (billing)` : fieldLabel(name)

const FieldLinks = ({ title, names }: { title: string; names: readonly FieldName[] }) => (
  <p className="text-center text-small text-ink-soft">
    {title}:{' '}
    {names
      .map((name, index) => (
        <span key={name} className="whitespace-nowrap">
          <a
            href={`#${fieldId(name)}`}
            className="inline-block py-0.5 underline underline-offset-4 hover:text-ink"
            onClick={(event) => {
              event.preventDefault()
              document.getElementById(fieldId(name))?.focus()
            }}
          >
            {nameOf(name)}
          </a>
          {index < names.length - 1 ? ',' : ''}
        </span>
      ))
      .flatMap((part, index) => (index > 0 ? [' ', part] : [part]))}
  </p>
)

type Props = Pick<CheckoutFormState, 'form' | 'missing' | 'tried' | 'showMissing'>

/** Takes the place of the ways to pay until all required fields are filled in. */
export function IncompleteDetails({ form, missing, tried, showMissing }: Props) {
  const empty = missing.filter((name) => form.fields[name].trim() === '')
  const wrong = missing.filter((name) => !empty.includes(name))
  return (
    <>
      {/* The disabled button lets the click through to here, so that pressing it shows what is missing. */}
      <div role="presentation" onClick={showMissing} className="cursor-not-allowed">
        <Button size="lg" disabled className="pointer-events-none w-full">
          Complete Order Information
        </Button>
      </div>
      <p role="status" className="text-center text-small text-ink-soft">
        {empty.length > 0
          ? 'Please complete all required fields to continue'
          : 'Please correct what you entered to continue'}
      </p>
      {tried || missing.length <= fewMissing ? (
        <>
          {empty.length > 0 ? <FieldLinks title="Still needed" names={empty} /> : null}
          {wrong.length > 0 ? <FieldLinks title="Please check" names={wrong} /> : null}
        </>
      ) : null}
    </>
  )
}
