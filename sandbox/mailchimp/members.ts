import { z } from 'zod'

import type { Clock } from '../core/clock'
import { invalid, MailchimpError } from './errors'
import {
  hashOf,
  type ListRecord,
  type MailchimpState,
  type MemberRecord,
  type Status,
} from './state'

/** What every operation needs; passed as the first argument. */
export interface ProviderContext {
  state: MailchimpState
  clock: Clock
  origin: () => string
  save: () => void
  /** Notifies the webhooks of the audience that subscribe to this event from this source. */
  notify: (list: ListRecord, type: EventType, source: Source, data: Record<string, unknown>) => void
  settings: Settings
}

export type EventType = 'subscribe' | 'unsubscribe' | 'profile' | 'cleaned' | 'upemail' | 'campaign'
export type Source = 'user' | 'admin' | 'api'

export interface Settings {
  /** How long each call takes; more than `maxOpen` at a time are 429. */
  processingMs: number
  maxOpen: number
  /** How many of the next batches respond 200 with every row failed. */
  failBatches: number
}

export const STATUSES = [
  'subscribed',
  'unsubscribed',
  'cleaned',
  'pending',
  'transactional',
] as const
const status = z.enum(STATUSES)

export const memberSchema = z.looseObject({
  email_address: z.string(),
  status: status.optional(),
  status_if_new: status.optional(),
  email_type: z.string().optional(),
  merge_fields: z.record(z.string(), z.unknown()).optional(),
  language: z.string().optional(),
  vip: z.boolean().optional(),
  tags: z
    .array(
      z.union([z.string(), z.looseObject({ name: z.string(), status: z.string().optional() })]),
    )
    .optional(),
  ip_signup: z.string().optional(),
  timestamp_signup: z.string().optional(),
  ip_opt: z.string().optional(),
  timestamp_opt: z.string().optional(),
})
export type MemberRequest = z.output<typeof memberSchema>

export function stamp({ clock }: Pick<ProviderContext, 'clock'>): string {
  return clock.iso().replace('Z', '+00:00')
}

/** By hash, by plain address, or by contact id. */
export function findMember(list: ListRecord, reference: string): MemberRecord | undefined {
  const direct =
    list.members[reference.toLowerCase()] ??
    (reference.includes('@') ? list.members[hashOf(reference)] : undefined)
  return direct ?? Object.values(list.members).find(({ contactId }) => contactId === reference)
}

/** Adds or changes one member. Throws the refusals of the reference's sections 2, 4 and 6. */
export function putMember(
  context: ProviderContext,
  list: ListRecord,
  request: MemberRequest,
  { skipMergeValidation, source = 'api' }: { skipMergeValidation: boolean; source?: Source },
): MemberRecord {
  const email = checkedEmail(request.email_address)
  const id = hashOf(email)
  if (list.forgotten.includes(id)) throw forgottenEmailError(email)
  const existing = list.members[id]
  const isNew = !existing || existing.status === 'archived'
  const newStatus = request.status ?? (isNew ? request.status_if_new : undefined)
  if (isNew && !newStatus)
    throw invalid('status_if_new', 'Data did not match any of the schemas described in anyOf.')
  if (existing && newStatus) checkCompliance(existing, newStatus)
  const fields = checkedFields(
    list,
    existing?.mergeFields ?? {},
    request.merge_fields ?? {},
    skipMergeValidation,
  )
  const member = existing ?? newMember(context, email, source)
  list.members[id] = member
  const before = {
    status: isNew ? 'archived' : member.status,
    fields: JSON.stringify(member.mergeFields),
  }
  member.mergeFields = fields
  if (newStatus) setStatus(member, newStatus, source)
  if (request.language !== undefined) member.language = request.language
  member.ipSignup = request.ip_signup ?? member.ipSignup
  member.timestampSignup = request.timestamp_signup ?? member.timestampSignup
  member.ipOpt = request.ip_opt ?? member.ipOpt
  member.timestampOpt = request.timestamp_opt ?? member.timestampOpt
  // Tags of a PUT count only for a member that is new.
  if (isNew && request.tags)
    setTags(
      context,
      member,
      request.tags.map((tag) => ({
        name: typeof tag === 'string' ? tag : tag.name,
        status: 'active',
      })),
    )
  member.lastChanged = stamp(context)
  context.save()
  notifyChange(context, list, member, before, source)
  return member
}

function notifyChange(
  context: ProviderContext,
  list: ListRecord,
  member: MemberRecord,
  before: { status: string; fields: string },
  source: Source,
): void {
  if (member.status === 'subscribed' && before.status !== 'subscribed')
    context.notify(list, 'subscribe', source, profileOf(list, member))
  else if (member.status === 'unsubscribed' && before.status !== 'unsubscribed')
    context.notify(list, 'unsubscribe', source, {
      action: 'unsub',
      reason: 'manual',
      ...profileOf(list, member),
    })
  else if (before.fields !== JSON.stringify(member.mergeFields))
    context.notify(list, 'profile', source, profileOf(list, member))
}

/** Unsubscribed by the person: only `pending` is possible. Cleaned: nothing is. */
function checkCompliance(member: MemberRecord, newStatus: Status): void {
  const bounced =
    member.status === 'cleaned' && (newStatus === 'subscribed' || newStatus === 'pending')
  const reason =
    member.status === 'unsubscribed' &&
    member.unsubscribedBy === 'person' &&
    newStatus === 'subscribed'
  if (!bounced && !reason) return
  throw new MailchimpError(
    400,
    'Member In Compliance State',
    `${member.email} is already a list member in compliance state due to unsubscribe, bounce, or compliance review and cannot be subscribed.`,
  )
}

