import { createTransport, type Transporter } from 'nodemailer'
import { env } from '../env'
import { type MailName, type MailProps, renderMail } from './render'

let transport: Transporter | undefined

/** A header may not end early, whatever a person typed as their name. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}]+/gu, ' ').trim()

/**
 * Renders a mail and hands it to the SMTP server. `id` makes its Message-ID, so that a mail that was handed over
 * twice after a crash is one mail to the reader's program.
 * @throws when the server cannot be reached or refuses it; the job comes again
 */
export const sendMail = async <Name extends MailName>(to: string, name: Name, props: MailProps[Name], id: string): Promise<void> => {
  if (!env.SMTP_URL) throw new Error('SMTP_URL is not set')
  transport ??= createTransport(env.SMTP_URL, { from: env.MAIL_FROM, disableFileAccess: true, disableUrlAccess: true } as never)
  const { subject, html, text } = await renderMail(name, props)
  await transport.sendMail({
    to: { name: '', address: to },
    subject: oneLine(subject),
    html,
    text,
    messageId: `<${id}@${new URL(env.SERVER_URL).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
}
