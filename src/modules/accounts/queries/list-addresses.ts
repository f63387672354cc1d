import type { Payload } from 'payload'
import type { z } from 'zod'

import type { addressResponse } from '@/modules/accounts/schemas/profile'
import type { User } from '@/payload-types'

export type AddressView = z.infer<typeof addressResponse>

/** Returns a user's own addresses, the default first, then the newest. */
export async function listAddresses(payload: Payload, user: User): Promise<AddressView[]> {
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
