'use client'
import { Field, SelectField, TextField } from '@/admin/form/fields'
import { bindText } from '@/admin/form/form-values'
import { FoundList, useSearchChoice } from '@/admin/form/search-choice'
import { api } from '@/platform/http/api-client'
import { usRegions } from '@/platform/us/regions'

import {
  type AddressName,
  addressNames,
  type DraftFormChange,
  type DraftFormValues,
  emptyAddress,
} from './draft-form-values'

type FoundCustomer = { id: number; email: string; name: string }
type FoundOrder = { email: string; shippingAddress: Record<AddressName, string> }

/** Reads the address a customer used last. */
const readAddress = async (email: string): Promise<Partial<DraftFormValues>> => {
  const orders = await api<FoundOrder[]>(
    'GET',
    `/api/admin/orders?limit=5&search=${encodeURIComponent(email)}`,
  )
  const latest = orders.find((order) => order.email.toLowerCase() === email)
  return latest
    ? Object.fromEntries(addressNames.map((name) => [name, latest.shippingAddress[name]]))
    : {}
}

const CustomerSearch = ({ set }: { set: (change: DraftFormChange) => void }) => {
  const { input, found, failure, choose } = useSearchChoice<FoundCustomer>({
    path: '/api/admin/customers',
    limit: 5,
    onChoose: ({ email }) => {
      set({ ...emptyAddress, email })
      const fill = (address: Partial<DraftFormValues>): void =>
        // Someone else may have been chosen, or an address entered, in the meantime.
        set((before) =>
          before.email === email && addressNames.every((name) => before[name] === '')
            ? address
            : {},
        )
      void readAddress(email).then(fill, () => undefined)
    },
  })
  return (
    <Field
      label="Find a customer"
      optional
      hint="Search by name or email for someone who has ordered before."
    >
      {(described) => (
        <>
          <input {...described} {...input} className="df-control" />
          <FoundList
            label="Customers found"
            found={found}
            failure={failure}
            none="No customers found."
            nameOf={({ email, name }) => (name ? `${name}, ${email}` : email)}
            onChoose={choose}
          />
        </>
      )}
    </Field>
  )
}

/** Errors of the API name the fields of the address: 'shippingAddress.zip'. */
const addressErrors = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [
      name.replace(/^shippingAddress\./, ''),
      message,
    ]),
  )

/** Who a draft is for, and where it goes. */
export function CustomerFields({
  values,
  fields,
  set,
}: {
  values: DraftFormValues
  fields: Record<string, string>
  set: (change: DraftFormChange) => void
}) {
  const text = bindText(values, addressErrors(fields), set)
  return (
    <>
      <CustomerSearch set={set} />
      <TextField label="Email" type="email" maxLength={254} autoComplete="off" {...text('email')} />
      <div className="df-form__row">
        <TextField label="First name" maxLength={60} autoComplete="off" {...text('firstName')} />
        <TextField label="Last name" maxLength={60} autoComplete="off" {...text('lastName')} />
      </div>
      <TextField label="Street address" maxLength={120} autoComplete="off" {...text('address1')} />
      <TextField
        label="Apartment or unit"
        optional
        maxLength={120}
        autoComplete="off"
        {...text('address2')}
      />
      <div className="df-form__row">
        <TextField label="City" maxLength={80} autoComplete="off" {...text('city')} />
        <SelectField
          label="State"
          value={values.stateCode}
          error={fields['shippingAddress.stateCode']}
          options={[['', 'Choose'], ...usRegions.map(({ code, name }) => [code, name] as const)]}
          onChange={({ currentTarget }) => set({ stateCode: currentTarget.value })}
        />
        <TextField
          label="ZIP code"
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
          {...text('zip')}
        />
      </div>
      <TextField label="Phone" optional maxLength={30} autoComplete="off" {...text('phone')} />
    </>
  )
}
