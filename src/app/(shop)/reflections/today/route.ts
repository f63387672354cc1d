import config from '@payload-config'
import { getPayload } from 'payload'

import { getTodaysReflection } from '@/modules/content/queries/todays-reflection'
import { contentHref } from '@/modules/content/rules/content'
import { env } from '@/platform/env'

/** Redirects to today's reflection. It isn't cached, so it is never yesterday's. */
export async function GET(): Promise<Response> {
  const content = await getTodaysReflection(await getPayload({ config }), env.SHOP_TIME_ZONE)
  return new Response(null, {
    status: 307,
    headers: {
      Location: content ? contentHref(content) : '/reflections',
      'Cache-Control': 'no-store',
    },
  })
}
