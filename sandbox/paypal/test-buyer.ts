/** The one buyer of the demo mode, as Orders v2 shows a payer. */
export const BUYER = {
  account_id: 'DEMOBUYER4UYR',
  email_address: 'buyer@personal.example.com',
  name: { given_name: 'Riley', surname: 'Demo' },
  address: { country_code: 'US' },
} as const

export function payer() {
  const { account_id, ...rest } = BUYER
  return { ...rest, payer_id: account_id }
}

export function paymentSource() {
  return { paypal: { ...BUYER, account_status: 'VERIFIED' } }
}
