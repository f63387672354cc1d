import { randomUUID } from 'node:crypto'

import PostalMime from 'postal-mime'

import type { Clock } from '../core/clock'
import type { Store } from '../core/state-store'

/** An email as it arrived: its recipients (the envelope), and what a reader sees. */
export interface Mail {
  id: string
  receivedAt: string
  envelope: { from: string; to: string[] }
  from: string
  to: string[]
  replyTo: string[]
  subject: string
  text: string
  html: string
  headers: { name: string; value: string }[]
  attachments: { filename: string; mimeType: string; size: number }[]
}

export interface OutboxState {
  mails: Mail[]
}

export interface Outbox {
  add: (raw: Buffer, envelope: Mail['envelope']) => Promise<Mail>
  /** Newest first; with `to`, only the emails to that address. */
  list: (to?: string) => Mail[]
  get: (id: string) => Mail | undefined
  clear: () => void
}

export function emptyOutbox(): OutboxState {
  return { mails: [] }
}

export function createOutbox(store: Store<OutboxState>, clock: Clock, maxMails: number): Outbox {
  const { state } = store
  return {
    add: async (raw, envelope) => {
      const mail = await toMail(raw, envelope, clock.iso())
      state.mails.push(mail)
      if (state.mails.length > maxMails) state.mails.shift()
      store.save()
      return mail
    },
    list: (to) => {
      const recipient = to?.toLowerCase()
      return state.mails
        .filter(
          (mail) => !recipient || mail.envelope.to.some((one) => one.toLowerCase() === recipient),
        )
        .reverse()
    },
    get: (id) => state.mails.find((mail) => mail.id === id),
    clear: store.clear,
  }
}

async function toMail(raw: Buffer, envelope: Mail['envelope'], receivedAt: string): Promise<Mail> {
  const parsed = await PostalMime.parse(raw)
  const addresses = (list: { name?: string; address?: string }[] = []) => list.map(formatAddress)
  return {
    id: randomUUID(),
    receivedAt,
    envelope,
    from: parsed.from ? formatAddress(parsed.from) : envelope.from,
    to: addresses(parsed.to),
    replyTo: addresses(parsed.replyTo),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    headers: parsed.headers.map(({ key, value }) => ({ name: key, value })),
    attachments: parsed.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? 'unnamed',
      mimeType,
      size: typeof content === 'string' ? content.length : content.byteLength,
    })),
  }
}

function formatAddress({ name, address }: { name?: string; address?: string }): string {
  return name ? `${name} <${address ?? ''}>` : (address ?? '')
}
