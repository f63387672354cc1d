import { ValidationError } from 'payload'

import { AppError } from '@/platform/errors'

import type { BulkOutcome } from './bulk-schema'

const reasonOf = (error: unknown): string => {
  if (error instanceof AppError)
    // The message of invalid input only points to its fields.
    return (error.code === 'invalid' && Object.values(error.fields ?? {})[0]) || error.message
  if (error instanceof ValidationError) return error.data.errors[0]?.message ?? error.message
  throw error
}

/**
 * Acts on each item, one after the other: one that can't be changed doesn't stop the others and is
 * returned with its reason. Each id counts once.
 * @param act resolves with the result; errors that are meant for the caller become reasons
 */
export async function forEachItem(
  ids: readonly number[],
  act: (id: number) => Promise<BulkOutcome>,
): Promise<(BulkOutcome & { id: number })[]> {
  const results: (BulkOutcome & { id: number })[] = []
  for (const id of new Set(ids)) {
    const result = await act(id).catch((error: unknown) => ({
      outcome: 'skipped' as const,
      message: reasonOf(error),
    }))
    results.push({ id, ...result })
  }
  return results
}

/** The response of a bulk call. */
export function toBulkResponse<Result extends BulkOutcome>(results: Result[]) {
  return { changed: results.filter(({ outcome }) => outcome === 'done').length, results }
}
