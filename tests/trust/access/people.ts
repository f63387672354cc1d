import { newCustomer, signInAs } from '../races/shop-actions'
import { clientAddress, signIn, type Trust } from '../shop'

export const principals = [
  'visitor',
  'customer',
  'other customer',
  'editor',
  'admin',
  'super_admin',
  'deactivated super admin',
  'signed-out super admin',
  'forged cookie',
] as const
export type Principal = (typeof principals)[number]
export type People = {
  cookies: Record<Principal, string>
  customer: { id: number; username: string }
}

const promote = async (trust: Trust, id: number, change: string): Promise<void> => {
  await trust.query(
    `do $$ begin perform set_config('app.role_change', '1', true); update users set ${change} where id = ${id}; end $$`,
  )
}

/** All callers. Those without access have real cookies that were revoked. */
export async function gatherPeople(trust: Trust): Promise<People> {
  const arena = { trust, owner: '', items: [], crowd: 1, name: 'people' }
  const random = trust.randomFor('people')
  const owner = async (): Promise<{ id: number; cookie: string }> => {
    const { id, username } = await newCustomer(arena)
    await promote(trust, id, "role = 'super_admin'")
    const { headers } = await signInAs(arena, username)
    return {
      id,
      cookie: headers
        .getSetCookie()
        .map((one) => one.split(';', 1)[0])
        .join('; '),
    }
  }
  const [customer, other] = [await newCustomer(arena), await newCustomer(arena)]
  const [deactivated, signedOut] = [await owner(), await owner()]
  await promote(trust, deactivated.id, 'is_active = false')
  await trust.call('POST', '/api/logout', { cookie: signedOut.cookie })
  const [editor, admin, superAdmin] = [
    await signIn(trust, 'edie', clientAddress(random)),
    await signIn(trust, 'marisol', clientAddress(random)),
    await signIn(trust, 'june', clientAddress(random)),
  ]
  return {
    customer,
    cookies: {
      visitor: '',
      customer: customer.cookie,
      'other customer': other.cookie,
      editor,
      admin,
      super_admin: superAdmin,
      'deactivated super admin': deactivated.cookie,
      'signed-out super admin': signedOut.cookie,
      // The last characters are the signature.
      'forged cookie': superAdmin.replace(/.{6}(?=$|;)/, 'AAAAAA'),
    },
  }
}

const ranks = ['editor', 'admin', 'super_admin'] as const
/** The staff with this role or a higher one. */
export function staffFrom(role: (typeof ranks)[number]): readonly Principal[] {
  return ranks.slice(ranks.indexOf(role))
}
