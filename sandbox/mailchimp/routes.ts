import { setTimeout as sleep } from 'node:timers/promises'

import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'

import { basicPair, bearerOf } from '../core/oauth'
import type { SandboxEnv } from '../core/provider'
import { fail, invalid, MailchimpError, notFound } from './errors'
import { select } from './field-selection'
import {
  checkedEmail,
  findMember,
  forgottenEmailError as forgottenError,
  memberSchema,
  memberView,
  profileOf,
  type ProviderContext,
  putMember,
  setTags,
  type Source,
  stamp,
  STATUSES,
} from './members'
import { API_KEY, hashOf, type ListRecord, type MemberRecord, type Status } from './state'

/** Any user name with the key as the password; a key of another data center is rejected. */
export const authentication: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  const key = basicPair(c.req.header('authorization'))?.[1]
  if (key !== API_KEY && bearerOf(c.req.header('authorization')) !== 'sandbox-mailchimp-token')
    throw fail(401)
  await next()
}

/** Not a quota: at most ten calls at the same time for a key. */
export function connections({ settings }: ProviderContext): MiddlewareHandler<SandboxEnv> {
  let open = 0
  return async (_c, next) => {
    if (open >= settings.maxOpen) throw fail(429)
    open += 1
    try {
      if (settings.processingMs > 0) await sleep(settings.processingMs)
      await next()
    } finally {
      open -= 1
    }
  }
}

const MAX_MEMBERS = 500
const batchSchema = z.looseObject({
  members: z.array(z.unknown()),
  update_existing: z.boolean().optional(),
  sync_tags: z.boolean().optional(),
})
const tagsSchema = z.looseObject({
  tags: z.array(z.looseObject({ name: z.string().min(1), status: z.enum(['active', 'inactive']) })),
  is_syncing: z.boolean().optional(),
})

