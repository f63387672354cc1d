import { defaultContentSearch } from '../../../../domain/content-search'
import { feedOf } from '../../feed'

export const dynamic = 'force-static'

export const GET = (): Promise<Response> => feedOf(defaultContentSearch, {
  title: 'Dayfern: everything to read', description: 'Meditations, reflections and small practices for one day at a time.', path: '/blog',
})
