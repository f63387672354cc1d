import type { Payload } from 'payload'

import { hasPermission } from '@/access/can'
import { isCrossOrigin } from '@/access/cross-site'

/** The functions that our screens and Payload's editor call. Payload has more, and looks names up in a plain object. */
const allowedFunctions = new Set([
  'form-state',
  'render-document',
  'render-document-slots',
  'render-field',
  'render-list',
  'slugify',
  'table-state',
])

/** Whether this request may use the panel's server function. Anyone can read its id in a script and call it. */
export async function canCallServerFunction(
  payload: Payload,
  headers: Headers,
  name: unknown,
): Promise<boolean> {
  if (typeof name !== 'string' || !allowedFunctions.has(name) || isCrossOrigin({ headers }))
    return false
  const { user } = await payload.auth({ headers, canSetHeaders: false })
  return hasPermission({ user }, 'panel:open')
}
