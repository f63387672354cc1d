import { createRequire } from 'node:module'

import { z } from 'zod'

import { withCircuitBreaker } from '@/platform/http/circuit-breaker'
import { ProviderError } from '@/platform/http/provider-error'
import { withRetries } from '@/platform/http/retries'

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

/** The parts of the SDK that are used; its types leave most of them out (providers/mailchimp.md 1). */
type Sdk = {
  basePath: string
  timeout: number
  setConfig: (config: { apiKey: string }) => void
  root: { getRoot: (options: object) => Promise<unknown> }
  lists: Record<'getAllLists', (options: object) => Promise<unknown>> & {
    getList: (list: string, options: object) => Promise<unknown>
    getListMembersInfo: (list: string, options: object) => Promise<unknown>
    getListMember: (list: string, member: string) => Promise<unknown>
    setListMember: (list: string, member: string, body: object, options: object) => Promise<unknown>
    updateListMember: (list: string, member: string, body: object) => Promise<unknown>
    updateListMemberTags: (list: string, member: string, body: object) => Promise<unknown>
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

type SdkError = Error & {
  status?: number
  code?: string
  response?: { body?: { title?: string; detail?: string } | null }
}

/** The SDK throws what superagent throws: a status with a problem document, or no answer at all. */
const toProviderError = (cause: unknown): ProviderError => {
  const { status, response } = cause as SdkError
  if (status === undefined)
    return new ProviderError(name, 'could not be reached', {
      retryable: true,
      trouble: 'down',
      cause,
    })
  const { title, detail } = response?.body ?? {}
  const said = [title, detail].filter(Boolean).join(': ').slice(0, 300) || `answered ${status}`
  if (status === 401)
    return new ProviderError(name, said, {
      status,
      retryable: false,
      trouble: 'sign-in',
      issue: title,
    })
  // At very high volume a throttle is a bare 403.
  if (status === 429 || (status === 403 && !title))
    return new ProviderError(name, 'asks for fewer calls at a time', {
      status,
      retryable: true,
      trouble: 'limit',
      retryAfterMs: 20_000,
    })
  if (status === 403)
    return new ProviderError(name, said, {
      status,
      retryable: false,
      trouble: 'permission',
      issue: title,
    })
  return new ProviderError(name, said, {
    status,
    retryable: status >= 500,
    trouble: status >= 500 ? 'down' : 'refused',
    issue: title,
  })
}

const mergeFields = ({
  firstName,
  lastName,
}: {
  firstName: string | null
  lastName: string | null
}) => ({ ...(firstName ? { FNAME: firstName } : {}), ...(lastName ? { LNAME: lastName } : {}) })

export type NewMember = {
  email: string
  firstName: string | null
  lastName: string | null
  optedInAt: string | null
}
export type MailchimpGateway = ReturnType<typeof createMailchimp>

/**
 * Mailchimp through its own SDK. Reading and repeating writes are tried again, adding many is not.
 * @param baseUrl only for a double: otherwise the data center at the end of the key says where
 */
export function createMailchimp({ apiKey, baseUrl }: { apiKey: string; baseUrl?: string }) {
  const center = /-([a-z]+\d+)$/.exec(apiKey)?.[1]
  const sdk = new ApiClient()
  // `server` is left out: the SDK would put it in place of the first "server" anywhere in an address.
  sdk.setConfig({ apiKey })
  sdk.basePath = `${baseUrl?.replace(/\/+$/, '') ?? `https://${center ?? 'none'}.api.mailchimp.com`}/3.0`
  sdk.timeout = timeoutMs

  const ask = async <Schema extends z.ZodType>(
    schema: Schema,
    call: () => Promise<unknown>,
  ): Promise<z.infer<Schema>> => {
    if (!center)
      throw new ProviderError(name, 'the key does not end with a data center, such as -us6', {
        retryable: false,
        trouble: 'sign-in',
      })
    const answer = await withCircuitBreaker(name, sdk.basePath, () =>
      call().catch((error: unknown) => {
        throw toProviderError(error)
      }),
    )
    const parsed = schema.safeParse(answer)
    if (!parsed.success)
      throw new ProviderError(
        name,
        `answered something that was not expected (${parsed.error.issues[0]?.path.join('.') || 'all of it'})`,
        { retryable: false, trouble: 'odd', cause: parsed.error },
      )
    return parsed.data
  }
  const read = <Schema extends z.ZodType>(schema: Schema, call: () => Promise<unknown>) =>
    withRetries(() => ask(schema, call), { pauses: [500, 2000] })
  const anything = z.unknown()
  const unlessUnknown = async <Result>(work: Promise<Result>): Promise<Result | null> =>
    work.catch((error: unknown) => {
      if (error instanceof ProviderError && error.details.status === 404) return null
      throw error
    })

  return {
    getAccount: () =>
      read(accountSchema, () =>
        sdk.root.getRoot({ fields: ['account_name', 'username', 'email', 'total_subscribers'] }),
      ),
    listAudiences: async () =>
      (
        await read(audiencesSchema, () =>
          sdk.lists.getAllLists({
            count: 100,
            fields: ['lists.id', 'lists.name', 'lists.stats', 'total_items'],
          }),
        )
      ).lists,
    /** Null: there is none with this id. */
    getAudience: (id: string) =>
      unlessUnknown(
        read(audienceSchema, () => sdk.lists.getList(id, { fields: ['id', 'name', 'stats'] })),
      ),
    /** At most 1,000 at a time. */
    listMembers: (
      audience: string,
      { offset, count }: { offset: number; count: number },
    ): Promise<{ members: Member[]; total_items: number }> =>
      read(membersSchema, () =>
        sdk.lists.getListMembersInfo(audience, {
          offset,
          count,
          fields: [...memberFields.map((field) => `members.${field}`), 'total_items'],
        }),
      ),
    /** Null: not on the list. */
    getMember: (audience: string, email: string): Promise<Member | null> =>
      unlessUnknown(
        read(memberSchema, () => sdk.lists.getListMember(audience, mailchimpMemberId(email))),
      ),
    /** Adds somebody who agreed; leaves the status of somebody known alone, which is answered. */
    putMember: (audience: string, member: NewMember): Promise<Member> =>
      read(memberSchema, () =>
        sdk.lists.setListMember(
          audience,
          mailchimpMemberId(member.email),
          {
            email_address: member.email,
            status_if_new: 'subscribed',
            merge_fields: mergeFields(member),
            ...(member.optedInAt ? { timestamp_opt: member.optedInAt } : {}),
          },
          { skipMergeValidation: true },
        ),
      ),
    /** Mailchimp asks the person itself, by mail. */
    askMember: (audience: string, member: NewMember): Promise<Member> =>
      read(memberSchema, () =>
        sdk.lists.setListMember(
          audience,
          mailchimpMemberId(member.email),
          {
            email_address: member.email,
            status: 'pending',
            status_if_new: 'pending',
            merge_fields: mergeFields(member),
          },
          { skipMergeValidation: true },
        ),
      ),
    /** For somebody known as a buyer only, who agreed now. */
    joinMember: (
      audience: string,
      { email, optedInAt }: Pick<NewMember, 'email' | 'optedInAt'>,
    ): Promise<Member> =>
      read(memberSchema, () =>
        sdk.lists.updateListMember(audience, mailchimpMemberId(email), {
          status: 'subscribed',
          ...(optedInAt ? { timestamp_opt: optedInAt } : {}),
        }),
      ),
    /** Null: not on the list. */
    unsubscribeMember: (audience: string, email: string): Promise<Member | null> =>
      unlessUnknown(
        read(memberSchema, () =>
          sdk.lists.updateListMember(audience, mailchimpMemberId(email), {
            status: 'unsubscribed',
          }),
        ),
      ),
    addTags: (audience: string, email: string, tags: readonly string[]) =>
      read(anything, () =>
        sdk.lists.updateListMemberTags(audience, mailchimpMemberId(email), {
          tags: tags.map((tag) => ({ name: tag, status: 'active' })),
          is_syncing: true,
        }),
      ),
    /** For good; the address can never be added by a program again. */
    eraseMember: (audience: string, id: string) =>
      unlessUnknown(read(anything, () => sdk.lists.deleteListMemberPermanent(audience, id))),
    /**
     * Adds up to 500 people who agreed; whoever is known stays as they are. It answers 200 also when every one failed.
     * Not repeated by itself: ask again who is there.
     */
    addMembers: (audience: string, members: readonly NewMember[]) =>
      ask(batchSchema, () =>
        sdk.lists.batchListMembers(
          audience,
          {
            members: members.map((member) => ({
              email_address: member.email,
              status: 'subscribed',
              merge_fields: mergeFields(member),
              ...(member.optedInAt ? { timestamp_opt: member.optedInAt } : {}),
            })),
            update_existing: false,
            sync_tags: false,
          },
          { skipDuplicateCheck: true, skipMergeValidation: true },
        ),
      ),
    listWebhooks: async (audience: string) =>
      (await read(webhooksSchema, () => sdk.lists.getListWebhooks(audience))).webhooks,
    /** Mailchimp looks at the address first, and wants a 200. Our own changes are not told back. */
    createWebhook: (audience: string, url: string) =>
      ask(anything, () =>
        sdk.lists.createListWebhook(audience, {
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
    /** The drafts of an audience, the latest first. */
    listDrafts: async (audience: string) =>
      (
        await read(campaignsSchema, () =>
          sdk.campaigns.list({
            listId: audience,
            status: 'save',
            count: 100,
            sortField: 'create_time',
            sortDir: 'DESC',
          }),
        )
      ).campaigns,
    createDraft: (
      audience: string,
      settings: {
        title: string
        subject: string
        preview: string
        fromName: string
        replyTo: string
      },
    ) =>
      ask(campaignSchema, () =>
        sdk.campaigns.create({
          type: 'regular',
          recipients: { list_id: audience },
          settings: {
            title: settings.title,
            subject_line: settings.subject,
            preview_text: settings.preview,
            from_name: settings.fromName,
            reply_to: settings.replyTo,
          },
        }),
      ),
    /** What stands in a draft; empty: nothing yet. */
    readDraft: async (id: string) =>
      (await read(contentSchema, () => sdk.campaigns.getContent(id, {}))).html,
    fillDraft: (id: string, html: string) =>
      read(anything, () => sdk.campaigns.setContent(id, { html })),
    /** Where a person edits and sends it. */
    editAddress: (webId: number | null | undefined): string | null =>
      webId && !baseUrl ? `https://${center}.admin.mailchimp.com/campaigns/edit?id=${webId}` : null,
  }
}
