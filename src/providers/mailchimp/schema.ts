import { createHash } from 'node:crypto'

import { z } from 'zod'

/** The most members in one batch call. */
export const maxBatchSize = 500

/** Mailchimp's id of a member: the MD5 of the lower-case address. */
export function mailchimpMemberId(email: string): string {
  return createHash('md5').update(email.trim().toLowerCase()).digest('hex')
}

/** Mailchimp sends '' for a missing time. */
const time = z
  .string()
  .nullish()
  .transform((value) =>
    value && Number.isFinite(Date.parse(value)) ? new Date(value).toISOString() : null,
  )
const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null)

export const accountSchema = z.object({
  account_name: z.string().default(''),
  username: z.string().default(''),
  email: z.string().default(''),
  total_subscribers: z.number().default(0),
})
export const audienceSchema = z.object({
  id: z.string(),
  name: z.string(),
  stats: z.object({ member_count: z.number().default(0) }).default({ member_count: 0 }),
})
export const audiencesSchema = z.object({ lists: z.array(audienceSchema) })

/** The fields requested of a member; a page has 500 of them. */
export const memberFields = [
  'id',
  'email_address',
  'status',
  'merge_fields',
  'last_changed',
  'timestamp_opt',
] as const

export const memberSchema = z
  .object({
    id: z.string(),
    email_address: z.string(),
    status: z
      .enum(['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional', 'archived'])
      .catch('pending'),
    merge_fields: z.looseObject({ FNAME: text, LNAME: text }).nullish(),
    last_changed: time,
    timestamp_opt: time,
  })
  .transform(({ id, email_address, status, merge_fields, last_changed, timestamp_opt }) => ({
    id,
    email: email_address.trim().toLowerCase(),
    status,
    firstName: merge_fields?.FNAME ?? null,
    lastName: merge_fields?.LNAME ?? null,
    changedAt: last_changed,
    optedInAt: timestamp_opt,
  }))
export type Member = z.infer<typeof memberSchema>

export const membersSchema = z.object({ members: z.array(memberSchema), total_items: z.number() })
export const batchSchema = z.object({
  new_members: z.array(z.object({ email_address: z.string() })).default([]),
  errors: z
    .array(
      z.object({
        email_address: z.string().default(''),
        error: z.string().default(''),
        error_code: z.string().default(''),
      }),
    )
    .default([]),
})
export const campaignSchema = z.object({
  id: z.string(),
  web_id: z.number().nullish(),
  /** `save`: a draft. */
  status: z.string().default('save'),
  settings: z.object({ title: z.string().default('') }).default({ title: '' }),
  create_time: time,
})
export const campaignsSchema = z.object({ campaigns: z.array(campaignSchema) })
export const webhooksSchema = z.object({
  webhooks: z.array(z.object({ id: z.string(), url: z.string() })),
})
export const contentSchema = z.object({
  html: z
    .string()
    .nullish()
    .transform((html) => html ?? ''),
})
