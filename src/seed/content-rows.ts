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

/** All of the demo shop's articles: 22 published, 2 drafts, 1 scheduled. */
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
  for (const article of seedContent) {
    const { totalDocs } = await payload.count({
      collection: 'content',
      where: { slug: { equals: article.slug } },
    })
    if (totalDocs > 0) continue
    const publishedAt =
      article.publishedDaysAgo === undefined
        ? undefined
        : daysAgo(article.publishedDaysAgo).toISOString()
    await payload.create({
      collection: 'content',
      context: withoutAudit(),
      data: {
        slug: article.slug,
        title: article.title,
        excerpt: article.excerpt,
        contentType: article.contentType,
        body: toLexical(article.body),
        featuredImage: pictures.get(article.picture.replace('emblem:', 'emblem-')),
        audio: article.recording ? await seedRecording(payload, article.recording.name) : undefined,
        transcript: article.recording?.transcript,
        tags: [...article.tags],
        status: article.status,
        publishedAt,
        scheduledFor:
          article.scheduledInDays === undefined
            ? undefined
            : daysAgo(-article.scheduledInDays).toISOString(),
        viewCount: article.viewCount,
        seoTitle: article.seoTitle,
        seoDescription: article.seoDescription,
        seoKeywords: article.seoKeywords,
        relatedProducts: (article.relatedProductSlugs ?? []).flatMap(
          (slug) => productIds.get(slug) ?? [],
        ),
        ...(publishedAt ? { createdAt: publishedAt } : {}),
      },
    })
  }
}
