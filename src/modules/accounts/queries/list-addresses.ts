import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

/** An address somebody keeps. Empty texts instead of nulls: it goes into form fields as it is. */
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

/** Somebody's addresses, the default first, then the newest. */
export async function listAddresses(
  payload: Pick<Payload, 'db'>,
  userId: number,
): Promise<AddressView[]> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select id, coalesce(label, '') as label, first_name as "firstName", last_name as "lastName", address1, coalesce(address2, '') as address2, city,
      state_code as "stateCode", zip, country_code as "countryCode", coalesce(phone, '') as phone, coalesce(is_default, false) as "isDefault"
    from addresses where user_id = ${userId} order by is_default desc nulls last, created_at desc, id desc`)
  return rows as unknown as AddressView[]
}
