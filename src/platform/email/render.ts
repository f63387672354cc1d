import { render } from '@react-email/components'
import type { ReactElement } from 'react'

/** An email as its template builds it. */
export type EmailContent = { subject: string; text: string; element: ReactElement }
type RenderedEmail = { subject: string; html: string; text: string }

/** Renders HTML without React's preload links, which spam filters may count against an email. */
export async function renderHtml(element: ReactElement): Promise<string> {
  return (await render(element)).replace(/<link rel="preload"[^>]*>/g, '')
}

/** Renders the subject, HTML, and text part of an email. Sends nothing. */
export async function renderEmail({
  subject,
  text,
  element,
}: EmailContent): Promise<RenderedEmail> {
  return { subject, html: await renderHtml(element), text }
}
