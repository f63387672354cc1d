import { z } from 'zod'

export const tokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.number().optional(),
  scope: z.string().optional(),
})
export const personResponse = z.object({
  sub: z.string().min(1),
  name: z.string().catch('LinkedIn member'),
})
export const rolesResponse = z.object({
  elements: z.array(
    z.object({
      organization: z.string().optional(),
      organizationTarget: z.string().optional(),
      role: z.string(),
      state: z.string().optional(),
    }),
  ),
})
export const organizationResponse = z.object({ localizedName: z.string() })
export const uploadResponse = z.object({
  value: z.object({ uploadUrl: z.url(), image: z.string() }),
})
export const imageResponse = z.object({ status: z.string() })
export const postsResponse = z.object({
  elements: z.array(
    z.object({
      id: z.string(),
      commentary: z.string().catch(''),
      createdAt: z.number().optional(),
    }),
  ),
})
const count = z.number().optional()
export const statisticsResponse = z.object({
  elements: z.array(
    z.object({
      share: z.string().optional(),
      ugcPost: z.string().optional(),
      totalShareStatistics: z.object({
        impressionCount: count,
        clickCount: count,
        likeCount: count,
        commentCount: count,
        shareCount: count,
      }),
    }),
  ),
})
export const errorResponse = z.object({
  message: z.string().catch(''),
  code: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
})
