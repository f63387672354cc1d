import { type ErrorDetail, PayPalError } from '../errors'
import { type Money, precisionIssue, toHundredths } from '../money'
import { needsCity, needsPostalCode } from './iso-codes'
import type { CreateOrder, PurchaseUnitRequest } from './schema'

/** The business checks of Orders v2 for a well-formed order; throws one 422 that lists every error. */
export function checkOrder(units: PurchaseUnitRequest[], shippingPreference?: string): void {
  const details = [
    ...referenceFaults(units),
    ...currencyFaults(units),
    ...units.flatMap((unit, index) => {
      const field = `/purchase_units/${index}`
      const precision = precisionFaults(unit, field)
      return [
        ...precision,
        ...(precision.length === 0
          ? [...itemFaults(unit, field), ...amountFaults(unit, field)]
          : []),
        ...addressFaults(unit, field, shippingPreference),
      ]
    }),
  ]
  if (details.length > 0)
    throw new PayPalError(
      422,
      details.map((one) => ({ ...one, location: 'body' as const })),
    )
}

export function shippingPreferenceOf(
  order: Pick<CreateOrder, 'payment_source' | 'application_context'>,
): string | undefined {
  return (
    (order.payment_source?.paypal ?? order.payment_source?.venmo)?.experience_context
      ?.shipping_preference ?? order.application_context?.shipping_preference
  )
}

function referenceFaults(units: PurchaseUnitRequest[]): ErrorDetail[] {
  if (units.length === 1) return []
  const ids = units.map((unit) => unit.reference_id)
  return ids.flatMap((id, index) => {
    const field = `/purchase_units/${index}/reference_id`
    if (!id) return [{ issue: 'REFERENCE_ID_REQUIRED', field }]
    return ids.indexOf(id) < index ? [{ issue: 'DUPLICATE_REFERENCE_ID', field, value: id }] : []
  })
}

function currencyFaults(units: PurchaseUnitRequest[]): ErrorDetail[] {
  const first = units[0]?.amount.currency_code
  const odd = units
    .flatMap((unit, index) => moneyIn(unit, `/purchase_units/${index}`))
    .find(([, money]) => money.currency_code !== first)
  return odd
    ? [
        {
          issue: 'MULTI_CURRENCY_ORDER',
          field: `${odd[0]}/currency_code`,
          value: odd[1].currency_code,
        },
      ]
    : []
}

function precisionFaults(unit: PurchaseUnitRequest, base: string): ErrorDetail[] {
  return moneyIn(unit, base).flatMap(([field, money]) => {
    const issue = precisionIssue(money) ?? signIssue(field, base, money)
    return issue ? [{ issue, field: `${field}/value`, value: money.value }] : []
  })
}

function signIssue(field: string, base: string, money: Money): string | undefined {
  const cents = toHundredths(money)
  if (field === `${base}/amount`) return cents <= 0n ? 'CANNOT_BE_ZERO_OR_NEGATIVE' : undefined
  return cents < 0n ? 'CANNOT_BE_NEGATIVE' : undefined
}

/** item_total = Σ unit_amount × quantity; tax_total = Σ tax × quantity when the items carry tax. */
function itemFaults(unit: PurchaseUnitRequest, base: string): ErrorDetail[] {
  const items = unit.items ?? []
  if (items.length === 0) return []
  const sum = (pick: (item: (typeof items)[number]) => Money | undefined) =>
    items.reduce((total, item) => total + toHundredths(pick(item)) * BigInt(item.quantity), 0n)
  const { item_total, tax_total } = unit.amount.breakdown ?? {}
  const field = `${base}/amount/breakdown`
  const faults: ErrorDetail[] = []
  if (!item_total) faults.push({ issue: 'ITEM_TOTAL_REQUIRED', field: `${field}/item_total` })
  else if (toHundredths(item_total) !== sum((item) => item.unit_amount)) {
    faults.push({
      issue: 'ITEM_TOTAL_MISMATCH',
      field: `${field}/item_total/value`,
      value: item_total.value,
    })
  }
  if (items.some((item) => item.tax)) {
    if (!tax_total) faults.push({ issue: 'TAX_TOTAL_REQUIRED', field: `${field}/tax_total` })
    else if (toHundredths(tax_total) !== sum((item) => item.tax)) {
      faults.push({
        issue: 'TAX_TOTAL_MISMATCH',
        field: `${field}/tax_total/value`,
        value: tax_total.value,
      })
    }
  }
  return faults
}

/** amount = item_total + tax_total + shipping + handling + insurance − shipping_discount − discount. */
function amountFaults({ amount }: PurchaseUnitRequest, base: string): ErrorDetail[] {
  const parts = amount.breakdown
  if (!parts) return []
  const plus = [parts.item_total, parts.tax_total, parts.shipping, parts.handling, parts.insurance]
  const minus = [parts.shipping_discount, parts.discount]
  const total = (list: (Money | undefined)[]) =>
    list.reduce((sum, money) => sum + toHundredths(money), 0n)
  if (total(plus) - total(minus) === toHundredths(amount)) return []
  return [{ issue: 'AMOUNT_MISMATCH', field: `${base}/amount/value`, value: amount.value }]
}

function addressFaults(
  { shipping }: PurchaseUnitRequest,
  base: string,
  preference?: string,
): ErrorDetail[] {
  const field = `${base}/shipping/address`
  const address = shipping?.address
  if (!address)
    return preference === 'SET_PROVIDED_ADDRESS'
      ? [{ issue: 'MISSING_SHIPPING_ADDRESS', field }]
      : []
  return [
    ...(needsCity(address.country_code) && !address.admin_area_2
      ? [{ issue: 'CITY_REQUIRED', field: `${field}/admin_area_2` }]
      : []),
    ...(needsPostalCode(address.country_code) && !address.postal_code
      ? [{ issue: 'POSTAL_CODE_REQUIRED', field: `${field}/postal_code` }]
      : []),
  ]
}

/** Every amount of a purchase unit with its place. */
function moneyIn(unit: PurchaseUnitRequest, base: string): [string, Money][] {
  const parts = Object.entries(unit.amount.breakdown ?? {})
  const items = (unit.items ?? []).flatMap((item, index): [string, Money | undefined][] => [
    [`${base}/items/${index}/unit_amount`, item.unit_amount],
    [`${base}/items/${index}/tax`, item.tax],
  ])
  return [
    [`${base}/amount`, unit.amount],
    ...parts.map(([name, money]): [string, Money | undefined] => [
      `${base}/amount/breakdown/${name}`,
      money,
    ]),
    ...items,
  ].filter((entry): entry is [string, Money] => entry[1] !== undefined)
}
