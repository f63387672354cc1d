import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { findCustomer } from '@/modules/orders/queries/get-customer'
import { users } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

/**
 * Notes the certificate of a tax-exempt customer, or removes it (null). It holds for orders they place signed in from now
 * on. Repeating the call changes nothing.
 * @param orderId one of the customer's orders
 * @throws AppError not_found, conflict (a guest has no account it could belong to)
 */
export async function setTaxCertificate(
  payload: Payload,
  actor: Actor,
  orderId: number,
  certificate: string | null,
): Promise<void> {
  const customer = await findCustomer(payload, orderId)
  if (!customer) throw notFound('This customer')
  const { userId } = customer
  if (userId === null)
    throw new AppError(
      'conflict',
      'This customer has no account with a confirmed email address. Ask them to create one, or to confirm their address.',
    )
  await withTransaction(payload, async (_, tx) => {
    const [row] = await tx
      .select({ certificate: users.taxCertificate })
      .from(users)
      .where(eq(users.id, userId))
      .for('update')
    if ((row?.certificate ?? null) === certificate) return
    await tx
      .update(users)
      .set({ taxCertificate: certificate, updatedAt: sql`now()` })
      .where(eq(users.id, userId))
    await audit(tx, actor, {
      action: certificate === null ? 'customer.tax_exemption_removed' : 'customer.tax_exempted',
      subjectType: 'customer',
      subjectId: orderId,
    })
  })
}
