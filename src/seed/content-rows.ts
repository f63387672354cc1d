import type { Payload } from 'payload'

import { withoutAudit } from '@/hooks/record-audit'

import type { SeedContent } from './content/blocks'
import { blogPosts } from './content/blog-posts'
import { inspiration } from './content/inspiration'
import { meditations } from './content/meditations'
import { reflections } from './content/reflections'
import { daysAgo } from './days-ago'
import { toLexical } from './lexical'
import { seedRecording } from './recordings'

/** All of the demo shop's writing: 22 published, 2 drafts, 1 scheduled. */
export const seedContent: readonly SeedContent[] = [
  ...reflections,
  ...meditations,
  ...inspiration,
  ...blogPosts,
]

/** Creates missing content, identified by slug. */
export async function seedContentRows(
  payload: Payload,
  pictures: ReadonlyMap<string, number>,
): Promise<void> {
  const { docs: products } = await payload.find({
    collection: 'products',
    select: { slug: true },
    pagination: false,
    depth: 0,
  })
  const productIds = new Map(products.map(({ slug, id }) => [slug, id]))
  for (const piece of seedContent) {
    const { totalDocs } = await payload.count({
      collection: 'content',
      where: { slug: { equals: piece.slug } },
    })
    if (totalDocs > 0) continue
    const publishedAt =
      piece.publishedDaysAgo === undefined
        ? undefined
        : daysAgo(piece.publishedDaysAgo).toISOString()
    await payload.create({
      collection: 'content',
      context: withoutAudit(),
      data: {
        slug: piece.slug,
        title: piece.title,
        excerpt: piece.excerpt,
        contentType: piece.contentType,
        body: toLexical(piece.body),
        featuredImage: pictures.get(piece.picture.replace('emblem:', 'emblem-')),
        audio: piece.recording ? await seedRecording(payload, piece.recording.name) : undefined,
        transcript: piece.recording?.transcript,
        tags: [...piece.tags],
        status: piece.status,
        publishedAt,
        scheduledFor:
          piece.scheduledInDays === undefined
            ? undefined
            : daysAgo(-piece.scheduledInDays).toISOString(),
        viewCount: piece.viewCount,
        seoTitle: piece.seoTitle,
        seoDescription: piece.seoDescription,
        seoKeywords: piece.seoKeywords,
        relatedProducts: (piece.relatedProductSlugs ?? []).flatMap(
          (slug) => productIds.get(slug) ?? [],
        ),
        ...(publishedAt ? { createdAt: publishedAt } : {}),
      },
    })
  }
}
