import { renderToStaticMarkup } from 'react-dom/server'

import { ConnectionBadge } from '@/admin/integrations/connection-badge'
import type { ConnectionState } from '@/modules/integrations/queries/connections'

const textOf = (state: ConnectionState, lastError: string | null): string =>
  renderToStaticMarkup(<ConnectionBadge state={state} lastError={lastError} />).replace(
    /<[^>]*>/g,
    '',
  )

it('the badge says Connected only if the last call succeeded', () => {
  expect(textOf('connected', null)).toBe('Connected')
  expect(textOf('connected', 'Printful no longer accepts our key.')).toBe('Needs attention')
})

it('the badge of a disconnected or expired connection ignores an old error', () => {
  expect(textOf('off', 'Couldn’t reach Etsy.')).toBe('Disconnected')
  expect(textOf('expired', 'Couldn’t reach Etsy.')).toBe('Sign-in expired')
})
