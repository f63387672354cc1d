import type { Access } from 'payload'

import { hasPermission } from './can'
import type { Permission } from './roles'

/** People with the permission see everyone's; a signed-in person sees only their own. `field` holds whose it is. */
export function selfOr(permission: Permission, field = 'id'): Access {
  return ({ req }) => {
    if (hasPermission(req, permission)) return true
    return req.user?.isActive ? { [field]: { equals: req.user.id } } : false
  }
}
