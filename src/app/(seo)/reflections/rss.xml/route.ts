import { defaultContentSearch } from '@/modules/content/rules/content-search'
import { createRssFeed } from '@/app/(seo)/rss-feed'

export const dynamic = 'force-static'

export const GET = (): Promise<Response> =>
  createRssFeed(
    { ...defaultContentSearch, type: 'reflection' },
    {
      title: 'Dayfern: reflections',
      description: 'First-person reflections on recovery and the natural world.',
      path: '/reflections',
    },
  )
