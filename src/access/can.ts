import type { Access, PayloadRequest } from 'payload'
import { actingKeyOf, keyMay } from '../domain/api-key'
import { type Permission, roleMay } from '../domain/roles'

/**
 * Whether this request's person is switched on and has the permission, and the key they came with, if any, too. The
 * one question every door asks.
 */
export const requestMay = ({ user }: Pick<PayloadRequest, 'user'>, permission: Permission): boolean => {
  if (!user?.isActive || !roleMay(user.role, permission)) return false
  const key = actingKeyOf(user)
  return key === undefined || keyMay(key, permission)
}

/** Access for Payload: only people with this permission. */
export const can = (permission: Permission): Access & ((args: { req: PayloadRequest }) => boolean) =>
  ({ req }) => requestMay(req, permission)
