import { createHash } from 'node:crypto'

import { createSeededRandom } from '../core/seeded-random'
import type { WebhookDelivery } from '../core/webhook-dispatcher'

export type Status =
  'subscribed' | 'unsubscribed' | 'cleaned' | 'pending' | 'transactional' | 'archived'

export interface MemberRecord {
  id: string
  email: string
  status: Status
  /** Who unsubscribed the member. The API can only resubscribe members that it unsubscribed itself. */
  unsubscribedBy: 'person' | 'api' | null
  unsubscribeReason: string | null
  mergeFields: Record<string, unknown>
  language: string
  tags: { id: number; name: string }[]
  webId: number
  contactId: string
  timestampSignup: string
  timestampOpt: string
  ipSignup: string
  ipOpt: string
  lastChanged: string
  source: string
}

export interface MergeField {
  merge_id: number
  tag: string
  name: string
  type: string
  required: boolean
}

export interface WebhookRecord {
  id: string
  url: string
  events: Record<string, boolean>
  sources: Record<string, boolean>
}

export interface ListRecord {
  id: string
  webId: number
  name: string
  doubleOptin: boolean
  createdAt: string
  mergeFields: MergeField[]
  members: Record<string, MemberRecord>
  /** Permanently deleted: the API can never bring these back. */
  forgotten: string[]
  webhooks: WebhookRecord[]
}

export interface CampaignRecord {
  id: string
  webId: number
  type: string
  createdAt: string
  listId: string | null
  settings: Record<string, unknown>
  content: { html: string; plain_text: string } | null
  /** Absent: a draft. */
  status?: 'sent'
}

export interface MailchimpState {
  lists: Record<string, ListRecord>
  campaigns: Record<string, CampaignRecord>
  tags: Record<string, number>
  deliveries: Record<string, WebhookDelivery>
  history: WebhookDelivery[]
  lastId: number
}

export const API_KEY = '5a4db0c5a4db0c5a4db0c5a4db0c5a4d-us6'
export const LETTERS_ID = 'c0ffee1234'
export const TRADE_ID = 'fee1dead01'

/** MD5 of the lower-cased address. */
export function hashOf(email: string): string {
  return createHash('md5').update(email.trim().toLowerCase()).digest('hex')
}

/** An audience of 60 with all statuses, and one of four that insists on a first name. */
export function emptyState(): MailchimpState {
  return {
    lists: {
      [LETTERS_ID]: listOf(LETTERS_ID, 'Dayfern letters', 60, false),
      [TRADE_ID]: listOf(TRADE_ID, 'Dayfern wholesale', 4, true),
    },
    campaigns: {},
    tags: {},
    deliveries: {},
    history: [],
    lastId: 0,
  }
}

const FIRST_NAMES = [
  'Ann',
  'Benoît',
  'Chidi',
  'Dana',
  'Eun-ji',
  'Farid',
  'Gwen',
  'Hana',
  'Íñigo',
  'Jo',
] as const
const LAST_NAMES = ['Lee', 'Okafor', "O'Connell", 'Müller', 'García', 'Nowak'] as const
const SIGNED_UP = Date.UTC(2026, 2, 1)

function listOf(id: string, name: string, size: number, needsName: boolean): ListRecord {
  const random = createSeededRandom(Number.parseInt(id.slice(-4), 16))
  const fields = [
    ['FNAME', 'First Name', 'text'],
    ['LNAME', 'Last Name', 'text'],
    ['ADDRESS', 'Address', 'address'],
    ['PHONE', 'Phone Number', 'phone'],
    ['BIRTHDAY', 'Birthday', 'birthday'],
  ] as const
  const members = Array.from({ length: size }, (_, number): MemberRecord => {
    const first = FIRST_NAMES[number % FIRST_NAMES.length] ?? ''
    const email =
      number === 0 ? 'urist.mcvankab@freddiesjokes.com' : `reader${number}@letters.example`
    const at = new Date(SIGNED_UP + number * 3 * 86_400_000)
      .toISOString()
      .replace('.000Z', '+00:00')
    const status: Status =
      number % 10 === 7
        ? 'unsubscribed'
        : number % 20 === 9
          ? 'cleaned'
          : number % 20 === 14
            ? 'pending'
            : number === 33
              ? 'transactional'
              : 'subscribed'
    return {
      id: hashOf(email),
      email,
      status,
      unsubscribedBy: status === 'unsubscribed' ? 'person' : null,
      unsubscribeReason: status === 'unsubscribed' ? 'N/A (Unsubscribed by the person)' : null,
      mergeFields: {
        FNAME: first,
        LNAME: LAST_NAMES[number % LAST_NAMES.length] ?? '',
        ADDRESS: '',
        PHONE: '',
        BIRTHDAY: '',
      },
      language: 'en',
      tags: [],
      webId: 320_000_000 + number,
      contactId: random.hex(32),
      timestampSignup: at,
      timestampOpt: at,
      ipSignup: '192.0.2.10',
      ipOpt: '192.0.2.10',
      lastChanged: at,
      source: 'Import',
    }
  })
  return {
    id,
    webId: 880_000 + size,
    name,
    doubleOptin: false,
    createdAt: '2025-01-15T10:00:00+00:00',
    mergeFields: fields.map(([tag, label, type], index) => ({
      merge_id: index + 1,
      tag,
      name: label,
      type,
      required: needsName && tag === 'FNAME',
    })),
    members: Object.fromEntries(members.map((member) => [member.id, member])),
    forgotten: [],
    webhooks: [],
  }
}
