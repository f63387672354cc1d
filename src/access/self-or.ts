import type { Access } from 'payload'
import { requestMay } from './can'
import type { Permission } from '../domain/roles'

/** People with the permission see everyone; a signed-in person sees only themselves. */
export const selfOr = (permission: Permission): Access => ({ req }) => {
  if (requestMay(req, permission)) return true
  return req.user?.isActive ? { id: { equals: req.user.id } } : false
}
