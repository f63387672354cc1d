import { z } from 'zod'

import {
  connectionProviders,
  integrations,
  syncItemResults,
  syncKinds,
  syncStatuses,
} from '@/platform/connections/definitions'
import { emptyOr, listQuery } from '@/platform/schema-fields'

const date = z.iso.datetime()

export const connectionResponse = z.strictObject({
  provider: z.enum(connectionProviders),
  label: z.string(),
  state: z
    .enum(['keys', 'off', 'sign-in', 'expired', 'connected'])
    .describe(
      'keys: keys are missing. off: disconnected by staff while keys are in the environment. sign-in: no account is connected yet. expired: the authorization has expired.',
    ),
  keysFrom: z.enum(['environment', 'panel']).nullable(),
  keys: z
    .array(z.strictObject({ name: z.string(), label: z.string(), shown: z.string().nullable() }))
    .describe('Secret keys are shortened to their last four characters.'),
  connectedAs: z.string().nullable(),
  accountId: z.string().nullable(),
  scopes: z.array(z.string()),
  expiresAt: date.nullable(),
  lastGoodAt: date.nullable(),
  lastErrorAt: date.nullable(),
  lastError: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable().describe('The result of the last test.'),
})
export const connectionParams = z.strictObject({ provider: z.enum(connectionProviders) })

/** Printable characters without spaces; spaces around a copied key are dropped. */
const key = z
  .string()
  .trim()
  .max(500)
  .regex(/^[!-~]*$/, 'A key can’t contain spaces.')
export const keysBody = z.strictObject({ keys: z.record(z.string().max(40), key) })

const counts = z.strictObject(
  Object.fromEntries(syncItemResults.map((result) => [result, z.int()])) as Record<
    (typeof syncItemResults)[number],
    z.ZodInt
  >,
)
export const syncRunResponse = z.strictObject({
  id: z.int(),
  provider: z.enum(integrations),
  kind: z.enum(syncKinds),
  status: z.enum(syncStatuses),
  isPreview: z.boolean(),
  createdAt: date,
  startedAt: date.nullable(),
  finishedAt: date.nullable(),
  total: z.int().nullable().describe('Number of items, if the service says so.'),
  done: z.int(),
  failed: z.int().describe('Included in done.'),
  isStopping: z.boolean().describe('Cancellation was requested.'),
  isWaiting: z.boolean().describe('The service didn’t answer; the run continues automatically.'),
  message: z.string().nullable().describe('The result, or what a paused run waits for.'),
  counts,
})
export const syncRowResponse = z.strictObject({
  key: z.string(),
  label: z.string().nullable(),
  result: z.enum(syncItemResults),
  message: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
})
export const syncRowsQuery = z.strictObject({
  page: listQuery.page,
  limit: listQuery.limit,
  result: emptyOr(syncItemResults),
})

/** A successful test is cached for 30 seconds unless `again`. */
export const testQuery = z.strictObject({
  again: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
})

const testResult = { success: z.boolean(), message: z.string() }
export const connectionTestResponse = z.strictObject(testResult)
export const instagramTestResponse = z.strictObject({
  ...testResult,
  username: z.string().optional(),
  postCount: z.int().optional(),
})
export const tiktokTestResponse = z.strictObject({
  ...testResult,
  userInfo: z
    .strictObject({
      display_name: z.string(),
      video_count: z.int().nullable(),
      likes_count: z.int().nullable(),
      follower_count: z.int().nullable(),
      bio_description: z.string().nullable(),
    })
    .optional()
    .describe('Values without permission are null.'),
})

const runOptions = {
  preview: z.boolean().default(false).describe('true: preview only.'),
  wait: z
    .int()
    .min(0)
    .max(25)
    .default(20)
    .describe('Seconds to wait for the result before returning 202.'),
}
const isNumeric = (value: unknown): boolean =>
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value))

/** Admin specification 5: 1 to 100, and 25 when it is not numeric. */
const limit = z
  .unknown()
  .optional()
  .transform((value) => (isNumeric(value) ? Number(value) : 25))
  .pipe(
    z
      .int('Please enter a whole number.')
      .min(1, 'Please enter at least 1.')
      .max(100, 'Please enter 100 or less.'),
  )
  .describe('How many of the newest listings, 1 to 100; 25 if it isn’t a number.')

export const importAllBody = z.strictObject({
  ...runOptions,
  limit,
  skip: z.int().min(0).max(100_000).default(0).describe('How many of the newest listings to skip.'),
})
export const importRecoveryBody = z.strictObject(runOptions)
export const importPostsBody = z.strictObject({
  ...runOptions,
  status: z.enum(['draft', 'published']).default('draft'),
})
export const importStartedResponse = z.strictObject({
  message: z.string(),
  importedCount: z.int(),
  run: syncRunResponse,
})

export const tokenBody = z.strictObject({
  token: z
    .string()
    .trim()
    .min(20, 'Please paste the whole token.')
    .max(1000)
    .regex(/^[!-~]+$/, 'A token can’t contain spaces.'),
})
