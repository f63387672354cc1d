import { renderToStaticMarkup } from 'react-dom/server'

import { SessionsSection } from '@/app/(shop)/account/security/sessions-section'

it('the times at which someone signed in name the shop’s time zone', () => {
  const html = renderToStaticMarkup(
    <SessionsSection
      sessions={[{ id: 'a', startedAt: '2026-11-30T13:32:00Z', device: null, isThis: true }]}
      timeZone="America/New_York"
    />,
  )
  expect(html).toContain('Nov 30, 2026, 8:32 AM ET')
})
