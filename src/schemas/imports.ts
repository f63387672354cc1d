import { z } from 'zod'
import { runAnswer } from './connections'

/** A recorded test is answered again for 30 seconds; with `again` the service is asked anew. */
export const testQuery = z.strictObject({ again: z.enum(['true', 'false']).default('false').transform((text) => text === 'true') })

const tested = { success: z.boolean(), message: z.string() }
export const plainTest = z.strictObject(tested)
export const instagramTest = z.strictObject({ ...tested, username: z.string().optional(), postCount: z.int().optional() })
export const tiktokTest = z.strictObject({
  ...tested,
  userInfo: z.strictObject({
    display_name: z.string(), video_count: z.int().nullable(), likes_count: z.int().nullable(), follower_count: z.int().nullable(), bio_description: z.string().nullable(),
  }).optional().describe('What was not allowed to be read is null.'),
})

const run = {
  preview: z.boolean().default(false).describe('true: only says what would happen.'),
  wait: z.int().min(0).max(25).default(20).describe('Seconds to wait for the end before answering 202.'),
}
const isNumber = (given: unknown): boolean => (typeof given === 'number' && Number.isFinite(given)) || (typeof given === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(given))

/** Admin specification 5: 1 to 100, and 25 when it is not numeric. */
const limit = z.unknown().optional().transform((given) => (isNumber(given) ? Number(given) : 25)).pipe(z.int('Please give a whole number.').min(1, 'At least 1.').max(100, 'At most 100.'))
  .describe('How many of the newest listings, 1 to 100; 25 when it is not a number.')

export const importAllBody = z.strictObject({ ...run, limit, skip: z.int().min(0).max(100_000).default(0).describe('How many of the newest listings to pass over.') })
export const importRecoveryBody = z.strictObject(run)
export const importPostsBody = z.strictObject({ ...run, status: z.enum(['draft', 'published']).default('draft') })
export const importStarted = z.strictObject({ message: z.string(), importedCount: z.int(), run: runAnswer })

export const tokenBody = z.strictObject({ token: z.string().trim().min(20, 'Please paste the whole token.').max(1000).regex(/^[!-~]+$/, 'A token has no spaces in it.') })
