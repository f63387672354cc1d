import { defaultContentSearch } from '@/modules/content/rules/content-search'
import { createRssFeed } from '@/app/(seo)/rss-feed'

export const dynamic = 'force-static'

export const GET = (): Promise<Response> =>
  createRssFeed(defaultContentSearch, {
    title: 'Dayfern: everything to read',
    description: 'Meditations, reflections and small practices for one day at a time.',
    path: '/blog',
  })
