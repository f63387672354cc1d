import { z } from 'zod'

export const idAnswer = z.object({ id: z.string() })
export const containerAnswer = z.object({ id: z.string(), status_code: z.string(), status: z.string().optional() })
export const permalinkAnswer = z.object({ id: z.string(), permalink: z.string().optional() })
export const recentAnswer = z.object({ data: z.array(z.object({ id: z.string(), caption: z.string().optional(), permalink: z.string().optional(), timestamp: z.string() })) })
export const quotaAnswer = z.object({ data: z.array(z.object({ quota_usage: z.number(), config: z.object({ quota_total: z.number() }).optional() })) })
export const insightsAnswer = z.object({ data: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: z.unknown() })).default([]), total_value: z.object({ value: z.unknown() }).optional() })) })
