import { Hono } from 'hono'
import { z } from 'zod'

import { parseControl, unknown } from '../control/parse-body'
import type { Provider, ProviderRuntime, SandboxApp, SandboxEnv } from '../core/provider'
import { createWebhookDispatcher, type WebhookDispatcher } from '../core/webhook-dispatcher'
import { campaignRoutes } from './campaign-routes'
import { errorBody, MailchimpError, PROBLEM, problem } from './errors'
import {
  findMember,
  memberView,
  profileOf,
  type ProviderContext,
  putMember,
  setStatus,
  stamp,
} from './members'
import { audienceRoutes, authentication, changeAddress, connections } from './routes'
import { emptyState, hashOf, LETTERS_ID } from './state'
import { BACKOFF, toFormRequest, webhookRoutes } from './webhooks'

const DEFAULT_SETTINGS = { processingMs: 0, maxOpen: 10, failBatches: 0 }
const ANSWER_TIMEOUT_MS = 10_000

/** Mailchimp's Marketing API 3.0 for one account in the data center us6. */
export function createMailchimp(runtime: ProviderRuntime): Provider {
  const { state, save, clear } = runtime.store(emptyState)
  const dispatcher = createWebhookDispatcher({
    deliveries: () => state.deliveries,
    history: () => state.history,
    save,
    toRequest: toFormRequest,
    backoff: BACKOFF,
    timeoutMs: ANSWER_TIMEOUT_MS,
    retryMs: 1_000,
  })
  const context: ProviderContext = {
    state,
    save,
    clock: runtime.clock,
    origin: runtime.origin,
    settings: { ...DEFAULT_SETTINGS },
    notify: (list, type, source, data) => {
      const firedAt = runtime.clock.iso().replace('T', ' ').replace('Z', '')
      for (const { url, events, sources } of list.webhooks)
        if (events[type] && sources[source])
          dispatcher.send({ type, url, payload: { firedAt, data: structuredClone(data) } })
    },
  }

  const api = new Hono<SandboxEnv>()
  api.use(authentication, connections(context))
  api.route('/', audienceRoutes(context))
  api.route('/', webhookRoutes(context))
  api.route('/', campaignRoutes(context))

  // The SDK asks for the account at `/3.0/`.
  const app = new Hono<SandboxEnv>({ strict: false })
  app.onError((error, c) => {
    const problemError =
      error instanceof MailchimpError
        ? error
        : new MailchimpError(
            500,
            'Internal Server Error',
            'An unexpected internal error has occurred.',
          )
    if (problemError !== error) console.error('The Mailchimp sandbox failed:', error)
    return c.json(problem(problemError), problemError.status, PROBLEM)
  })
  app.notFound((c) => c.json(errorBody(404) as object, 404, PROBLEM))
  app.route('/3.0', api)

  return {
    name: 'mailchimp',
    app,
    control: mailchimpControl(context, dispatcher),
    errorBody,
    errorHeaders: () => PROBLEM,
    reset: () => {
      dispatcher.reset()
      clear()
      Object.assign(context.settings, DEFAULT_SETTINGS)
    },
    started: dispatcher.resume,
    stop: dispatcher.stop,
  }
}

const actSchema = z.strictObject({
  email: z.string(),
  listId: z.string().default(LETTERS_ID),
  action: z.enum(['subscribe', 'unsubscribe', 'abuse', 'clean', 'profile', 'upemail', 'forget']),
  newEmail: z.string().optional(),
  merges: z.record(z.string(), z.unknown()).default({}),
  source: z.enum(['user', 'admin']).default('user'),
})

/** What people do at Mailchimp without the shop: subscribe, unsubscribe, bounce, change their address, get deleted. */
function mailchimpControl(context: ProviderContext, dispatcher: WebhookDispatcher): SandboxApp {
  const app = new Hono<SandboxEnv>()

  app.post('/members', async (c) => {
    const { email, listId, action, newEmail, merges, source } = await parseControl(c, actSchema)
    const list = context.state.lists[listId] ?? unknown('audience', listId)
    if (action === 'subscribe') {
      // Through Mailchimp's own form, anyone may come back, even people who were deleted permanently.
      const member = findMember(list, email)
      if (member) Object.assign(member, { status: 'archived', unsubscribedBy: null })
      list.forgotten = list.forgotten.filter((id) => id !== hashOf(email))
      return c.json(
        memberView(
          list,
          putMember(
            context,
            list,
            { email_address: email, status: 'subscribed', merge_fields: merges },
            { skipMergeValidation: true, source },
          ),
          '',
        ),
        201,
      )
    }
    const member = findMember(list, email) ?? unknown('member', email)
    member.lastChanged = stamp(context)
    if (action === 'clean') {
      member.status = 'cleaned'
      context.notify(list, 'cleaned', source, {
        list_id: list.id,
        campaign_id: '4fjk2ma9xd',
        reason: 'hard',
        email: member.email,
      })
    } else if (action === 'upemail') {
      changeAddress(context, list, member, newEmail ?? unknown('newEmail', ''), source)
    } else if (action === 'profile') {
      putMember(
        context,
        list,
        { email_address: member.email, merge_fields: merges },
        { skipMergeValidation: true, source },
      )
    } else if (action === 'forget') {
      delete list.members[member.id]
      list.forgotten.push(member.id)
    } else {
      setStatus(member, 'unsubscribed', source)
      member.unsubscribedBy = 'person'
      context.notify(list, 'unsubscribe', source, {
        action: 'unsub',
        reason: action === 'abuse' ? 'abuse' : 'manual',
        ...profileOf(list, member),
        campaign_id: '4fjk2ma9xd',
      })
    }
    context.save()
    return c.json(memberView(list, member, ''))
  })

  /** A person sends a draft. */
  app.post('/campaigns/:id/sent', (c) => {
    const campaign =
      context.state.campaigns[c.req.param('id')] ?? unknown('campaign', c.req.param('id'))
    campaign.status = 'sent'
    context.save()
    return c.body(null, 204)
  })
  app.post('/settings', async (c) => {
    const schema = z
      .strictObject({
        processingMs: z.int().min(0),
        maxOpen: z.int().min(0),
        failBatches: z.int().min(0),
      })
      .partial()
    Object.assign(context.settings, await parseControl(c, schema))
    return c.json(context.settings)
  })
  app.route('/webhooks', dispatcher.control)
  app.get('/ledger', (c) =>
    c.json({
      lists: Object.values(context.state.lists).map(
        ({ id, name, members, forgotten, webhooks }) => ({
          id,
          name,
          members: Object.values(members),
          forgotten,
          webhooks,
        }),
      ),
      campaigns: Object.values(context.state.campaigns),
      events: context.state.history.map(({ eventId, type, url }) => ({ eventId, type, url })),
      undelivered: Object.values(context.state.deliveries),
    }),
  )

  return app
}
