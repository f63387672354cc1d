import { createRssFeed } from '@/app/(seo)/rss-feed'
import { defaultContentSearch } from '@/modules/content/rules/content-search'

export const dynamic = 'force-static'

export function GET(): Promise<Response> {
  return createRssFeed(
    { ...defaultContentSearch, type: 'reflection' },
    {
      title: 'Dayfern: reflections',
      description: 'First-person reflections on recovery and the natural world.',
      path: '/reflections',
    },
  )
}
