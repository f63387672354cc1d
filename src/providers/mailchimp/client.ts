import { createRequire } from 'node:module'

import { z } from 'zod'

import { withCircuitBreaker } from '@/platform/http/circuit-breaker'
import { parseResponse } from '@/platform/http/client'
import { hasTimeToRetry, readTimeoutMs } from '@/platform/http/deadline'
import {
  nullIfNotFound,
  ProviderError,
  type ProviderErrorKind,
  statusMessage,
} from '@/platform/http/provider-error'
import { withRetries, withTimeout } from '@/platform/http/retries'

import {
  accountSchema,
  audienceSchema,
  audiencesSchema,
  batchSchema,
  campaignSchema,
  campaignsSchema,
  contentSchema,
  mailchimpMemberId,
  type Member,
  memberFields,
  memberSchema,
  membersSchema,
  webhooksSchema,
} from './schema'

/** The parts of the SDK that are used; its own types lack most of them. */
type Sdk = {
  basePath: string
  timeout: number
  setConfig: (config: { apiKey: string }) => void
  root: { getRoot: (options: object) => Promise<unknown> }
  lists: {
    getAllLists: (options: object) => Promise<unknown>
    getList: (list: string, options: object) => Promise<unknown>
    getListMembersInfo: (list: string, options: object) => Promise<unknown>
    getListMember: (list: string, member: string) => Promise<unknown>
    setListMember: (list: string, member: string, body: object, options: object) => Promise<unknown>
    updateListMember: (list: string, member: string, body: object) => Promise<unknown>
    updateListMemberTags: (list: string, member: string, body: object) => Promise<unknown>
    deleteListMember: (list: string, member: string) => Promise<unknown>
    deleteListMemberPermanent: (list: string, member: string) => Promise<unknown>
    batchListMembers: (list: string, body: object, options: object) => Promise<unknown>
    getListWebhooks: (list: string) => Promise<unknown>
    createListWebhook: (list: string, body: object) => Promise<unknown>
  }
  campaigns: {
    list: (options: object) => Promise<unknown>
    create: (body: object) => Promise<unknown>
    setContent: (id: string, body: object) => Promise<unknown>
    getContent: (id: string, options: object) => Promise<unknown>
  }
}
// The package's main export is one client for the whole process, whose keys every caller would share.
const ApiClient = createRequire(import.meta.url)(
  '@mailchimp/mailchimp_marketing/src/ApiClient',
) as new () => Sdk

const name = 'Mailchimp'
const timeoutMs = 20_000

/** What superagent throws through the SDK: a status with a problem document, or no response at all. */
const sdkErrorSchema = z.object({
  status: z.number().optional(),
  response: z
    .object({
      body: z.object({ title: z.string().optional(), detail: z.string().optional() }).nullish(),
    })
    .optional()
    .catch(undefined),
})

function toProviderError(cause: unknown): ProviderError {
  if (cause instanceof ProviderError) return cause
  const { status, response } = sdkErrorSchema.catch({}).parse(cause)
  if (status === undefined)
    return new ProviderError(name, 'could not be reached', { retryable: true, kind: 'down', cause })
  const { title, detail } = response?.body ?? {}
  const message = [title, detail].filter(Boolean).join(': ').slice(0, 300) || statusMessage(status)
  // At very high volume a throttle is a bare 403.
  if (status === 429 || (status === 403 && !title))
    return new ProviderError(name, 'asks for fewer calls at a time', {
      status,
      retryable: true,
      kind: 'limit',
      retryAfterMs: 20_000,
    })
  const kinds: Record<number, ProviderErrorKind> = { 401: 'sign-in', 403: 'permission' }
  return new ProviderError(name, message, {
    status,
    retryable: status >= 500,
    kind: kinds[status] ?? (status >= 500 ? 'down' : 'refused'),
    issue: title,
  })
}

type NewMember = {
  email: string
  firstName: string | null
  lastName: string | null
  optedInAt: string | null
}

const mergeFields = ({ firstName, lastName }: NewMember) => ({
  ...(firstName ? { FNAME: firstName } : {}),
  ...(lastName ? { LNAME: lastName } : {}),
})
const optInTime = ({ optedInAt }: Pick<NewMember, 'optedInAt'>) =>
  optedInAt ? { timestamp_opt: optedInAt } : {}

const anything = z.unknown()

