import { LazyGoLiveList } from '@/admin/lazy-components'
import { defineScreen } from '@/admin/screen'

export const GoLiveScreen = defineScreen({
  requires: 'settings:write',
  show: ({ query }) => ({
    title: 'Go live',
    lead: 'What your shop needs before it opens, checked live.',
    children: (
      <LazyGoLiveList received={typeof query.received === 'string' ? query.received : null} />
    ),
  }),
})
