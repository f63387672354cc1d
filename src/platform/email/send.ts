import { createTransport, type Transporter } from 'nodemailer'

import { env } from '@/platform/env'

import type { EmailName, EmailProps } from './render'

let transport: Transporter | undefined

/** A header may not end early, whatever a person typed as their name. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}]+/gu, ' ').trim()

const openTransport = (): Transporter => {
  if (!env.SMTP_URL) throw new Error('SMTP_URL is not set')
  transport ??= createTransport(env.SMTP_URL, {
    from: env.MAIL_FROM,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return transport
}

/** Greets the mail server without sending anything. @throws what it answers, or that it does not */
export async function verifyMailServer(): Promise<void> {
  await openTransport().verify()
}

type More = {
  /** Who an answer goes to, when it is not the shop. Never the sender: mail servers would take it for a forgery. */
  replyTo?: string
  /** On every letter: where a mail program unsubscribes its reader with one POST (RFC 8058). */
  unsubscribeUrl?: string
}

/**
 * Renders a mail and hands it to the SMTP server. `id` makes its Message-ID, so that a mail that was handed over
 * twice after a crash is one mail to the reader's program.
 * @throws when the server cannot be reached or refuses it; the job comes again
 */
export async function sendEmail<Name extends EmailName>(
  to: string,
  name: Name,
  props: EmailProps[Name],
  id: string,
  { replyTo, unsubscribeUrl }: More = {},
): Promise<void> {
  const sender = openTransport()
  // The templates bring half a second of packages along: only who sends a mail waits for them, not every start.
  const { renderEmail } = await import('./render')
  const { subject, html, text } = await renderEmail(name, props)
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
