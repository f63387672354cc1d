import { createHmac } from 'node:crypto'

import type { PayloadRequest } from 'payload'

import { clientAddress, consumeRateLimit } from '@/endpoints/http/rate-limit'
import { viewRateLimit } from '@/modules/content/actions/count-view'
import { env } from '@/platform/env'
import { AppError } from '@/platform/errors'

const botPattern =
  /bot\b|bot\/|crawl|spider|slurp|preview|facebookexternalhit|headless|lighthouse|monitor|curl|wget|python|java\/|go-http|node|axios|scrapy/i

/** Readers of the same content that count at one address, such as a household, within six hours. */
const readersPerAddress = 3

/**
 * Whether this is the visitor's first view of this content within six hours; never for bots. The
 * visitor is stored only as a keyed hash of address and browser, for those six hours.
 */
export async function isFirstView(req: PayloadRequest, contentId: number): Promise<boolean> {
  const agent = req.headers.get('user-agent') ?? ''
  if (!agent || botPattern.test(agent)) return false
  const visitor = createHmac('sha256', env.PAYLOAD_SECRET)
    .update(`view:${contentId}:${clientAddress(req)}:${agent}`)
    .digest('base64url')
  // Several people may read from one address, but one person may send any number of browser names.
  const address = createHmac('sha256', env.PAYLOAD_SECRET)
    .update(`view:${contentId}:${clientAddress(req)}`)
    .digest('base64url')
  try {
    await consumeRateLimit(req, viewRateLimit.name, viewRateLimit, visitor)
    await consumeRateLimit(
      req,
      'readers-at-address',
      { points: readersPerAddress, seconds: viewRateLimit.seconds },
      address,
    )
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false
    throw error
  }
}
