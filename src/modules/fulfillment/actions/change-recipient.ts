import { eq } from '@payloadcms/db-postgres/drizzle'

import { isAtPrinter } from '@/modules/fulfillment/rules/fulfillment'
import { changeAddress, type NewAddress } from '@/modules/orders/actions/change-address'
import type { ChangeActor } from '@/modules/orders/actions/change-order'
import type { RefundArgs } from '@/modules/orders/actions/refund-order'
import { orders } from '@/payload-generated-schema'
import { connectionErrorMessage } from '@/platform/connections/credentials'
import { AppError, notFound } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import type { Cents } from '@/platform/money'
import type { PrintfulGateway } from '@/providers/printful/interface'

import { toRecipient } from './submit-order'

type Correction = {
  orderId: number
  address: NewAddress
  actor: Exclude<ChangeActor, 'buyer'>
  /** The amount that the new address costs less, which is refunded. */
  refundCents: Cents
}

/**
 * Corrects the shipping address of an order on behalf of staff, here and in its draft at Printful. Repeating the call is
 * safe and updates Printful again.
 * @param args.printful null while Printful is not connected
 * @throws as `changeAddress`; AppError conflict (saved here, but Printful didn’t take it)
 */
export async function changeRecipient(
  args: RefundArgs & { printful: PrintfulGateway | null },
  { orderId, address, actor, refundCents }: Correction,
): Promise<void> {
  const { payload, printful } = args
  await changeAddress(args, orderId, address, actor, refundCents)
  const [order] = await payload.db.drizzle.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw notFound('The order')
  if (!isAtPrinter(order)) return
  const saved = 'The address is saved here, but Printful still has the old one.'
  if (!printful) throw new AppError('conflict', `${saved} Connect Printful and save it again.`)
  try {
    await printful.updateRecipient(order.printfulOrderId, toRecipient(order))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new AppError(
      'conflict',
      `${saved} ${connectionErrorMessage('printful', error)} Change it on Printful.`,
      { cause: error },
    )
  }
}
