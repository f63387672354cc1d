'use client'
import { AddressFields } from '@/components/form/address-fields'
import { ApiForm, FormActions } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { accountErrorMessage, useSubmit } from '@/components/form/use-submit'
import type { AddressView } from '@/modules/accounts/queries/list-addresses'
import { api } from '@/platform/http/api-client'
import { normalizeZip } from '@/platform/us/normalize-zip'
import { FormError } from '@/ui/form-error'
import { Checkbox, TextField } from '@/ui/form-fields'

type Props = {
  /** The one to change; absent: a new one. */
  address?: AddressView
  /** Whether this will be the default regardless of the checkbox. */
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
      <TextField
        id="address-label"
        name="label"
        label="Label"
        autoComplete="off"
        maxLength={40}
        defaultValue={address?.label ?? ''}
        error={errors.label}
        optional
        hint="For example, “Home” or “My sister’s.” Only you see it."
      />
      <AddressFields address={address} errors={errors} />
      <TextField
        id="address-phone"
        name="phone"
        label="Phone"
        autoComplete="tel"
        maxLength={30}
        defaultValue={address?.phone ?? ''}
        error={errors.phone}
        optional
        type="tel"
        inputMode="tel"
        hint="Only if the carrier needs it."
      />
      {isOnly || address?.isDefault ? null : (
        <Checkbox name="isDefault" label="Use as default at checkout" />
      )}
      <FormError>{message}</FormError>
      <FormActions busy={busy} submit="Save address" cancel="Cancel" onCancel={onCancel} />
    </ApiForm>
  )
}
