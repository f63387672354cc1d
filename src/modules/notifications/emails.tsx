import { composeEmail } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

type Props = {
  title: string
  text: string
  /** '2 items, $40.55.'; null if it isn't about an order. */
  summary: string | null
  pageUrl: string
  /** Where the reader turns these emails off: 'Settings'. */
  settingsPage: string
  shopUrl: string
  contactEmail: string
}

/** News for the shop's own address or a staff member. It names no customer. */
export function staffNotificationEmail({
  title,
  text,
  summary,
  pageUrl,
  settingsPage,
  ...shop
}: Props): EmailContent {
  const sentences = [text, ...(summary ? [summary] : [])]
  return composeEmail({
    ...shop,
    subject: title,
    preview: summary ?? text,
    paragraphs: sentences,
    action: { label: 'Open in admin', href: pageUrl },
    closing: `You can turn these emails off in the admin under ${settingsPage}.`,
    text: [sentences.join(' '), `Open in admin:\n${pageUrl}`],
  })
}
