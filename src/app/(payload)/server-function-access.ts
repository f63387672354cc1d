import type { Payload } from 'payload'

import { hasPermission } from '@/access/can'
import { isCrossOrigin } from '@/access/cross-site'

/** What our screens and Payload's editor ask of the panel's one server function. Payload has more, and looks names up in a plain object. */
const asked = new Set([
  'form-state',
  'render-document',
  'render-document-slots',
  'render-field',
  'render-list',
  'slugify',
  'table-state',
])

/** Whether this request may use the panel's server function: it is a door of its own beside the calls, with an id that anybody can read in a script. */
export async function canCallServerFunction(
  payload: Payload,
  headers: Headers,
  name: unknown,
): Promise<boolean> {
  if (typeof name !== 'string' || !asked.has(name) || isCrossOrigin({ headers })) return false
  const { user } = await payload.auth({ headers, canSetHeaders: false })
  return hasPermission({ user }, 'panel:open')
}
