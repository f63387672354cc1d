import type { Payload } from 'payload'

import { getSettings } from '@/modules/shop/queries/get-settings'
import type { ContactInput } from '@/modules/shop/schemas/contact'
import { sendEmail } from '@/platform/email/send'
import { env } from '@/platform/env'
import { queueJob } from '@/platform/job-queue'
import { withTransaction } from '@/platform/transaction'

/** Keeps a message and queues its mail in the same transaction: what the visitor heard was sent is never lost. */
export async function submitContactMessage(
  payload: Payload,
  { name, email, topic, orderNumber, message }: ContactInput,
  userId: number | null,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    const { id } = await payload.create({
      collection: 'contact-messages',
      req,
      depth: 0,
      data: { name, email, topic, orderNumber, body: message, user: userId, status: 'new' },
    })
    await queueJob(tx, 'send-contact-message', { messageId: id }, { key: `contact-message:${id}` })
  })
}

/** The message to the shop's own mail box. The writer is whom a reply goes to, and never the sender. */
export async function sendContactMessage(payload: Payload, messageId: number): Promise<void> {
  const message = await payload.findByID({
    collection: 'contact-messages',
    id: messageId,
    depth: 0,
    disableErrors: true,
  })
  if (!message) return
  const { contactEmail } = await getSettings(payload)
  const { name, email, topic, orderNumber, body } = message
  await sendEmail(
    contactEmail,
    'contact-message',
    {
      name,
      email,
      topic,
      orderNumber: orderNumber ?? null,
      body,
      messageUrl: `${env.SERVER_URL}/admin/messages`,
      shopUrl: env.SERVER_URL,
      contactEmail,
    },
    `contact-message.${messageId}`,
    { replyTo: email },
  )
}