export function setStatus(member: MemberRecord, newStatus: Status, source: Source): void {
  if (newStatus === 'unsubscribed' && member.status !== 'unsubscribed')
    member.unsubscribedBy = source === 'api' ? 'api' : 'person'
  if (newStatus !== 'unsubscribed') member.unsubscribedBy = null
  member.unsubscribeReason = newStatus === 'unsubscribed' ? 'N/A (Unsubscribed by admin)' : null
  member.status = newStatus
}

export function forgottenEmailError(email: string): MailchimpError {
  return new MailchimpError(
    400,
    'Forgotten Email Not Subscribed',
    `${email} was permanently deleted and cannot be re-imported. The contact must re-subscribe to get back on the list.`,
  )
}

const ADDRESS = /^[^\s@"(),:;<>[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/
const FAKE = /^(fake|abuse|noreply|no-reply|postmaster|spam|root)[^@]*@|@(mailinator|fake)\./i

export function checkedEmail(email: string): string {
  const trimmed = email.trim()
  if (!ADDRESS.test(trimmed)) throw invalid('email_address', 'This value should be a valid email.')
  if (FAKE.test(trimmed))
    throw new MailchimpError(
      400,
      'Invalid Resource',
      `${trimmed} looks fake or invalid, please enter a real email address.`,
    )
  return trimmed
}

/** Keys that the audience does not have are dropped; an empty text overwrites what was there. */
function checkedFields(
  list: ListRecord,
  stored: Record<string, unknown>,
  mergeFields: Record<string, unknown>,
  skip: boolean,
): Record<string, unknown> {
  const tags = list.mergeFields.map(({ tag }) => tag)
  const fields = {
    ...Object.fromEntries(tags.map((tag) => [tag, ''])),
    ...stored,
    ...Object.fromEntries(Object.entries(mergeFields).filter(([tag]) => tags.includes(tag))),
  }
  const missing = list.mergeFields.find(({ tag, required }) => required && !fields[tag])
  if (missing && !skip) {
    throw new MailchimpError(400, 'Invalid Resource', 'Your merge fields were invalid.', [
      { field: missing.tag, message: 'Please enter a value' },
    ])
  }
  return fields
}

function newMember(context: ProviderContext, email: string, source: Source): MemberRecord {
  context.state.lastId += 1
  const at = stamp(context)
  return {
    id: hashOf(email),
    email,
    status: 'subscribed',
    unsubscribedBy: null,
    unsubscribeReason: null,
    mergeFields: {},
    language: '',
    tags: [],
    webId: 330_000_000 + context.state.lastId,
    contactId: hashOf(`contact ${email}`),
    timestampSignup: '',
    timestampOpt: at,
    ipSignup: '',
    ipOpt: source === 'api' ? '' : '192.0.2.77',
    lastChanged: at,
    source: source === 'api' ? 'API - Generic' : 'Hosted Signup Form',
  }
}

export function setTags(
  context: ProviderContext,
  member: MemberRecord,
  tags: { name: string; status: string }[],
): void {
  for (const { name, status: state } of tags) {
    member.tags = member.tags.filter((tag) => tag.name !== name)
    context.state.tags[name] ??= 4_000 + Object.keys(context.state.tags).length
    if (state === 'active') member.tags.push({ id: context.state.tags[name], name })
  }
  member.lastChanged = stamp(context)
  context.save()
}

export function memberView(list: ListRecord, member: MemberRecord, origin: string) {
  return {
    id: member.id,
    email_address: member.email,
    unique_email_id: member.id.slice(0, 10),
    contact_id: member.contactId,
    full_name: [member.mergeFields.FNAME, member.mergeFields.LNAME].filter(Boolean).join(' '),
    web_id: member.webId,
    email_type: 'html',
    status: member.status,
    ...(member.unsubscribeReason && { unsubscribe_reason: member.unsubscribeReason }),
    consents_to_one_to_one_messaging: true,
    merge_fields: member.mergeFields,
    stats: { avg_open_rate: 0.4, avg_click_rate: 0.1 },
    ip_signup: member.ipSignup,
    timestamp_signup: member.timestampSignup,
    ip_opt: member.ipOpt,
    timestamp_opt: member.timestampOpt,
    member_rating: 3,
    last_changed: member.lastChanged,
    language: member.language,
    vip: false,
    email_client: '',
    location: {
      latitude: 0,
      longitude: 0,
      gmtoff: 0,
      dstoff: 0,
      country_code: '',
      timezone: '',
      region: '',
    },
    source: member.source,
    tags_count: member.tags.length,
    tags: member.tags,
    list_id: list.id,
    _links: [
      { rel: 'self', href: `${origin}/3.0/lists/${list.id}/members/${member.id}`, method: 'GET' },
    ],
  }
}

/** The fields that most webhooks carry. */
export function profileOf(list: ListRecord, member: MemberRecord): Record<string, unknown> {
  return {
    id: member.id.slice(0, 10),
    list_id: list.id,
    email: member.email,
    email_type: 'html',
    ip_opt: member.ipOpt || '192.0.2.1',
    ...(member.ipSignup && { ip_signup: member.ipSignup }),
    web_id: member.webId,
    merges: { EMAIL: member.email, ...member.mergeFields },
  }
}
