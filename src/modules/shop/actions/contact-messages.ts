import type { Payload } from 'payload'

import { notifyStaff } from '@/modules/notifications/notify-staff'
import { getSettings } from '@/modules/shop/queries/get-settings'
import type { ContactInput } from '@/modules/shop/schemas/contact'
import { sendEmail } from '@/platform/email/send'
import { env } from '@/platform/env'
import { queueJob } from '@/platform/job-queue'
import { withTransaction } from '@/platform/transaction'

/** Saves a message and queues its email in one transaction, so that no confirmed message is lost. */
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
    await notifyStaff(tx, {
      kind: 'messages',
      requires: 'messages:read',
      eventKey: `message:${id}`,
      title: 'New message',
      text: `Topic: ${topic}.`,
      path: '/admin/messages',
    })
  })
}

/** Sends a message to the shop's mailbox. The visitor is the reply-to address, never the sender. */
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
  const { contactMessageEmail } = await import('@/modules/shop/emails')
  await sendEmail(
    contactEmail,
    contactMessageEmail({
      name,
      email,
      topic,
      orderNumber: orderNumber ?? null,
      body,
      messageUrl: `${env.SERVER_URL}/admin/messages`,
      shopUrl: env.SERVER_URL,
      contactEmail,
    }),
    `contact-message.${messageId}`,
    { replyTo: email },
  )
}
