import type { MiddlewareHandler } from 'hono'

import { GraphError } from './errors'

const NEWEST = 26
/** v20 expired on 24 September 2026. */
const OLDEST = 21

/** Every path begins with a supported version. */
export const liveVersion: MiddlewareHandler = async (c, next) => {
  const number = Number(/^\/v(\d+)\.0\//.exec(c.req.path)?.[1])
  if (!(number >= OLDEST))
    throw new GraphError({
      code: 2635,
      message: `(#2635) You are calling a deprecated version of the API. Please update to the latest version: v${NEWEST}.0.`,
    })
  if (number > NEWEST)
    throw new GraphError({ code: 2500, message: `Unknown path components: ${c.req.path}` })
  await next()
}
