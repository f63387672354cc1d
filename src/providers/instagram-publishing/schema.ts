import { z } from 'zod'

/** Meta's pages show some answers inside `data`, live ones come flat; both are read. */
const unwrapped = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((body) => (typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data) ? (body.data[0] as unknown) : body), schema)

export const shortTokenAnswer = unwrapped(z.object({
  access_token: z.string().min(1),
  permissions: z.union([z.array(z.string()), z.string().transform((text) => text.split(',').map((one) => one.trim()))]).catch([]),
}))
export const longTokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
export const profileAnswer = unwrapped(z.object({ user_id: z.string(), username: z.string(), account_type: z.string().optional() }))
export const idAnswer = z.object({ id: z.string() })
export const containerAnswer = z.object({ id: z.string(), status_code: z.string(), status: z.string().optional() })
export const permalinkAnswer = z.object({ id: z.string(), permalink: z.string().optional() })
export const recentAnswer = z.object({ data: z.array(z.object({ id: z.string(), caption: z.string().optional(), permalink: z.string().optional(), timestamp: z.string() })) })
export const quotaAnswer = z.object({ data: z.array(z.object({ quota_usage: z.number(), config: z.object({ quota_total: z.number() }).optional() })) })
export const insightsAnswer = z.object({ data: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: z.unknown() })).default([]) })) })
