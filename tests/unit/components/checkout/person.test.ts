import { emptyForm } from '../../../../src/components/checkout/checkout-form'
import { beginning, fromAddress, shownAddress, toKept } from '../../../../src/components/checkout/person'

const home = { id: 7, label: 'Home', firstName: 'Robin', lastName: 'Vale', address1: '18 Alder Lane', address2: '', city: 'Ojai', stateCode: 'CA', zip: '93023', countryCode: 'US', phone: '805 555 0123', isDefault: true }
const work = { ...home, id: 8, label: '', address1: '4 Stone Road', phone: '', isDefault: false }
const person = { id: 1, email: 'wren@example.com', firstName: 'Wren', lastName: 'Okafor', addresses: [home, work] }
const filled = (fields: object) => ({ ...emptyForm, fields: { ...emptyForm.fields, ...fields } })

it('begins an empty form with the confirmed email and the default address', () => {
  expect(beginning(emptyForm, person)).toEqual({ email: 'wren@example.com', firstName: 'Robin', lastName: 'Vale', address1: '18 Alder Lane', address2: '', city: 'Ojai', stateCode: 'CA', zip: '93023', phone: '805 555 0123' })
  expect(beginning(emptyForm, { ...person, addresses: [] })).toEqual({ email: 'wren@example.com', firstName: 'Wren', lastName: 'Okafor' })
})
it('leaves a form alone that somebody has typed into', () => expect(beginning(filled({ city: 'Ventura' }), person)).toBeNull())
it('knows which kept address the form shows, however it is written', () => {
  expect(shownAddress(filled({ ...fromAddress(home), city: ' ojai ', zip: ' 93023' }), person.addresses)?.id).toBe(7)
  expect(shownAddress(filled({ ...fromAddress(home), city: 'Ventura' }), person.addresses)).toBeUndefined()
})
it('keeps a phone number that was typed when the chosen address has none', () => expect(fromAddress(work)).not.toHaveProperty('phone'))
it('sends what is in the form, tidied', () => expect(toKept(filled({ ...fromAddress(home), zip: '93023 1234' }))).toMatchObject({ zip: '93023-1234', city: 'Ojai', phone: '805 555 0123' }))
