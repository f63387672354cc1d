import type { PayloadRequest } from 'payload'

import { AppError } from '@/platform/errors'

/**
 * Two people, one thing: whoever saves second has not seen what the first one wrote. Give `version` in the body, or
 * the header If-Match, as `updatedAt` of what was read; without either, the call is taken as meant.
 * @throws AppError version_conflict, with the present version
 */
export function assertVersion(
  req: Pick<PayloadRequest, 'headers'>,
  version: string | undefined,
  updatedAt: string,
): void {
  const asked = version ?? req.headers.get('if-match')?.replace(/^W\//, '').replaceAll('"', '')
  if (!asked || asked === '*' || Date.parse(asked) === Date.parse(updatedAt)) return
  throw new AppError(
    'version_conflict',
    'Somebody else changed this in the meantime, so nothing was saved. Please look at it again.',
    { details: { version: updatedAt } },
  )
}
