'use client'
import type { ComponentProps } from 'react'

import { normalizeZip } from '@/components/checkout/checkout-fields'
import { ApiForm, type FormText, SubmitButton } from '@/components/form/api-form'
import { StateSelect } from '@/components/form/state-select'
import { accountErrorMessage, useSubmit } from '@/components/form/use-submit'
import type { AddressView } from '@/modules/accounts/queries/list-addresses'
import { api } from '@/platform/http/api-client'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { Checkbox, TextField } from '@/ui/form-fields'

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

const bodyOf = (text: FormText) => ({
  ...Object.fromEntries(names.map((name) => [name, text(name)])),
  zip: normalizeZip(text('zip')),
  isDefault: text('isDefault') !== '',
})

type FieldsProps = { address?: AddressView; errors: Record<string, string> }

const AddressFields = ({ address, errors }: FieldsProps) => {
  const field = (
    name: (typeof names)[number] | 'zip',
    label: string,
    autoComplete: string,
    maxLength: number,
    more: Partial<ComponentProps<typeof TextField>> = {},
  ) => (
    <TextField
      id={`address-${name}`}
      name={name}
      label={label}
      autoComplete={autoComplete}
      maxLength={maxLength}
      defaultValue={address?.[name] ?? ''}
      error={errors[name]}
      {...more}
    />
  )
  return (
    <>
      {field('label', 'Label', 'off', 40, {
        optional: true,
        hint: 'For example, “Home” or “My sister’s”. Only you see it.',
      })}
      <div className="grid gap-4.5 sm:grid-cols-2">
        {field('firstName', 'First name', 'given-name', 60)}
        {field('lastName', 'Last name', 'family-name', 60)}
      </div>
      {field('address1', 'Street address', 'address-line1', 120)}
      {field('address2', 'Apartment or unit', 'address-line2', 120, { optional: true })}
      <div className="grid grid-cols-2 gap-4.5 sm:grid-cols-[2fr_1.3fr_1fr]">
        {field('city', 'City', 'address-level2', 80, { className: 'max-sm:col-span-full' })}
        <StateSelect
          id="address-stateCode"
          name="stateCode"
          label="State"
          autoComplete="address-level1"
          defaultValue={address?.stateCode ?? ''}
          error={errors.stateCode}
        />
        {field('zip', 'ZIP code', 'postal-code', 10, { inputMode: 'numeric' })}
      </div>
      {field('phone', 'Phone', 'tel', 30, {
        optional: true,
        type: 'tel',
        inputMode: 'tel',
        hint: 'Only if the carrier needs it.',
      })}
    </>
  )
}

export function AddressForm({ address, isOnly, onSaved, onCancel }: Props) {
  const { busy, errors, message, form, submit } = useSubmit(accountErrorMessage)
  const save = (text: FormText): void =>
    void submit(async () => {
      const path = '/api/account/addresses'
      onSaved(
        await (address
          ? api<AddressView[]>('PUT', `${path}/${address.id}`, bodyOf(text))
          : api<AddressView[]>('POST', path, bodyOf(text))),
      )
    })
  return (
    <ApiForm
      ref={form}
      aria-label={address ? 'Edit address' : 'New address'}
      onSubmit={save}
      className="grid max-w-[36rem] gap-4.5"
    >
      <AddressFields address={address} errors={errors} />
      {isOnly || address?.isDefault ? null : (
        <Checkbox name="isDefault" label="Use as default at checkout" />
      )}
      <FormError>{message}</FormError>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={busy} busyLabel="Saving...">
          Save address
        </SubmitButton>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </ApiForm>
  )
}
