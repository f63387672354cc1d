import { z } from 'zod'

export const idResponse = z.object({ id: z.string() })
export const containerResponse = z.object({
  id: z.string(),
  status_code: z.string(),
  status: z.string().optional(),
})
export const permalinkResponse = z.object({ id: z.string(), permalink: z.string().optional() })
export const recentResponse = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      caption: z.string().optional(),
      permalink: z.string().optional(),
      timestamp: z.string(),
    }),
  ),
})
export const quotaResponse = z.object({
  data: z.array(
    z.object({ quota_usage: z.number(), config: z.object({ quota_total: z.number() }).optional() }),
  ),
})
export const insightsResponse = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z.array(z.object({ value: z.unknown() })).default([]),
      total_value: z.object({ value: z.unknown() }).optional(),
    }),
  ),
})
