import type { Metadata } from 'next'
import { permanentRedirect } from 'next/navigation'

import { Article } from '@/components/content/article'
import { ContentStructuredData } from '@/components/content/content-structured-data'
import { ResourceNotFoundPage } from '@/components/layout/not-found-page'
import type { ContentView } from '@/modules/content/queries/get-content'
import { contentHref } from '@/modules/content/rules/content'
import { env } from '@/platform/env'

import { getCachedContent, getCachedMovedContent } from './cached-queries'
import { pageMetadata } from './page-metadata'

type Props = { params: Promise<{ slug: string }> }

const kinds = {
  article: { title: 'Content Not Found', list: '/blog', noun: 'content' },
  reflection: { title: 'Reflection Not Found', list: '/reflections', noun: 'reflection' },
} as const

const isSlug = (slug: string): boolean => /^[a-z0-9-]{1,160}$/.test(slug)

const contentMetadata = (content: ContentView): Metadata =>
  pageMetadata({
    title: content.seoTitle,
    description: content.seoDescription,
    keywords: content.seoKeywords,
    path: contentHref(content),
    picture: content.picture,
    article: {
      publishedTime: content.publishedAt,
      modifiedTime: content.updatedAt > content.publishedAt ? content.updatedAt : undefined,
      tags: content.tags,
    },
  })

/**
 * The page of /blog/{slug}, which shows every type of content, or of /reflections/{slug}, which shows reflections only.
 * An article's earlier slug redirects permanently to its current one, and so does the path of a former reflection.
 */
export function contentPage(kind: keyof typeof kinds) {
  const { title, list, noun } = kinds[kind]
  const find = async (slug: string): Promise<ContentView | null> => {
    const content = isSlug(slug) ? await getCachedContent(slug) : null
    return kind === 'article' || content?.contentType === 'reflection' ? content : null
  }
  const redirectMoved = async (slug: string): Promise<void> => {
    const moved = isSlug(slug) ? await getCachedMovedContent(slug) : null
    if (moved) permanentRedirect(contentHref(moved))
  }
  return {
    generateMetadata: async ({ params }: Props): Promise<Metadata> => {
      const content = await find((await params).slug)
      return content ? contentMetadata(content) : { title, robots: { index: false } }
    },
    Page: async ({ params }: Props) => {
      const { slug } = await params
      const content = await find(slug)
      if (!content) {
        await redirectMoved(slug)
        return (
          <ResourceNotFoundPage
            emblem="unfurl"
            title={title}
            text={`The ${noun} you're looking for doesn't exist or has been removed.`}
            href={list}
            label="Back to all reflections"
          />
        )
      }
      const url = new URL(contentHref(content), env.SERVER_URL).href
      return (
        <>
          <Article content={content} kind={kind} url={url} />
          <ContentStructuredData content={content} url={url} />
        </>
      )
    },
  }
}