/** Account, audiences and their members (reference, sections 3 to 5). */
export function audienceRoutes(context: ProviderContext) {
  const app = new Hono<SandboxEnv>()
  const { state } = context
  const list = (c: Context): ListRecord => state.lists[c.req.param('list') ?? ''] ?? missing()
  const getMember = (c: Context, from: ListRecord): MemberRecord => {
    const member = findMember(from, c.req.param('member') ?? '')
    if (!member) throw notFound()
    return member
  }
  const respond = (c: Context, body: unknown, status: 200 = 200) =>
    c.json(select(body, c.req.query('fields'), c.req.query('exclude_fields')) as object, status)
  const view = (from: ListRecord, one: MemberRecord) => memberView(from, one, context.origin())
  const skip = (c: Context, name: string) => c.req.query(name) === 'true'

  app.get('/ping', (c) => c.json({ health_status: "Everything's Chimpy!" }))
  app.get('/', (c) =>
    respond(c, {
      account_id: '8d3a3db4d97663a9074efcc16',
      login_id: '52914',
      account_name: 'Dayfern',
      email: 'owner@dayfern.example',
      first_name: 'June',
      last_name: 'Vale',
      username: 'dayfern',
      avatar_url: '',
      role: 'owner',
      member_since: '2025-01-15T10:00:00+00:00',
      pricing_plan_type: 'monthly',
      first_payment: '2025-02-01T00:00:00+00:00',
      account_timezone: 'America/New_York',
      account_industry: 'retail',
      contact: {
        company: 'Dayfern',
        addr1: '1 Fern Way',
        addr2: '',
        city: 'Asheville',
        state: 'NC',
        zip: '28801',
        country: 'US',
      },
      pro_enabled: false,
      last_login: '2026-11-20T08:00:00+00:00',
      total_subscribers: Object.values(state.lists).reduce(
        (sum, one) => sum + count(one, 'subscribed'),
        0,
      ),
      industry_stats: { open_rate: 0.21, bounce_rate: 0.01, click_rate: 0.02 },
      _links: [],
    }),
  )

  app.get('/lists', (c) => {
    const all = Object.values(state.lists)
    return respond(c, {
      lists: slice(c, all).map(listView),
      constraints: { may_create: true, max_instances: 5, current_total_instances: all.length },
      total_items: all.length,
      _links: [],
    })
  })
  app.get('/lists/:list', (c) => respond(c, listView(list(c))))

  app.post('/lists/:list', async (c) => {
    const to = list(c)
    const {
      members,
      update_existing = false,
      sync_tags = false,
    } = parse(batchSchema, await readJson(c))
    if (members.length > MAX_MEMBERS)
      throw invalid('members', `This collection should contain ${MAX_MEMBERS} elements or less.`)
    const result = {
      new_members: [] as unknown[],
      updated_members: [] as unknown[],
      errors: [] as unknown[],
    }
    const failing = context.settings.failBatches > 0
    if (failing) context.settings.failBatches -= 1
    const seen = new Set<string>()
    for (const row of members) {
      const address = (row as { email_address?: unknown } | null)?.email_address
      const email = typeof address === 'string' ? address : ''
      const refuse = (error: string, error_code: string, field = '', field_message = '') =>
        result.errors.push({ email_address: email, error, error_code, field, field_message })
      try {
        if (failing)
          throw new MailchimpError(400, 'Error', 'This member could not be processed right now.')
        const request = parse(
          memberSchema.refine(({ status }) => status !== undefined, {
            path: ['status'],
            message: 'This value should not be blank.',
          }),
          row,
        )
        const id = hashOf(checkedEmail(request.email_address))
        if (seen.has(id)) {
          if (skip(c, 'skip_duplicate_check')) continue
          refuse('Duplicate items member for this email address in the batch.', 'ERROR_GENERIC')
          continue
        }
        seen.add(id)
        const isMember = to.members[id] && to.members[id].status !== 'archived'
        if (isMember && !update_existing) {
          refuse(
            `${email} is already a list member, do you want to update? please provide update_existing:true in the request body`,
            'ERROR_CONTACT_EXISTS',
          )
          continue
        }
        const done = putMember(context, to, request, {
          skipMergeValidation: skip(c, 'skip_merge_validation'),
        })
        const names = (request.tags ?? []).map((tag) => (typeof tag === 'string' ? tag : tag.name))
        const removed = sync_tags ? done.tags.filter(({ name }) => !names.includes(name)) : []
        setTags(context, done, [
          ...removed.map(({ name }) => ({ name, status: 'inactive' })),
          ...names.map((name) => ({ name, status: 'active' })),
        ])
        ;(isMember ? result.updated_members : result.new_members).push(view(to, done))
      } catch (error) {
        if (!(error instanceof MailchimpError)) throw error
        refuse(
          error.errors?.[0]?.message ?? error.detail,
          'ERROR_GENERIC',
          error.errors?.[0]?.field,
          error.errors?.[0]?.message,
        )
      }
    }
    return c.json({
      ...result,
      total_created: result.new_members.length,
      total_updated: result.updated_members.length,
      error_count: result.errors.length,
      _links: [],
    })
  })

  app.get('/lists/:list/merge-fields', (c) => {
    const { id, mergeFields } = list(c)
    return respond(c, {
      merge_fields: slice(
        c,
        mergeFields.map((field) => ({ ...field, list_id: id })),
      ),
      list_id: id,
      total_items: mergeFields.length,
      _links: [],
    })
  })
  app.post('/lists/:list/merge-fields', async (c) => {
    const to = list(c)
    const {
      name,
      type,
      required = false,
      tag,
    } = parse(
      z.looseObject({
        name: z.string().min(1),
        type: z.string(),
        required: z.boolean().optional(),
        tag: z.string().max(10).optional(),
      }),
      await readJson(c),
    )
    const field = {
      merge_id: to.mergeFields.length + 1,
      tag: (tag ?? `MMERGE${to.mergeFields.length + 1}`).toUpperCase(),
      name,
      type,
      required,
    }
    if (to.mergeFields.some((one) => one.tag === field.tag))
      throw invalid(
        'tag',
        `A Merge Field with the tag "${field.tag}" already exists for this list.`,
      )
    to.mergeFields.push(field)
    context.save()
    return c.json({ ...field, list_id: to.id })
  })

  app.get('/lists/:list/members', (c) => {
    const from = list(c)
    const { status, since_last_changed: since } = c.req.query()
    if (status && ![...STATUSES, 'archived'].includes(status))
      throw invalid('status', 'Data did not match any of the schemas described in anyOf.')
    const rows = Object.values(from.members).filter(
      (one) =>
        (status ? one.status === status : one.status !== 'archived') &&
        (!since || Date.parse(one.lastChanged) >= Date.parse(since)),
    )
    return respond(c, {
      members: slice(c, rows).map((one) => view(from, one)),
      list_id: from.id,
      total_items: rows.length,
      _links: [],
    })
  })

  app.post('/lists/:list/members', async (c) => {
    const to = list(c)
    const request = parse(memberSchema, await readJson(c))
    if (!request.status) throw invalid('status', 'This value should not be blank.')
    const member = to.members[hashOf(request.email_address)]
    if (member && member.status !== 'archived')
      throw new MailchimpError(
        400,
        'Member Exists',
        `${request.email_address} is already a list member. Use PUT to insert or update list members.`,
      )
    return c.json(
      view(
        to,
        putMember(context, to, request, { skipMergeValidation: skip(c, 'skip_merge_validation') }),
      ),
    )
  })

  app.get('/lists/:list/members/:member', (c) => {
    const from = list(c)
    return respond(c, view(from, getMember(c, from)))
  })

  app.put('/lists/:list/members/:member', async (c) => {
    const to = list(c)
    const request = parse(memberSchema, await readJson(c))
    const reference = c.req.param('member').toLowerCase()
    if (
      ![hashOf(request.email_address), request.email_address.toLowerCase()].includes(reference) &&
      !findMember(to, reference)
    )
      throw invalid('email_address', 'The email address does not match the subscriber hash.')
    return c.json(
      view(
        to,
        putMember(context, to, request, { skipMergeValidation: skip(c, 'skip_merge_validation') }),
      ),
    )
  })

  app.patch('/lists/:list/members/:member', async (c) => {
    const to = list(c)
    const member = getMember(c, to)
    const { email_address, ...request } = parse(
      memberSchema.partial({ email_address: true }),
      await readJson(c),
    )
    const fresh = email_address === undefined ? member.email : checkedEmail(email_address)
    if (hashOf(fresh) !== member.id) changeAddress(context, to, member, fresh)
    return c.json(
      view(
        to,
        putMember(
          context,
          to,
          { ...request, email_address: fresh },
          { skipMergeValidation: skip(c, 'skip_merge_validation') },
        ),
      ),
    )
  })

  /** Archives the member, who may come back. */
  app.delete('/lists/:list/members/:member', (c) => {
    const from = list(c)
    const member = getMember(c, from)
    if (member.status === 'archived')
      throw new MailchimpError(
        405,
        'Method Not Allowed',
        'This list member cannot be removed. Please contact support.',
      )
    member.status = 'archived'
    member.lastChanged = stamp(context)
    context.notify(from, 'unsubscribe', 'api', {
      action: 'delete',
      reason: 'manual',
      ...profileOf(from, member),
    })
    context.save()
    return c.body(null, 204)
  })

  app.post('/lists/:list/members/:member/actions/delete-permanent', (c) => {
    const from = list(c)
    const member = getMember(c, from)
    delete from.members[member.id]
    from.forgotten.push(member.id)
    context.save()
    return c.body(null, 204)
  })

  app.get('/lists/:list/members/:member/tags', (c) => {
    const member = getMember(c, list(c))
    return respond(c, {
      tags: slice(c, member.tags).map((tag) => ({ ...tag, date_added: member.lastChanged })),
      total_items: member.tags.length,
      _links: [],
    })
  })
  app.post('/lists/:list/members/:member/tags', async (c) => {
    const member = getMember(c, list(c))
    setTags(context, member, parse(tagsSchema, await readJson(c)).tags)
    return c.body(null, 204)
  })

  const listView = (one: ListRecord) => ({
    id: one.id,
    web_id: one.webId,
    name: one.name,
    date_created: one.createdAt,
    list_rating: 4,
    email_type_option: false,
    double_optin: one.doubleOptin,
    has_welcome: false,
    marketing_permissions: false,
    visibility: 'prv',
    permission_reminder: 'You signed up at dayfern.example.',
    contact: { company: 'Dayfern', country: 'US' },
    campaign_defaults: {
      from_name: 'Dayfern',
      from_email: 'hello@dayfern.example',
      subject: '',
      language: 'en',
    },
    stats: {
      member_count: count(one, 'subscribed'),
      total_contacts: Object.values(one.members).length,
      unsubscribe_count: count(one, 'unsubscribed'),
      cleaned_count: count(one, 'cleaned'),
      campaign_count: Object.values(state.campaigns).filter(({ listId }) => listId === one.id)
        .length,
      merge_field_count: one.mergeFields.length,
      open_rate: 0.4,
      click_rate: 0.1,
    },
    _links: [],
  })

  return app
}

