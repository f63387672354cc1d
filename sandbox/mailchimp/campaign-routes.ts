import { type Context, Hono } from 'hono'
import { z } from 'zod'

import type { SandboxEnv } from '../core/provider'
import { invalid, notFound } from './errors'
import { select } from './field-selection'
import { type ProviderContext, stamp } from './members'
import { parse, readJson, slice } from './routes'
import type { CampaignRecord } from './state'

const settings = z.looseObject({
  subject_line: z.string().max(150).optional(),
  preview_text: z.string().max(150).optional(),
  title: z.string().optional(),
  from_name: z.string().optional(),
  reply_to: z.email().optional(),
})
const createSchema = z.looseObject({
  type: z.enum(['regular', 'plaintext', 'absplit', 'rss', 'variate']),
  recipients: z.looseObject({ list_id: z.string() }).optional(),
  settings: settings.optional(),
})
const contentSchema = z.looseObject({
  html: z.string().optional(),
  plain_text: z.string().optional(),
})

/** Creates, edits, returns, and deletes campaigns that are drafts. Sending them is left to people in Mailchimp. */
export function campaignRoutes(context: ProviderContext) {
  const app = new Hono<SandboxEnv>()
  const { state } = context
  const getCampaign = (c: Context): CampaignRecord => {
    const campaign = state.campaigns[c.req.param('id') ?? '']
    if (!campaign) throw notFound()
    return campaign
  }
  /** @throws MailchimpError if there is no such list */
  const requireList = (id: string | undefined): string | null => {
    if (id !== undefined && !state.lists[id])
      throw invalid('recipients.list_id', 'The list does not exist.')
    return id ?? null
  }
  const view = (one: CampaignRecord) => {
    const list = state.lists[one.listId ?? '']
    return {
      id: one.id,
      web_id: one.webId,
      type: one.type,
      create_time: one.createdAt,
      archive_url: '',
      long_archive_url: '',
      status: one.status ?? 'save',
      emails_sent: 0,
      send_time: '',
      content_type: one.content ? 'html' : '',
      needs_block_refresh: false,
      resendable: false,
      recipients: {
        list_id: one.listId ?? '',
        list_is_active: Boolean(list),
        list_name: list?.name ?? '',
        segment_text: '',
        recipient_count: Object.values(list?.members ?? {}).filter(
          ({ status }) => status === 'subscribed',
        ).length,
      },
      settings: {
        subject_line: '',
        title: '',
        from_name: '',
        reply_to: '',
        to_name: '',
        folder_id: '',
        authenticate: true,
        template_id: 0,
        ...one.settings,
      },
      tracking: { opens: true, html_clicks: true },
      _links: [],
    }
  }

  app.get('/campaigns', (c) => {
    const { status, list_id } = c.req.query()
    const rows = Object.values(state.campaigns)
      .filter(
        (one) =>
          (!status || status === (one.status ?? 'save')) && (!list_id || one.listId === list_id),
      )
      .reverse()
    return c.json(
      select(
        { campaigns: slice(c, rows).map(view), total_items: rows.length, _links: [] },
        c.req.query('fields'),
        c.req.query('exclude_fields'),
      ) as object,
    )
  })
  app.post('/campaigns', async (c) => {
    const request = parse(createSchema, await readJson(c))
    state.lastId += 1
    const id = (0x3f2a91c000 + state.lastId).toString(16).slice(0, 10)
    state.campaigns[id] = {
      id,
      webId: 1_500_000 + state.lastId,
      type: request.type,
      createdAt: stamp(context),
      listId: requireList(request.recipients?.list_id),
      settings: request.settings ?? {},
      content: null,
    }
    context.save()
    return c.json(view(state.campaigns[id]))
  })
  app.get('/campaigns/:id', (c) => c.json(view(getCampaign(c))))
  app.patch('/campaigns/:id', async (c) => {
    const campaign = getCampaign(c)
    const request = parse(createSchema.partial({ type: true }), await readJson(c))
    if (request.recipients) campaign.listId = requireList(request.recipients.list_id)
    Object.assign(campaign.settings, request.settings)
    context.save()
    return c.json(view(campaign))
  })
  app.delete('/campaigns/:id', (c) => {
    delete state.campaigns[getCampaign(c).id]
    context.save()
    return c.body(null, 204)
  })
  app.get('/campaigns/:id/content', (c) =>
    c.json({ plain_text: '', html: '', ...getCampaign(c).content, archive_html: '', _links: [] }),
  )
  app.put('/campaigns/:id/content', async (c) => {
    const campaign = getCampaign(c)
    const { html, plain_text } = parse(contentSchema, await readJson(c))
    if (html === undefined && plain_text === undefined)
      throw invalid('html', 'Content is required: html, plain_text, url or template.')
    campaign.content = {
      html: html ?? '',
      plain_text:
        plain_text ??
        (html ?? '')
          .replace(/<[^>]+>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
    }
    context.save()
    return c.json({ ...campaign.content, archive_html: '', _links: [] })
  })

  return app
}
