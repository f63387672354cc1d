import { z } from 'zod'

export const tokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().optional(),
})
export const permissionsResponse = z.object({
  data: z.array(z.object({ permission: z.string(), status: z.string() })),
})
export const pagesResponse = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      access_token: z.string().optional(),
      tasks: z.array(z.string()).optional(),
    }),
  ),
  paging: z
    .object({
      next: z.string().optional(),
      cursors: z.object({ after: z.string().optional() }).optional(),
    })
    .optional(),
})
export const photoResponse = z.object({ id: z.string() })
export const postResponse = z.object({ id: z.string(), permalink_url: z.string().optional() })
export const feedResponse = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      message: z.string().optional(),
      created_time: z.string(),
      permalink_url: z.string().optional(),
    }),
  ),
})
export const pageResponse = z.object({ id: z.string(), name: z.string() })

const summary = z.object({ summary: z.object({ total_count: z.number() }) }).optional()
export const countsResponse = z.object({
  id: z.string(),
  shares: z.object({ count: z.number() }).optional(),
  comments: summary,
  reactions: summary,
})
export const insightsResponse = z.object({
  data: z.array(
    z.object({ name: z.string(), values: z.array(z.object({ value: z.unknown() })).default([]) }),
  ),
})
