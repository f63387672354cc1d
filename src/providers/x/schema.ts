import { z } from 'zod'

export const tokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().optional(),
  scope: z.string().default(''),
})
export const meResponse = z.object({ data: z.object({ id: z.string(), username: z.string() }) })
export const createdResponse = z.object({ data: z.object({ id: z.string() }) })
export const mediaResponse = z.object({ data: z.object({ id: z.string() }) })
export const timelineResponse = z.object({
  data: z
    .array(z.object({ id: z.string(), text: z.string(), created_at: z.string().optional() }))
    .default([]),
})
const count = z.number().optional()
export const countsResponse = z.object({
  data: z
    .array(
      z.object({
        id: z.string(),
        public_metrics: z
          .object({
            impression_count: count,
            like_count: count,
            reply_count: count,
            /** Since August 2026; `retweet_count` before. */
            repost_count: count,
            retweet_count: count,
            quote_count: count,
          })
          .optional(),
      }),
    )
    .default([]),
})
export const problemResponse = z.object({
  title: z.string().catch(''),
  detail: z.string().catch(''),
  type: z.string().catch(''),
  error: z.string().optional().catch(undefined),
  errors: z
    .array(z.object({ message: z.string().catch('') }))
    .optional()
    .catch(undefined),
})
