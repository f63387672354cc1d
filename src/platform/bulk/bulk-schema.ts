import { z } from 'zod'

export const maxBulkItems = 100

export const bulkIds = z.array(z.int().min(1).max(2_147_483_647)).min(1).max(maxBulkItems)

/** An action on the selected rows that takes nothing else. */
export function bulkAction<const Action extends string>(action: Action) {
  return z.strictObject({ ids: bulkIds, action: z.literal(action) })
}

/** The result for one item. */
export const bulkOutcome = {
  id: z.int(),
  outcome: z.enum(['done', 'skipped']),
  message: z.string().describe('What happened, or why nothing did.'),
}
const bulkResult = z.strictObject({ ...bulkOutcome, name: z.string().nullable() })
export const bulkResponse = z.strictObject({ changed: z.int(), results: z.array(bulkResult) })

export type BulkResult = z.infer<typeof bulkResult>
export type BulkOutcome = Pick<BulkResult, 'outcome' | 'message'>
