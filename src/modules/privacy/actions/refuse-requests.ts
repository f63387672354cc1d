import { and, eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'

import { erasedRequest } from '@/modules/privacy/rules/data-request'
import { data_requests } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import type { Tx } from '@/platform/transaction'

/**
 * Refuses deletion requests that nobody has confirmed and erases what was entered in them.
 * @returns whether there was one
 */
export async function refuseRequests(
  tx: Tx,
  which: SQL | undefined,
  actor: Actor | null = null,
): Promise<boolean> {
  const refused = await tx
    .update(data_requests)
    .set({ ...erasedRequest, status: 'refused', email: null, updatedAt: sql`now()` })
    .where(and(eq(data_requests.status, 'received'), which))
    .returning({ id: data_requests.id })
  for (const { id } of refused)
    await audit(tx, actor, {
      action: 'data_request.refused',
      subjectType: 'data_request',
      subjectId: id,
    })
  return refused.length > 0
}
