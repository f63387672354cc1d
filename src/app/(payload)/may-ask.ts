import type { Payload } from 'payload'
import { requestMay } from '../../access/can'

/** What our screens and Payload's editor ask of the panel's one server function. Payload has more, and looks names up in a plain object. */
const asked = new Set(['form-state', 'render-document', 'render-document-slots', 'render-field', 'render-list', 'slugify', 'table-state'])

/** Whether this request may use the panel's server function: it is a door of its own beside the calls, with an id that anybody can read in a script. */
export const mayAsk = async (payload: Payload, headers: Headers, name: unknown): Promise<boolean> => {
  if (typeof name !== 'string' || !asked.has(name)) return false
  const { user } = await payload.auth({ headers, canSetHeaders: false })
  return requestMay({ user }, 'panel:open')
}
