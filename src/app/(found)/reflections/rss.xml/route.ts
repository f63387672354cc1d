import { defaultContentSearch } from '../../../../domain/content-search'
import { feedOf } from '../../feed'

export const dynamic = 'force-static'

export const GET = (): Promise<Response> => feedOf({ ...defaultContentSearch, type: 'reflection' }, {
  title: 'Dayfern: reflections', description: 'First-person reflections on recovery and the natural world.', path: '/reflections',
})
