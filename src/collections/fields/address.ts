import type { GroupField } from 'payload'

/** An address as in the specification (admin 3). The column names are part of the data export. */
export function addressField(
  name: 'shippingAddress' | 'billingAddress',
  label: string,
): GroupField {
  return {
    name,
    type: 'group',
    label,
    fields: [
      {
        type: 'row',
        fields: [
          { name: 'firstName', type: 'text' },
          { name: 'lastName', type: 'text' },
        ],
      },
      { name: 'address1', type: 'text' },
      { name: 'address2', type: 'text' },
      {
        type: 'row',
        fields: [
          { name: 'city', type: 'text' },
          { name: 'stateCode', type: 'text' },
          { name: 'zip', type: 'text' },
          { name: 'countryCode', type: 'text' },
        ],
      },
      { name: 'phone', type: 'text' },
    ],
  }
}
