'use client'
import type { FormEvent } from 'react'

import { useMutation } from '@/components/account/use-mutation'
import { normalizeZip } from '@/components/checkout/checkout-fields'
import type { AddressView } from '@/modules/accounts/queries/list-addresses'
import { usRegions } from '@/platform/us-regions'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { Checkbox, SelectField, TextField } from '@/ui/form-fields'

type Props = {
  /** The one to change; absent: a new one. */
  address?: AddressView
  /** Whether this will be the default in any case. */
  isOnly: boolean
  onSaved: (addresses: AddressView[]) => void
  onCancel: () => void
}

const names = [
  'label',
  'firstName',
  'lastName',
  'address1',
  'address2',
  'city',
  'stateCode',
  'phone',
] as const

export function AddressForm({ address, isOnly, onSaved, onCancel }: Props) {
  const { busy, fields, trouble, form, call } = useMutation()
  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (name: string): string => String(typed.get(name) ?? '')
    const body = {
      ...Object.fromEntries(names.map((name) => [name, text(name)])),
      zip: normalizeZip(text('zip')),
      isDefault: typed.has('isDefault'),
    }
    const saved = await (address
      ? call<AddressView[]>('PUT', `/api/account/addresses/${address.id}`, body)
      : call<AddressView[]>('POST', '/api/account/addresses', body))
    if (saved) onSaved(saved)
  }
  const field = (
    name: keyof AddressView & string,
    label: string,
    autoComplete: string,
    maxLength: number,
    more: Record<string, unknown> = {},
  ) => (
    <TextField
      id={`address-${name}`}
      name={name}
      label={label}
      autoComplete={autoComplete}
      maxLength={maxLength}
      defaultValue={String(address?.[name] ?? '')}
      error={fields[name]}
      {...more}
    />
  )
  return (
    <form
      ref={form}
      noValidate
      aria-label={address ? 'Change this address' : 'A new address'}
      onSubmit={(event) => void save(event)}
      className="grid max-w-[36rem] gap-4.5"
    >
      {field('label', 'What you call it', 'off', 40, {
        optional: true,
        hint: 'Like “Home” or “My sister’s”. Only you see it.',
      })}
      <div className="grid gap-4.5 sm:grid-cols-2">
        {field('firstName', 'First name', 'given-name', 60)}
        {field('lastName', 'Last name', 'family-name', 60)}
      </div>
      {field('address1', 'Street address', 'address-line1', 120)}
      {field('address2', 'Apartment or unit', 'address-line2', 120, { optional: true })}
      <div className="grid grid-cols-2 gap-4.5 sm:grid-cols-[2fr_1.3fr_1fr]">
        {field('city', 'City', 'address-level2', 80, { className: 'max-sm:col-span-full' })}
        <SelectField
          id="address-stateCode"
          name="stateCode"
          label="State"
          autoComplete="address-level1"
          defaultValue={address?.stateCode ?? ''}
          error={fields.stateCode}
        >
          <option value="">Choose</option>
          {usRegions.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        {field('zip', 'ZIP code', 'postal-code', 10, { inputMode: 'numeric' })}
      </div>
      {field('phone', 'Phone', 'tel', 30, {
        optional: true,
        type: 'tel',
        inputMode: 'tel',
        hint: 'Only if the carrier needs it.',
      })}
      {isOnly || address?.isDefault ? null : (
        <Checkbox name="isDefault" label="Start the checkout with this one" />
      )}
      <FormError>{trouble}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-busy={busy} aria-disabled={busy}>
          {busy ? 'Saving...' : 'Save address'}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
