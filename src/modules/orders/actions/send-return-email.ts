import type { Payload } from 'payload'

import { itemName } from '@/modules/checkout/rules/cart'
import { orderUrl } from '@/modules/orders/order-access-key'
import { addOrderEvent } from '@/modules/orders/order-record'
import { erasedValues } from '@/modules/privacy/rules/data-request'
import { getReturn } from '@/modules/returns/queries/admin-returns'
import { wishSentence } from '@/modules/returns/rules'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { sendEmail } from '@/platform/email/send'
import { env } from '@/platform/env'
import type { JobPayloads } from '@/platform/job-queue'

type ReturnEmail = JobPayloads['send-return-email']

/**
 * Emails the buyer about a return, once for each step and message. Skipped once the return has left that step.
 * @param from, to the message: this range of characters of everything that staff wrote
 * @throws if the mail server fails; the job is retried
 */
export async function sendReturnEmail(
  payload: Payload,
  { returnId, kind, from = 0, to }: ReturnEmail,
): Promise<void> {
  const view = await getReturn(payload, returnId)
  if (!view || view.email === erasedValues.email) return
  if (view.status !== (kind === 'message' ? 'approved' : kind)) return
  const [order, { contactEmail }] = await Promise.all([
    payload.findByID({ collection: 'orders', id: view.orderId, depth: 0 }),
    getSettings(payload),
  ])
  const templates = await import('@/modules/orders/emails/order-emails')
  const template = {
    requested: templates.returnRequestedEmail,
    approved: templates.returnApprovedEmail,
    message: templates.returnMessageEmail,
    received: templates.returnReceivedEmail,
    closed: templates.returnClosedEmail,
    declined: templates.returnDeclinedEmail,
  }[kind]
  await sendEmail(
    view.email,
    template({
      orderNumber: order.orderNumber,
      firstName: order.shippingAddress?.firstName ?? '',
      orderUrl: orderUrl(order),
      shopUrl: env.SERVER_URL,
      contactEmail,
      items: view.items.map((item) => ({ name: itemName(item), quantity: item.quantity })),
      wish: view.wish,
      wishSentence: wishSentence(view.wish, view.items),
      message: (view.message ?? '').slice(from, to),
    }),
    `${order.uuid}.return-${kind}.${returnId}${from ? `.${from}` : ''}`,
  )
  await addOrderEvent({ payload }, order.id, {
    type: `mail:return-${kind}`,
    actor: 'the shop',
    message: 'Return email sent',
  })
}
