import { toOrderRequest } from '@/app/(focused)/checkout/order-request'
import {
  type CheckoutFormValues,
  emptyCheckoutForm,
  fieldError,
  fieldErrors,
  parseStoredForm,
} from '@/components/checkout/checkout-fields'
import { placeOrderSchema } from '@/modules/checkout/schemas'
import { normalizeZip } from '@/platform/us/normalize-zip'
import { zipStateError } from '@/platform/us/zip-prefixes'

const filled: CheckoutFormValues = {
  ...emptyCheckoutForm,
  fields: {
    ...emptyCheckoutForm.fields,
    email: ' wren@example.com ',
    firstName: 'Wren',
    lastName: 'Okafor',
    address1: '18 Alder Lane',
    city: 'Ojai',
    stateCode: 'CA',
    zip: '93023 1234',
  },
}
const line = {
  productId: 7,
  name: 'First Light Tee',
  price: 32,
  image: '',
  quantity: 2,
  size: 'M',
  color: 'Pine',
}

describe('checkout form', () => {
  it('requires exactly the fields in the specification', () => {
    expect(Object.keys(fieldErrors(emptyCheckoutForm, { zipCheck: zipStateError })).sort()).toEqual(
      ['address1', 'city', 'email', 'firstName', 'lastName', 'stateCode', 'zip'],
    )
    expect(fieldErrors(filled, { zipCheck: zipStateError })).toEqual({})
  })

  it('requires a billing address only when it differs from the shipping address', () => {
    expect(
      Object.keys(
        fieldErrors({ ...filled, billingAddressSame: false }, { zipCheck: zipStateError }),
      ).sort(),
    ).toEqual([
      'billing.address1',
      'billing.city',
      'billing.firstName',
      'billing.lastName',
      'billing.stateCode',
      'billing.zip',
    ])
  })

  it('reports a ZIP code of another state at the ZIP field of either address', () => {
    const fields = {
      ...filled.fields,
      stateCode: 'PA',
      'billing.stateCode': 'CA',
      'billing.zip': '10001',
    }
    const errors = fieldErrors(
      { ...filled, fields, billingAddressSame: false },
      { zipCheck: zipStateError },
    )
    expect(errors.zip).toMatch(/^ZIP code 93023 is in California\./)
    expect(errors['billing.zip']).toMatch(/^ZIP code 10001 is in New York\./)
    expect(fieldErrors({ ...filled, fields }, { zipCheck: zipStateError }).zip).toBeDefined()
    expect(
      fieldErrors(
        { ...filled, fields: { ...fields, stateCode: 'CA' } },
        { zipCheck: zipStateError },
      ),
    ).toEqual({})
  })

  it.each([
    ['zip', '', 'Please add a ZIP code.'],
    ['zip', '   ', 'Please add a ZIP code.'],
    ['zip', '9302', 'Please enter a 5-digit ZIP code, like 93023.'],
    ['zip', '93023', undefined],
    ['zip', '93023-1234', undefined],
    ['email', 'wren', 'Please enter an email address like name@example.com.'],
    ['email', 'wren@example.com', undefined],
    ['stateCode', 'ZZ', 'Please choose a state.'],
    ['stateCode', 'PR', undefined],
    ['phone', '', undefined],
    ['phone', 'call me', 'Please enter a phone number like 805 555 0123.'],
    ['billing.city', '', 'Please add a city.'],
  ] as const)('validates %s "%s" with the message: %s', (name, typed, message) =>
    expect(fieldError(name, typed)).toBe(message),
  )

  it.each([
    ['93023', '93023'],
    ['93023 1234', '93023-1234'],
    ['930231234', '93023-1234'],
    ['93023-1234', '93023-1234'],
  ])('normalizes ZIP code %s to %s', (typed, zip) => expect(normalizeZip(typed)).toBe(zip))

  it('starts without the newsletter and with the same billing address', () => {
    expect(emptyCheckoutForm.newsletterSubscribe).toBe(false)
    expect(emptyCheckoutForm.billingAddressSame).toBe(true)
  })

  it.each([
    [null],
    [[]],
    ['text'],
    [{ fields: 4 }],
    [{ fields: { email: {} }, newsletterSubscribe: 'yes' }],
  ])('falls back to an empty form for stored %j', (stored) => {
    expect(parseStoredForm(stored)).toEqual(emptyCheckoutForm)
  })

  it('is restored from storage unchanged', () =>
    expect(parseStoredForm(JSON.parse(JSON.stringify(filled)))).toEqual(filled))
})

describe('order request', () => {
  const body = toOrderRequest(filled, [line], 6912)

  it('is accepted by the API schema', () => {
    expect(
      placeOrderSchema.safeParse({ checkoutId: 'a3bb189e-8bf9-4c7a-9d2b-0c4f3f7e6a10', ...body })
        .error,
    ).toBeUndefined()
    expect(body).toMatchObject({
      amount: '69.12',
      currency: 'USD',
      intent: 'CAPTURE',
      billing: null,
      customer: { email: 'wren@example.com', zip: '93023-1234', countryCode: 'US' },
    })
  })

  it('includes gift and plain packaging only if chosen, with the note cleaned up line by line', () => {
    const choice = {
      isGift: true,
      recipient: ' June ',
      note: ' Proud  of you.\u202e\n\n Ana\n',
      isPlain: true,
    }
    const chosen = toOrderRequest({ ...filled, package: choice }, [line], 6912)
    expect(chosen).toMatchObject({
      gift: { recipient: 'June', note: 'Proud of you.\n\nAna' },
      plainPackage: true,
    })
    expect(
      placeOrderSchema.safeParse({ checkoutId: 'a3bb189e-8bf9-4c7a-9d2b-0c4f3f7e6a10', ...chosen })
        .error,
    ).toBeUndefined()
    const other = toOrderRequest(
      { ...filled, package: { ...choice, isGift: false, isPlain: false } },
      [line],
      6912,
    )
    expect(other).not.toHaveProperty('gift')
    expect(other).not.toHaveProperty('plainPackage')
  })

  it('includes no item prices', () =>
    expect(body.items).toEqual([{ productId: 7, size: 'M', color: 'Pine', quantity: 2 }]))

  it('includes a separate billing address if there is one, and the API schema accepts it', () => {
    const fields = {
      ...filled.fields,
      'billing.firstName': 'Ada',
      'billing.lastName': 'Okafor',
      'billing.address1': '1 Main St',
      'billing.city': 'Reno',
      'billing.stateCode': 'NV',
      'billing.zip': '89501',
    }
    const other = toOrderRequest({ ...filled, fields, billingAddressSame: false }, [line], 6912)
    expect(other.billing).toMatchObject({
      firstName: 'Ada',
      stateCode: 'NV',
      zip: '89501',
      countryCode: 'US',
    })
    expect(
      placeOrderSchema.safeParse({ checkoutId: 'a3bb189e-8bf9-4c7a-9d2b-0c4f3f7e6a10', ...other })
        .error,
    ).toBeUndefined()
  })
})
