import { z } from 'zod'

import {
  dayRangeQuery,
  emptyOr,
  listQuery,
  multilineText,
  pathIdSchema,
  requiredParagraphs,
  requiredText,
  rowIdSchema,
  versionField,
} from '@/platform/schema-fields'

import {
  deliveryStatuses,
  parseHashtags,
  selectableStatuses,
  socialPlatforms,
  socialPostStatuses,
} from './rules/social-post'

export const socialListFilters = ['', 'trash'] as const
const moment = z.iso.datetime({ offset: true })
const soon = moment
  .refine(
    (text) => new Date(text).getUTCFullYear() < 2200 && new Date(text).getUTCFullYear() >= 1970,
    'Please choose a valid date.',
  )
  .transform((text) => new Date(text).toISOString())

export const socialPostSorts = ['newest', 'oldest'] as const
export const socialListQuery = z.strictObject({
  ...listQuery,
  platform: emptyOr(socialPlatforms),
  status: emptyOr(socialPostStatuses),
  show: z.enum(socialListFilters).default(''),
  from: moment.optional().describe('Only posts scheduled or published at this time or later.'),
  to: moment.optional().describe('Only posts scheduled or published before this time.'),
  firstDay: dayRangeQuery.from.describe(
    'The first day in the shop’s time zone: of the date, or else of the latest change.',
  ),
  lastDay: dayRangeQuery.to,
  sort: z.enum(socialPostSorts).default('newest'),
})

const hashtag = requiredText('a hashtag', 80)
const fields = {
  postText: requiredParagraphs('the text of the post', 10_000),
  platforms: z
    .array(z.enum(socialPlatforms))
    .max(socialPlatforms.length)
    .transform((list) => socialPlatforms.filter((one) => list.includes(one)))
    .refine((list) => list.length > 0, 'Please choose at least one network.'),
  hashtags: z
    .union([z.array(z.string().max(200)).max(60), z.string().max(3000)])
    .transform(parseHashtags)
    .pipe(z.array(hashtag).max(30, 'Please use 30 hashtags or fewer.'))
    .describe('A list, or comma-separated text. A leading # is removed.'),
  contentId: rowIdSchema.nullable(),
  productId: rowIdSchema.nullable(),
  mediaIds: z
    .array(rowIdSchema)
    .max(10, 'You can attach up to 10 images.')
    .transform((ids) => [...new Set(ids)]),
  status: z.enum(selectableStatuses).describe('published: Publish Now.'),
  scheduledFor: soon.nullable(),
}
const optional = z.strictObject(fields).partial()
const needsDay = { path: ['scheduledFor'], message: 'Please choose when to publish it.' }

export const createSocialPostBody = optional
  .extend({
    postText: fields.postText,
    platforms: fields.platforms,
    status: fields.status.default('draft'),
  })
  .refine(({ status, scheduledFor }) => status !== 'scheduled' || scheduledFor, needsDay)
export const updateSocialPostBody = optional
  .extend(versionField)
  .refine(({ version: _, ...change }) => Object.keys(change).length > 0, {
    message: 'Enter at least one field.',
  })
export type SocialInput = Partial<z.infer<typeof createSocialPostBody>>

export const scheduleSocialPostBody = z.strictObject({ scheduledFor: soon, ...versionField })
export const previewSocialPostBody = z.strictObject({
  postText: multilineText(10_000).default(''),
  hashtags: z.array(z.string().max(200)).max(60).default([]),
  contentId: fields.contentId.default(null),
  productId: fields.productId.default(null),
  mediaIds: fields.mediaIds.default([]),
})
export const shareSocialPostsBody = z
  .strictObject({
    contentId: rowIdSchema,
    posts: z
      .array(
        z.strictObject({
          platform: z.enum(socialPlatforms),
          postText: fields.postText,
          hashtags: fields.hashtags.default([]),
          productId: fields.productId.default(null),
          mediaIds: fields.mediaIds.default([]),
        }),
      )
      .min(1)
      .max(socialPlatforms.length)
      .refine(
        (posts) => new Set(posts.map(({ platform }) => platform)).size === posts.length,
        'Enter one post for each network.',
      ),
    status: fields.status,
    scheduledFor: fields.scheduledFor.default(null),
  })
  .refine(({ status, scheduledFor }) => status !== 'scheduled' || scheduledFor, needsDay)

