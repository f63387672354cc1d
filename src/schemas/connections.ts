import { z } from 'zod'
import { connectionProviders, integrations, rowResults, syncKinds, syncStatuses } from '../domain/integration'
import { listQuery } from './lists'

const date = z.iso.datetime()

/** The passport of a service. */
export const connectionAnswer = z.strictObject({
  provider: z.enum(connectionProviders), label: z.string(), state: z.enum(['keys', 'off', 'sign-in', 'expired', 'connected']), keysFrom: z.enum(['environment', 'panel']).nullable(),
  keys: z.array(z.strictObject({ name: z.string(), label: z.string(), shown: z.string().nullable() })),
  connectedAs: z.string().nullable(), accountId: z.string().nullable(), scopes: z.array(z.string()), expiresAt: date.nullable(), lastGoodAt: date.nullable(), lastErrorAt: date.nullable(),
  lastError: z.string().nullable(), details: z.record(z.string(), z.unknown()).nullable(),
})
export const connectionParams = z.strictObject({ provider: z.enum(connectionProviders) })

/** Printable characters without spaces: what is copied from a service's page, with the spaces around it dropped. */
const key = z.string().trim().max(500).regex(/^[!-~]*$/, 'A key has no spaces in it.')
export const keysBody = z.strictObject({ keys: z.record(z.string().max(40), key) })

const counts = z.strictObject(Object.fromEntries(rowResults.map((result) => [result, z.int()])) as Record<(typeof rowResults)[number], z.ZodInt>)
export const runAnswer = z.strictObject({
  id: z.int(), provider: z.enum(integrations), kind: z.enum(syncKinds), status: z.enum(syncStatuses), isPreview: z.boolean(), createdAt: date, startedAt: date.nullable(), finishedAt: date.nullable(),
  total: z.int().nullable(), done: z.int(), failed: z.int(), isStopping: z.boolean(), message: z.string().nullable(), counts,
})
export const rowAnswer = z.strictObject({
  key: z.string(), label: z.string().nullable(), result: z.enum(rowResults), message: z.string().nullable(), details: z.record(z.string(), z.unknown()).nullable(),
})
export const rowsQuery = z.strictObject({ page: listQuery.page, limit: listQuery.limit, result: z.enum(rowResults).or(z.literal('')).default('') })
