import { z } from 'zod'

const id = z.union([z.string().min(1).max(40), z.int()]).transform(String)
const count = z.number().nullish()
const text = z.string().nullish()

/** OAuth responses are flat. An error may have status 200, but no access token. */
export const tokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().optional().catch(undefined),
  refresh_token: z.string().min(1).optional(),
  refresh_expires_in: z.number().optional().catch(undefined),
  open_id: z.string().optional(),
  scope: z.string().optional(),
})

export const userResponse = z.object({
  data: z.object({
    user: z.object({
      open_id: z.string().min(1),
      display_name: text,
      username: text,
      bio_description: text,
      follower_count: count,
      likes_count: count,
      video_count: count,
    }),
  }),
})

const videoResponse = z.object({
  id,
  title: text,
  video_description: text,
  create_time: z.number(),
  cover_image_url: text,
  share_url: text,
})
export type TikTokVideo = z.infer<typeof videoResponse>
const videos = z
  .array(videoResponse)
  .nullish()
  .transform((list) => list ?? [])
export const videoPageResponse = z.object({
  data: z.object({ videos, cursor: z.number().nullish(), has_more: z.boolean().nullish() }),
})
export const videosResponse = z.object({ data: z.object({ videos }) })