export const deliveryParams = z.strictObject({
  id: pathIdSchema,
  platform: z.enum(socialPlatforms),
})
export const platformParams = z.strictObject({ platform: z.enum(socialPlatforms) })
export const retryBody = z.strictObject({
  isNotThere: z
    .boolean()
    .default(false)
    .describe('For an unconfirmed post: staff checked the network and it isn’t there.'),
})
const https = z.url({ protocol: /^https?$/ }).max(500)
export const markPostedBody = z.strictObject({ url: https.describe('The post’s public URL.') })
export const chooseAccountBody = z.strictObject({ accountId: z.string().min(1).max(100) })
export const analyticsQuery = z.strictObject({
  days: z.coerce
    .number()
    .int()
    .refine((days) => [7, 30, 90, 365].includes(days), 'Please choose 7, 30, 90, or 365.')
    .default(30),
})

const metric = z.int().nullable()
const metrics = {
  impressions: metric,
  likes: metric,
  comments: metric,
  shares: metric,
  clicks: metric,
}
const date = z.iso.datetime()
const deliveryResponse = z.strictObject({
  platform: z.enum(socialPlatforms),
  status: z.enum(deliveryStatuses),
  isOver: z.boolean().describe('No more automatic changes will follow.'),
  url: z.string().nullable(),
  reason: z.string().nullable(),
  attempts: z.int(),
  publishedAt: date.nullable(),
  ...metrics,
  countedAt: date.nullable(),
})
export const socialPostResponse = z
  .strictObject({
    id: z.int(),
    contentId: z.int().nullable(),
    contentTitle: z.string().nullable(),
    productId: z.int().nullable(),
    productName: z.string().nullable(),
    platforms: z.array(z.enum(socialPlatforms)),
    postText: z.string(),
    hashtags: z.array(z.string()),
    mediaIds: z.array(z.int()),
    pictures: z.array(z.strictObject({ id: z.int(), baseName: z.string(), alt: z.string() })),
    status: z.enum(socialPostStatuses),
    scheduledFor: date.nullable(),
    publishedAt: date.nullable(),
    deliveries: z.array(deliveryResponse),
    createdAt: date,
    updatedAt: date.describe('Send this back as `version` when you update.'),
    deletedAt: date.nullable(),
  })
  .meta({ id: 'SocialPost' })
export const previewResponse = z.array(
  z.strictObject({
    platform: z.enum(socialPlatforms),
    text: z.string(),
    length: z.int(),
    limit: z.int(),
    problems: z.array(z.string()),
    notes: z.array(z.string()),
    card: z
      .strictObject({
        url: z.string(),
        host: z.string(),
        title: z.string(),
        description: z.string(),
        baseName: z.string().nullable(),
      })
      .nullable(),
  }),
)
export const socialAccountResponse = z
  .strictObject({
    id: z.int(),
    platform: z.enum(socialPlatforms),
    accountName: z.string(),
    accountId: z.string(),
    isActive: z.boolean(),
    scopes: z.array(z.string()),
    expiresAt: date.nullable(),
    lastSync: date.nullable(),
    lastError: z.string().nullable(),
    createdAt: date,
  })
  .meta({ id: 'SocialAccount' })
export const choicesResponse = z.array(z.strictObject({ id: z.string(), name: z.string() }))
export const analyticsResponse = z.strictObject({
  days: z.int(),
  networks: z.array(
    z.strictObject({
      platform: z.enum(socialPlatforms),
      posts: z.int(),
      counted: z.int(),
      ...metrics,
    }),
  ),
  posts: z.array(
    z.strictObject({
      id: z.int(),
      platform: z.enum(socialPlatforms),
      postText: z.string(),
      url: z.string().nullable(),
      publishedAt: date,
      ...metrics,
      countedAt: date.nullable(),
    }),
  ),
})