type Api = {
  sdk: Sdk
  /** Calls once and validates the response. */
  send: <Schema extends z.ZodType>(
    schema: Schema,
    call: () => Promise<unknown>,
  ) => Promise<z.infer<Schema>>
  /** As `send`, retried: for reads and for writes that are safe to repeat. */
  sendSafely: Api['send']
}

const audienceCalls = ({ sdk: { root, lists }, send, sendSafely }: Api) => ({
  getAccount: () =>
    sendSafely(accountSchema, () =>
      root.getRoot({ fields: ['account_name', 'username', 'email', 'total_subscribers'] }),
    ),
  listAudiences: async () => {
    const fields = ['lists.id', 'lists.name', 'lists.stats', 'total_items']
    const response = await sendSafely(audiencesSchema, () =>
      lists.getAllLists({ count: 100, fields }),
    )
    return response.lists
  },
  /** Null if there is none with this id. */
  getAudience: (id: string) =>
    nullIfNotFound(
      sendSafely(audienceSchema, () => lists.getList(id, { fields: ['id', 'name', 'stats'] })),
    ),
  listWebhooks: async (audience: string) =>
    (await sendSafely(webhooksSchema, () => lists.getListWebhooks(audience))).webhooks,
  /** Mailchimp calls the URL first and expects a 200. Changes through the API are not sent. */
  createWebhook: (audience: string, url: string) =>
    send(anything, () =>
      lists.createListWebhook(audience, {
        url,
        events: {
          subscribe: true,
          unsubscribe: true,
          cleaned: true,
          upemail: true,
          profile: false,
          campaign: false,
        },
        sources: { user: true, admin: true, api: false },
      }),
    ),
})

const memberReads = ({ sdk: { lists }, sendSafely }: Api) => ({
  /** At most 1,000 at a time. */
  listMembers: (audience: string, range: { offset: number; count: number }) =>
    sendSafely(membersSchema, () =>
      lists.getListMembersInfo(audience, {
        ...range,
        fields: [...memberFields.map((field) => `members.${field}`), 'total_items'],
      }),
    ),
  /** Null if the address is not on the list. */
  getMember: (audience: string, email: string): Promise<Member | null> =>
    nullIfNotFound(
      sendSafely(memberSchema, () => lists.getListMember(audience, mailchimpMemberId(email))),
    ),
})

const membershipCalls = ({ sdk: { lists }, sendSafely }: Api) => {
  const setMember = (audience: string, member: NewMember, body: object): Promise<Member> =>
    sendSafely(memberSchema, () =>
      lists.setListMember(
        audience,
        mailchimpMemberId(member.email),
        { email_address: member.email, merge_fields: mergeFields(member), ...body },
        { skipMergeValidation: true },
      ),
    )
  const updateMember = (audience: string, email: string, body: object): Promise<Member> =>
    sendSafely(memberSchema, () => lists.updateListMember(audience, mailchimpMemberId(email), body))
  return {
    /** Adds someone who agreed. The status of an existing member stays as it is and is returned. */
    putMember: (audience: string, member: NewMember) =>
      setMember(audience, member, { status_if_new: 'subscribed', ...optInTime(member) }),
    /** Lets Mailchimp ask for confirmation itself, by email. */
    askMember: (audience: string, member: NewMember) =>
      setMember(audience, member, { status: 'pending', status_if_new: 'pending' }),
    /** Subscribes someone who is a buyer only at Mailchimp and agreed now. */
    joinMember: (audience: string, member: Pick<NewMember, 'email' | 'optedInAt'>) =>
      updateMember(audience, member.email, { status: 'subscribed', ...optInTime(member) }),
    /** Null if the address is not on the list. */
    unsubscribeMember: (audience: string, email: string) =>
      nullIfNotFound(updateMember(audience, email, { status: 'unsubscribed' })),
  }
}

