import type { PayloadRequest } from 'payload'

import { AppError } from '@/platform/errors'

/**
 * Optimistic locking: refuses a save that hasn't seen the latest change. The caller sends the
 * `updatedAt` it read as `version` in the body or as If-Match; without either nothing is checked.
 * @throws AppError version_conflict with the current version
 */
export function assertVersion(
  req: Pick<PayloadRequest, 'headers'>,
  version: string | undefined,
  updatedAt: string,
): void {
  const seenVersion =
    version ?? req.headers.get('if-match')?.replace(/^W\//, '').replaceAll('"', '')
  if (!seenVersion || seenVersion === '*' || Date.parse(seenVersion) === Date.parse(updatedAt))
    return
  throw new AppError(
    'version_conflict',
    'Someone else changed this, so nothing was saved. Please review it and try again.',
    { details: { version: updatedAt } },
  )
}
