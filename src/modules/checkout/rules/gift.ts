/** Longest texts, in characters. Printful prints up to 200 of a gift note. */
export const giftLimits = { recipient: 80, note: 200, senderName: 40 } as const

export const defaultSenderNames = { senderName: 'Dayfern', plainSenderName: 'DF Apparel' }
export type SenderNames = typeof defaultSenderNames

/** Returns the sender name of an order's label and packing slip. */
export function chooseSenderName(
  { senderName, plainSenderName }: SenderNames,
  isPlain: boolean,
): string {
  return isPlain ? plainSenderName : senderName
}

/** What an order's package shows. `senderName` is null for orders from before it was recorded. */
export type PackageDetails = {
  isGift: boolean
  /** Name on the label; null: the name in the address. */
  recipient: string | null
  note: string | null
  senderName: string | null
}

/** Returns what the package of a stored order shows. */
export function packageDetails(order: {
  isGift?: boolean | null
  giftRecipient?: string | null
  giftNote?: string | null
  senderName?: string | null
}): PackageDetails {
  return {
    isGift: order.isGift ?? false,
    recipient: order.giftRecipient || null,
    note: order.giftNote || null,
    senderName: order.senderName || null,
  }
}

/** Returns the address with the name that is on the label. */
export function withRecipient<Address extends { firstName: string; lastName: string }>(
  address: Address,
  { recipient }: Pick<PackageDetails, 'recipient'>,
): Address {
  return recipient ? { ...address, firstName: recipient, lastName: '' } : address
}

/** Military addresses and the territories for which mail needs a customs form. */
const customsStates = ['AA', 'AE', 'AP', 'AS', 'FM', 'GU', 'MH', 'MP', 'PW', 'VI']

/** Returns a gift note with the line that the printer puts above it. */
export function giftNoteText(note: string): string {
  return `A gift for you: “${note}”`
}

/** Returns what the label, packing slip, and gift note of a package will show. */
export function describePackage(
  { isGift, note, senderName }: PackageDetails,
  recipient: string,
  stateCode: string,
): { name: string; text: string }[] {
  const outside = customsStates.includes(stateCode)
    ? 'A package to this destination may need a customs form, which shows the type of clothing and its value.'
    : 'The label doesn’t say what’s inside.'
  return [
    {
      name: 'Shipping label',
      text: `From ${senderName}. To ${recipient || 'the name you enter above'}. ${outside}`,
    },
    {
      name: 'Packing slip (inside)',
      text: isGift
        ? `From ${senderName}, with the order number and the names of the items. We ask our printer to leave prices off.`
        : `From ${senderName}, with the order number, the names of the items, and their prices.`,
    },
    ...(isGift ? [{ name: 'Gift note (inside)', text: note ? giftNoteText(note) : 'None' }] : []),
  ]
}