const memberWrites = ({ sdk: { lists }, send, sendSafely }: Api) => ({
  addTags: (audience: string, email: string, tags: readonly string[]) =>
    sendSafely(anything, () =>
      lists.updateListMemberTags(audience, mailchimpMemberId(email), {
        tags: tags.map((tag) => ({ name: tag, status: 'active' })),
        is_syncing: true,
      }),
    ),
  /** Takes an address off the list that may be added again. Mailchimp responds 405 if it's archived already. */
  archiveMember: (audience: string, id: string) =>
    nullIfNotFound(
      sendSafely(anything, () => lists.deleteListMember(audience, id)).catch((error: unknown) => {
        if (error instanceof ProviderError && error.details.status === 405) return null
        throw error
      }),
    ),
  /** Deletes permanently: no program can add the address again. */
  eraseMember: (audience: string, id: string) =>
    nullIfNotFound(sendSafely(anything, () => lists.deleteListMemberPermanent(audience, id))),
  /**
   * Adds up to `maxBatchSize` people who agreed; existing members stay as they are. Responds with 200 even if every
   * one failed. Not retried: list the members again instead.
   */
  addMembers: (audience: string, members: readonly NewMember[]) =>
    send(batchSchema, () =>
      lists.batchListMembers(
        audience,
        {
          members: members.map((member) => ({
            email_address: member.email,
            status: 'subscribed',
            merge_fields: mergeFields(member),
            ...optInTime(member),
          })),
          update_existing: false,
          sync_tags: false,
        },
        { skipDuplicateCheck: true, skipMergeValidation: true },
      ),
    ),
})

type DraftSettings = {
  title: string
  subject: string
  preview: string
  fromName: string
  replyTo: string
}

const draftCalls = ({ sdk: { campaigns }, send, sendSafely }: Api) => ({
  /** The campaigns of an audience, newest first: drafts, and what was scheduled or sent. */
  listCampaigns: async (audience: string) => {
    const response = await sendSafely(campaignsSchema, () =>
      campaigns.list({ listId: audience, count: 100, sortField: 'create_time', sortDir: 'DESC' }),
    )
    return response.campaigns
  },
  createDraft: (audience: string, { title, subject, preview, fromName, replyTo }: DraftSettings) =>
    send(campaignSchema, () =>
      campaigns.create({
        type: 'regular',
        recipients: { list_id: audience },
        settings: {
          title,
          subject_line: subject,
          preview_text: preview,
          from_name: fromName,
          reply_to: replyTo,
        },
      }),
    ),
  /** The HTML of a draft; empty if it was not filled yet. */
  readDraft: async (id: string) =>
    (await sendSafely(contentSchema, () => campaigns.getContent(id, {}))).html,
  fillDraft: (id: string, html: string) =>
    sendSafely(anything, () => campaigns.setContent(id, { html })),
})

export type MailchimpGateway = ReturnType<typeof createMailchimp>

/**
 * Mailchimp through its own SDK. Reads and repeatable writes are retried, adding members in a batch is not.
 * @param baseUrl of the sandbox; otherwise the data center at the end of the key decides
 */
export function createMailchimp({ apiKey, baseUrl }: { apiKey: string; baseUrl?: string }) {
  const dataCenter = /-([a-z]+\d+)$/.exec(apiKey)?.[1]
  const sdk = new ApiClient()
  // `server` is left out: the SDK would put it in place of the first "server" anywhere in a URL.
  sdk.setConfig({ apiKey })
  sdk.basePath = `${baseUrl?.replace(/\/+$/, '') ?? `https://${dataCenter ?? 'none'}.api.mailchimp.com`}/3.0`
  sdk.timeout = timeoutMs

  const send: Api['send'] = async (schema, call) => {
    if (!dataCenter)
      throw new ProviderError(name, 'the key doesn’t end with a data center, such as -us6', {
        retryable: false,
        kind: 'sign-in',
      })
    const response = await withCircuitBreaker(name, sdk.basePath, () =>
      call().catch((error: unknown) => {
        throw toProviderError(error)
      }),
    )
    return parseResponse(name, schema, response, { retryable: false })
  }
  const sendSafely: Api['send'] = (schema, call) =>
    withRetries(() => send(schema, () => withTimeout(name, readTimeoutMs(timeoutMs), call)), {
      pauses: [500, 2000],
      mayRepeat: (error) => error.details.retryable && hasTimeToRetry(error),
    })
  const api = { sdk, send, sendSafely }

  return {
    ...audienceCalls(api),
    ...memberReads(api),
    ...membershipCalls(api),
    ...memberWrites(api),
    ...draftCalls(api),
    /** Where a person edits and sends a draft; null in the sandbox. */
    editAddress: (webId: number | null | undefined): string | null =>
      webId && !baseUrl
        ? `https://${dataCenter}.admin.mailchimp.com/campaigns/edit?id=${webId}`
        : null,
  }
}
