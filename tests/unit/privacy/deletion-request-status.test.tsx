import { renderToStaticMarkup } from 'react-dom/server'

import { DeletionRequestStatus } from '@/components/account/deletion-request-status'

const request = {
  code: '682a42549d16343078bc7e6b',
  receivedAt: '2026-11-30T12:00:00Z',
  acknowledgeBy: '2026-12-02T12:00:00Z',
  acknowledgedAt: '2026-11-30T12:00:00Z',
  verifyBy: '2026-12-07T12:00:00Z',
  verifiedAt: '2026-11-30T12:00:00Z',
  eraseAfter: '2026-12-07T12:00:00Z',
  completeBy: '2026-12-30T12:00:00Z',
  completedAt: null,
  waitsFor: null,
}

it('names the day of a deletion until the request waits for an open order after that day', () => {
  const page = (status: 'verified' | 'waiting') =>
    renderToStaticMarkup(<DeletionRequestStatus request={{ ...request, status }} />)
  expect(page('verified')).toContain('soon after December 7, 2026')
  expect(page('waiting')).not.toContain('soon after')
  expect(page('waiting')).toContain('No later than December 30, 2026')
})
