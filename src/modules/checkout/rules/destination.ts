export const shippingMethodIds = ['standard', 'express'] as const
export type ShippingMethodId = (typeof shippingMethodIds)[number]

/** contiguous: the 48 states and DC. remote: Alaska, Hawaii, and the territories. military: APO, FPO, and DPO. */
export const shippingRegions = ['contiguous', 'remote', 'military'] as const
export type ShippingRegion = (typeof shippingRegions)[number]

/** Where a package goes: only what decides how it can be shipped. */
export type Destination = { stateCode: string; isPoBox: boolean }

type AddressText = {
  firstName?: string
  lastName?: string
  address1: string
  address2?: string | null
  city: string
  stateCode: string
  zip: string
}

/** The lines of an address, such as 'Ana Reyes', '9 Palm Way', 'Honolulu, HI 96815'. What is unknown is left out. */
export function addressLines({ firstName = '', lastName = '', ...address }: AddressText): string[] {
  const { address1, address2, city, stateCode, zip } = address
  const region = [city, `${stateCode} ${zip}`.trim()].filter(Boolean).join(', ')
  return [`${firstName} ${lastName}`.trim(), address1, address2 ?? '', region].filter(Boolean)
}

const distantStates = ['AK', 'HI']
const territories = ['AS', 'GU', 'MP', 'PR', 'VI']
const militaryRegions = ['AA', 'AE', 'AP']

export function shippingRegionOf(stateCode: string): ShippingRegion {
  if (militaryRegions.includes(stateCode)) return 'military'
  return [...distantStates, ...territories].includes(stateCode) ? 'remote' : 'contiguous'
}

/** 'PO Box 12', 'P.O.B. 12', 'Post Office Box 12', 'Box 12', and in Puerto Rico 'Apartado 12'; also after a street or a unit. */
const poBox =
  /\bp(?:ost)?[\s.]*o(?:ff(?:ice)?)?[\s.]*(?:b(?:ox)?\b|\bbin\b)\.?\s*#?\s*\w*\d|^\s*(?:postal\s+)?box\s*#?\s*\d|\b(?:apartado|buz[oó]n)\b\s*(?:postal\s*)?#?\s*\d/i

/** Whether a street address is a post office box, which only USPS delivers to. */
export function isPoBox(...lines: readonly (string | null | undefined)[]): boolean {
  return lines.some((line) => line && poBox.test(line))
}

export function destinationOf({
  stateCode,
  address1,
  address2,
}: {
  stateCode: string
  address1?: string | null
  address2?: string | null
}): Destination {
  return { stateCode, isPoBox: isPoBox(address1, address2) }
}

/** Express carriers don't deliver to post office boxes and military addresses, and are slow to reach the territories. */
export function takesExpress({ stateCode, isPoBox: isBox }: Destination): boolean {
  return !isBox && ![...territories, ...militaryRegions].includes(stateCode)
}

/** Splits a full name from PayPal: the last word is the last name. A single word is a first name. */
export function splitName(fullName: string): { firstName: string; lastName: string } {
  const words = fullName.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}
