import { createRssFeed } from '@/app/(seo)/rss-feed'
import { defaultContentSearch } from '@/modules/content/rules/content-search'

export const dynamic = 'force-static'

export function GET(): Promise<Response> {
  return createRssFeed(defaultContentSearch, {
    title: 'Dayfern: everything to read',
    description: 'Meditations, reflections, and small practices for one day at a time.',
    path: '/blog',
  })
}
