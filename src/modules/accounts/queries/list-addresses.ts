import type { Payload, PayloadRequest } from 'payload'

import type { User } from '@/payload-types'

/** A saved address. Absent values are empty strings, as form fields need them. */
export type AddressView = {
  id: number
  label: string
  firstName: string
  lastName: string
  address1: string
  address2: string
  city: string
  stateCode: string
  zip: string
  countryCode: string
  phone: string
  isDefault: boolean
}

/** Returns a user's own addresses, the default first, then the newest. */
export async function listAddresses(
  payload: Payload,
  user: User | NonNullable<PayloadRequest['user']>,
): Promise<AddressView[]> {
  const { docs } = await payload.find({
    collection: 'addresses',
    where: { user: { equals: user.id } },
    sort: ['-isDefault', '-createdAt', '-id'],
    depth: 0,
    pagination: false,
    overrideAccess: false,
    user,
  })
  return docs.map((address) => ({
    id: address.id,
    label: address.label ?? '',
    firstName: address.firstName,
    lastName: address.lastName,
    address1: address.address1,
    address2: address.address2 ?? '',
    city: address.city,
    stateCode: address.stateCode,
    zip: address.zip,
    countryCode: address.countryCode,
    phone: address.phone ?? '',
    isDefault: address.isDefault ?? false,
  }))
}