export function changeAddress(
  context: ProviderContext,
  list: ListRecord,
  member: MemberRecord,
  email: string,
  source: Source = 'api',
): void {
  const id = hashOf(email)
  if (list.forgotten.includes(id)) throw forgottenError(email)
  if (list.members[id])
    throw new MailchimpError(400, 'Member Exists', `${email} is already a list member.`)
  const old = member.email
  delete list.members[member.id]
  Object.assign(member, { id, email })
  list.members[id] = member
  context.notify(list, 'upemail', source, {
    list_id: list.id,
    new_id: id.slice(0, 10),
    new_email: email,
    old_email: old,
  })
}

const count = (list: ListRecord, status: Status) =>
  Object.values(list.members).filter((one) => one.status === status).length

function missing(): never {
  throw notFound()
}

/** `count` (10, at most 1000) and `offset`. */
export function slice<Row>(c: Context, rows: Row[]): Row[] {
  const number = (name: string, defaultValue: number, most: number) => {
    const text = c.req.query(name) ?? String(defaultValue)
    if (!/^\d+$/.test(text) || Number(text) > most)
      throw invalid(name, `This value should be between 0 and ${most}.`)
    return Number(text)
  }
  const offset = number('offset', 0, 1_000_000_000)
  return rows.slice(offset, offset + number('count', 10, 1_000))
}

export async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text()
  try {
    return JSON.parse(text || '{}')
  } catch {
    throw new MailchimpError(
      400,
      'JSON Parse Error',
      'We encountered an unspecified JSON parsing error.',
    )
  }
}

export function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(
    issue?.path.map(String).join('.') ?? '',
    issue?.message ?? 'Schema describes another value',
  )
}
