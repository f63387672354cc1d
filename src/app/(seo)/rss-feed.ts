import { Feed } from 'feed'

import { getCachedContentList } from '@/app/(shop)/cached-queries'
import { contentHref, contentTypeLabels } from '@/modules/content/rules/content'
import type { ContentSearch } from '@/modules/content/rules/content-search'
import { env } from '@/platform/env'

import { textResponse, toXmlText } from './text-response'

type FeedDetails = { title: string; description: string; path: '/blog' | '/reflections' }

/** Returns the newest articles of a list as RSS, with excerpts only, so readers open the page. */
export async function createRssFeed(
  search: ContentSearch,
  { title, description, path }: FeedDetails,
): Promise<Response> {
  const { articles } = await getCachedContentList(search)
  const site = env.SERVER_URL
  const feed = new Feed({
    title,
    description,
    id: site + path,
    link: site + path,
    language: 'en-us',
    copyright: 'Dayfern',
    generator: 'Dayfern',
    favicon: `${site}/brand/favicon-32.png`,
    updated: new Date(articles[0]?.publishedAt ?? 0),
    feedLinks: { rss: `${site}${path}/rss.xml` },
  })
  for (const article of articles) {
    const link = site + contentHref(article)
    feed.addItem({
      title: toXmlText(article.title),
      id: link,
      link,
      description: article.excerpt && toXmlText(article.excerpt),
      date: new Date(article.publishedAt),
      category: [contentTypeLabels[article.contentType], ...article.tags].map((name) => ({
        name: toXmlText(name),
      })),
    })
  }
  return textResponse(feed.rss2(), 'application/rss+xml')
}
