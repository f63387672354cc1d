import type { Access } from 'payload'

import { hasPermission } from './can'
import type { Permission } from './roles'

/** Access to all documents with the permission, otherwise to one's own. `field` holds the owner. */
export function selfOr(permission: Permission, field = 'id'): Access {
  return ({ req }) => {
    if (hasPermission(req, permission)) return true
    return req.user?.isActive ? { [field]: { equals: req.user.id } } : false
  }
}
