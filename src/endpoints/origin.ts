import type { PayloadRequest } from 'payload'
import { env } from '../env'
import { AppError } from '../errors'

const home = new URL(env.SERVER_URL).origin

/** Whether the browser says that another site sent it. */
export const isFromElsewhere = (req: PayloadRequest): boolean => !['same-origin', 'none', null].includes(req.headers.get('sec-fetch-site'))

/**
 * Changes are taken from the shop's own pages only. Browsers say where a request comes from; programs that are not
 * browsers say nothing, and carry no cookie that somebody else could misuse.
 */
export const refuseForeignOrigin = (req: PayloadRequest): void => {
  const origin = req.headers.get('origin')
  const ours = req.headers.has('sec-fetch-site') ? !isFromElsewhere(req) : origin === null || origin === home
  if (!ours) throw new AppError('forbidden', 'This request came from another site.')
}
