import type { PayloadRequest } from 'payload'
import { env } from '../env'
import { AppError } from '../errors'

const home = new URL(env.SERVER_URL).origin

/**
 * Changes are taken from the shop's own pages only. Browsers say where a request comes from; programs that are not
 * browsers say nothing, and carry no cookie that somebody else could misuse.
 */
export const refuseForeignOrigin = (req: PayloadRequest): void => {
  const site = req.headers.get('sec-fetch-site')
  const origin = req.headers.get('origin')
  const ours = site === null ? origin === null || origin === home : site === 'same-origin' || site === 'none'
  if (!ours) throw new AppError('forbidden', 'This request came from another site.')
}
