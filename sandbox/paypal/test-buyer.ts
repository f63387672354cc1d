import type { OrderRecord } from './state'

/** The one buyer of the demo mode, as Orders v2 shows a payer. */
export const BUYER = {
  account_id: 'DEMOBUYER4UYR',
  email_address: 'buyer@personal.example.com',
  name: { given_name: 'Riley', surname: 'Demo' },
  address: { country_code: 'US' },
} as const

/** Where the buyer has packages sent, when the shop asks PayPal. */
export const SHIPPING = {
  name: { full_name: 'Riley Demo' },
  address: {
    address_line_1: '18 Alder Lane',
    admin_area_2: 'Ojai',
    admin_area_1: 'CA',
    postal_code: '93023',
    country_code: 'US',
  },
}

const CARD = { last_digits: '1881', brand: 'VISA', type: 'CREDIT' }

export function payer() {
  const { account_id, ...rest } = BUYER
  return { ...rest, payer_id: account_id }
}

/** The part of a response about the way the buyer paid. */
export function paymentSource({ source, card }: OrderRecord) {
  const { account_id, email_address, name, address } = BUYER
  switch (source) {
    case 'paypal':
      return {
        paypal: {
          ...BUYER,
          account_status: 'VERIFIED',
          phone_number: { national_number: '8055550142' },
        },
      }
    case 'venmo':
      return { venmo: { email_address, account_id, user_name: 'riley-demo', name, address } }
    case 'card':
      return { card: { name: 'Riley Demo', ...CARD, ...card } }
    case 'apple_pay':
    case 'google_pay':
      return { [source]: { name: 'Riley Demo', card: { ...CARD, ...card } } }
  }
}
