import {
  fieldsFromAddress,
  initialFields,
  matchingSavedAddress,
  toAddressRequest,
} from '@/app/(focused)/checkout/checkout-customer'
import { emptyCheckoutForm } from '@/components/checkout/checkout-fields'

const home = {
  id: 7,
  label: 'Home',
  firstName: 'Robin',
  lastName: 'Vale',
  address1: '18 Alder Lane',
  address2: '',
  city: 'Ojai',
  stateCode: 'CA',
  zip: '93023',
  countryCode: 'US',
  phone: '805 555 0123',
  isDefault: true,
}
const work = { ...home, id: 8, label: '', address1: '4 Stone Road', phone: '', isDefault: false }
const person = {
  id: 1,
  email: 'wren@example.com',
  firstName: 'Wren',
  lastName: 'Okafor',
  addresses: [home, work],
}
const filled = (fields: object) => ({
  ...emptyCheckoutForm,
  fields: { ...emptyCheckoutForm.fields, ...fields },
})

it('prefills an empty form with the account’s email and default address', () => {
  expect(initialFields(emptyCheckoutForm, person)).toEqual({
    email: 'wren@example.com',
    firstName: 'Robin',
    lastName: 'Vale',
    address1: '18 Alder Lane',
    address2: '',
    city: 'Ojai',
    stateCode: 'CA',
    zip: '93023',
    phone: '805 555 0123',
  })
  expect(initialFields(emptyCheckoutForm, { ...person, addresses: [] })).toEqual({
    email: 'wren@example.com',
    firstName: 'Wren',
    lastName: 'Okafor',
  })
})
it('doesn’t prefill a form that has input', () =>
  expect(initialFields(filled({ city: 'Ventura' }), person)).toBeNull())
it('matches the form to a saved address regardless of case and spaces', () => {
  expect(
    matchingSavedAddress(
      filled({ ...fieldsFromAddress(home), city: ' ojai ', zip: ' 93023' }),
      person.addresses,
    )?.id,
  ).toBe(7)
  expect(
    matchingSavedAddress(filled({ ...fieldsFromAddress(home), city: 'Ventura' }), person.addresses),
  ).toBeUndefined()
})
it('doesn’t overwrite the phone number when the chosen address has none', () =>
  expect(fieldsFromAddress(work)).not.toHaveProperty('phone'))
it('sends normalized form values', () =>
  expect(toAddressRequest(filled({ ...fieldsFromAddress(home), zip: '93023 1234' }))).toMatchObject(
    { zip: '93023-1234', city: 'Ojai', phone: '805 555 0123' },
  ))
