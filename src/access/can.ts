import type { Access, PayloadRequest } from 'payload'
import { type Permission, roleMay } from '../domain/roles'

/** Whether this request's person is switched on and has the permission. The one question every door asks. */
export const requestMay = (req: Pick<PayloadRequest, 'user'>, permission: Permission): boolean =>
  Boolean(req.user?.isActive && roleMay(req.user.role, permission))

/** Access for Payload: only people with this permission. */
export const can = (permission: Permission): Access & ((args: { req: PayloadRequest }) => boolean) =>
  ({ req }) => requestMay(req, permission)
