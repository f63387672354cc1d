import type { Payload } from 'payload'

import type { User } from '@/payload-types'
import type { SyncItemResult } from '@/platform/connections/definitions'
import { AppError } from '@/platform/errors'
import type { SyncRun } from '@/platform/sync-engine'

/** Returns the user who requested the run, whose rights it has. @throws AppError forbidden if they are gone or inactive */
export async function getSyncActor(
  payload: Payload,
  { requestedBy }: SyncRun,
): Promise<User & { collection: 'users' }> {
  const user =
    requestedBy === null
      ? null
      : await payload.findByID({
          collection: 'users',
          id: requestedBy,
          depth: 0,
          disableErrors: true,
        })
  if (!user?.isActive)
    throw new AppError(
      'forbidden',
      'The person who started this import no longer has access. Start it again.',
    )
  return { ...user, collection: 'users' }
}

/** 'Etsy', 'product' → '2 products imported from Etsy (1 updated).' */
export function summarizeImport(
  label: string,
  noun: string,
  isPreview: boolean,
  { created, updated, unchanged, skipped, failed }: Record<SyncItemResult, number>,
  unchangedLabel: string,
): string {
  const others = (
    [
      [updated, 'updated'],
      [unchanged, unchangedLabel],
      [skipped, 'skipped'],
      [failed, 'failed'],
    ] as const
  )
    .flatMap(([count, result]) => (count > 0 ? [`${count} ${result}`] : []))
    .join(', ')
  const imported = `${created} ${created === 1 ? noun : `${noun}s`} ${isPreview ? 'would be imported' : 'imported'} from ${label}`
  return `${imported}${others ? ` (${others})` : ''}.`
}
