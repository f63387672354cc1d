import type { Payload } from 'payload'

import type { User } from '@/payload-types'
import { notFound } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

const maxTitleLength = 160
const suffix = ' (copy)'

/**
 * Creates a draft with the text, images, and settings of other content and returns its id. Where the original came
 * from, its dates, and its views stay with the original.
 * @throws AppError not_found (also for content in the trash)
 */
export function duplicateContent(payload: Payload, user: User, id: number): Promise<number> {
  return withTransaction(payload, async (req) => {
    const original = await payload.findByID({
      collection: 'content',
      id,
      depth: 0,
      disableErrors: true,
      overrideAccess: false,
      user,
      req,
    })
    if (!original) throw notFound('This article')
    const copy = await payload.create({
      collection: 'content',
      depth: 0,
      overrideAccess: false,
      user,
      req,
      data: {
        title: `${original.title.slice(0, maxTitleLength - suffix.length)}${suffix}`,
        slug: '',
        status: 'draft',
        contentType: original.contentType,
        excerpt: original.excerpt,
        body: original.body,
        featuredImage: original.featuredImage,
        audio: original.audio,
        transcript: original.transcript,
        seoTitle: original.seoTitle,
        seoDescription: original.seoDescription,
        seoKeywords: original.seoKeywords,
        category: original.category,
        tags: original.tags,
        relatedProducts: original.relatedProducts,
      },
    })
    return copy.id
  })
}
