import { sql } from '@payloadcms/db-postgres/drizzle'

import type { Tx } from '@/platform/transaction'

/**
 * Changes that triggers refuse unless the transaction has permission (src/migrations/*_rules.ts, erasure,
 * demo_removal).
 */
type TriggerPermission = 'role_change' | 'erasure' | 'count_view' | 'demo_removal'

/**
 * Allows this transaction to do what a trigger otherwise refuses, or revokes that. It ends with the transaction at the
 * latest.
 */
export async function setTriggerPermission(
  tx: Tx,
  permission: TriggerPermission,
  isAllowed = true,
): Promise<void> {
  // Raw SQL: the query builder has no settings of a transaction.
  await tx.execute(sql`select set_config(${`app.${permission}`}, ${isAllowed ? '1' : ''}, true)`)
}
