import type { Payload } from 'payload'

import type { User } from '@/payload-types'
import { AppError } from '@/platform/errors'
import type { SyncRun } from '@/platform/sync-engine'

/** Whoever asked for the run: their rights are those it has. @throws AppError when they are gone or switched off */
export async function getSyncActor(payload: Payload, run: SyncRun): Promise<User> {
  const person =
    run.requestedBy === null
      ? null
      : await payload.findByID({
          collection: 'users',
          id: run.requestedBy,
          depth: 0,
          disableErrors: true,
        })
  if (!person?.isActive)
    throw new AppError(
      'forbidden',
      'Whoever asked for this import no longer works here. Start it again.',
    )
  return { ...person, collection: 'users' }
}
