import { z } from 'zod'

// Ids are larger than a number can hold, so they are text. Responses are flat, or the only entry of `data`.
const id = z.union([z.string().min(1).max(40), z.int()]).transform(String)
const unwrapped = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((body) => {
    const data = (body as { data?: unknown } | null | undefined)?.data
    return Array.isArray(data) && data.length > 0 ? (data[0] as unknown) : body
  }, schema)
const scopes = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(/[ ,]+/).filter(Boolean))])
  .optional()
  .catch(undefined)

export const shortTokenResponse = unwrapped(
  z.object({ access_token: z.string().min(1), permissions: scopes }),
)
export const longTokenResponse = unwrapped(
  z.object({
    access_token: z.string().min(1),
    expires_in: z.number().positive().optional().catch(undefined),
    permissions: scopes,
  }),
)
export const profileResponse = unwrapped(
  z.object({
    id: id.optional(),
    user_id: id.optional(),
    username: z.string(),
    name: z.string().nullish(),
    account_type: z.string().nullish(),
    followers_count: z.int().nullish(),
    media_count: z.int().nullish(),
  }),
)

const link = z.string().nullish()
const childResponse = z.object({
  id,
  media_type: z.string().nullish(),
  media_url: link,
  thumbnail_url: link,
})
export const mediaResponse = z.object({
  id,
  caption: z.string().nullish(),
  media_type: z.string(),
  media_product_type: z.string().nullish(),
  media_url: link,
  thumbnail_url: link,
  permalink: z.string().nullish(),
  timestamp: z.string(),
  alt_text: z.string().nullish(),
  children: z
    .object({ data: z.array(childResponse) })
    .nullish()
    .catch(null),
})
export type InstagramMedia = z.infer<typeof mediaResponse>
export const mediaPageResponse = z.object({
  data: z.array(mediaResponse),
  paging: z
    .object({
      cursors: z.object({ after: z.string().nullish() }).nullish(),
      next: z.string().nullish(),
    })
    .nullish(),
})
