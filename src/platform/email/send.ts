import { createTransport, type Transporter } from 'nodemailer'

import { env } from '@/platform/env'

import type { EmailContent } from './render'

let transport: Transporter | undefined

/** Keeps user input from ending a header early. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}]+/gu, ' ').trim()

const openTransport = (): Transporter => {
  if (!env.SMTP_URL) throw new Error('SMTP_URL is not set')
  // nodemailer would wait two minutes for a connection and ten for a response.
  transport ??= createTransport(
    {
      url: env.SMTP_URL,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: env.MAIL_FROM },
  )
  return transport
}

/** Connects to the mail server without sending anything. @throws its error, or that it does not respond */
export async function verifyMailServer(): Promise<void> {
  await openTransport().verify()
}

type SendOptions = {
  /** Receives replies in place of the shop. Never the sender: mail servers would take it for a forgery. */
  replyTo?: string
  /** Set for the newsletter: email apps unsubscribe with one POST to it (RFC 8058). */
  unsubscribeUrl?: string
}

/**
 * Renders an email and passes it to the SMTP server. `id` makes its Message-ID, so that an email
 * sent twice after a crash is one email to the recipient's program. Callers import templates
 * dynamically: with React Email they take half a second to load, which not every start should pay.
 * @throws if the server cannot be reached or refuses the email; the job is retried
 */
export async function sendEmail(
  to: string,
  content: EmailContent,
  id: string,
  { replyTo, unsubscribeUrl }: SendOptions = {},
): Promise<void> {
  const sender = openTransport()
  const { renderEmail } = await import('./render')
  const { subject, html, text } = await renderEmail(content)
  await sender.sendMail({
    to: { name: '', address: to },
    subject: oneLine(subject),
    html,
    text,
    messageId: `<${id}@${new URL(env.SERVER_URL).hostname}>`,
    ...(replyTo ? { replyTo: { name: '', address: oneLine(replyTo) } } : {}),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl
        ? {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
  })
}
