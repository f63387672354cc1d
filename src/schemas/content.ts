import { z } from 'zod'
import { contentSorts } from '../domain/content-search'
import { contentStatuses, contentTypes } from '../domain/content'
import { paging, searchWords, slugSchema } from './public'

export const contentListQuery = z.strictObject({
  type: z.enum([...contentTypes, 'all', '']).default('').transform((type) => (type === 'all' ? '' : type)).describe('One kind of piece.'),
  search: searchWords.describe('Words in title, excerpt and tags.'),
  tag: searchWords.describe('Only pieces with this tag.'),
  sort: z.enum(contentSorts).default('newest'),
  ...paging,
})

export const slugParams = z.strictObject({ slug: slugSchema })

export const contentAnswer = z.strictObject({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  body: z.string().describe('HTML of a few plain elements.'),
  contentType: z.enum(contentTypes),
  featuredImage: z.url().nullable(),
  categoryId: z.int().nullable(),
  tags: z.array(z.string()),
  status: z.enum(contentStatuses),
  publishedAt: z.iso.datetime().nullable(),
  scheduledFor: z.iso.datetime().nullable(),
  seoTitle: z.string().nullable(),
  seoDescription: z.string().nullable(),
  seoKeywords: z.string().nullable(),
  viewCount: z.int(),
  createdAt: z.iso.datetime(),
}).meta({ id: 'Content' })

export const viewAnswer = z.strictObject({ viewCount: z.int() })
