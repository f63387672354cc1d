import type { Access, PayloadRequest } from 'payload'

import { apiKeyAllows, getRequestApiKey } from './api-key'
import { type Permission, roleHasPermission } from './roles'
import { lacksSecondFactor } from './second-factor'

/**
 * Whether the user of this request is active and has the permission, and so does their API key, if any.
 * A session without a required second factor has none.
 */
export function hasPermission(
  { user }: Pick<PayloadRequest, 'user'>,
  permission: Permission,
): boolean {
  if (!user?.isActive || !roleHasPermission(user.role, permission)) return false
  const key = getRequestApiKey(user)
  return key === undefined ? !lacksSecondFactor(user) : apiKeyAllows(key, permission)
}

/** Payload access: only users with this permission. */
export function can(permission: Permission): Access & ((args: { req: PayloadRequest }) => boolean) {
  return ({ req }) => hasPermission(req, permission)
}

/** As `can`, but closed in Payload's REST: for documents that only the shop's own calls change. */
export function canLocally(permission: Permission): Access {
  return ({ req }) => req.payloadAPI === 'local' && hasPermission(req, permission)
}

/** Access to the user's own documents, through the shop's own calls only. `field` holds the owner. */
export function ownLocally(field: string): Access<Record<string, unknown>> {
  return ({ req: { payloadAPI, user }, id, data }) => {
    if (payloadAPI !== 'local' || !user?.isActive) return false
    const isNew = id === undefined && data !== undefined
    return isNew ? data[field] === user.id : { [field]: { equals: user.id } }
  }
}

/** Access to all documents with the permission, otherwise to the user's own. `field` holds the owner. */
export function selfOr(permission: Permission, field = 'id'): Access {
  return ({ req }) => {
    if (hasPermission(req, permission)) return true
    return req.user?.isActive ? { [field]: { equals: req.user.id } } : false
  }
}
