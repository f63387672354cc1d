import pg from 'pg'

import { invalidationChannel } from '@/platform/cache-tags'

const reconnectMs = 1000

const parseTags = (payload: string | undefined): string[] => {
  try {
    const tags: unknown = JSON.parse(payload ?? '')
    return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : ['*']
  } catch {
    return ['*']
  }
}

/**
 * Listens on PostgreSQL for tags that changed (src/platform/cache-tags.ts), which are delivered after the commit. While the
 * connection is down nothing can be heard, so each new connection begins with `*`. It reconnects after a second, forever.
 * @returns a function that stops listening
 */
export function listenForInvalidations(
  connectionString: string,
  invalidate: (tags: readonly string[]) => void,
): () => Promise<void> {
  let client: pg.Client | undefined
  let isStopped = false
  const connect = async (): Promise<void> => {
    if (isStopped) return
    const current = new pg.Client({
      connectionString,
      keepAlive: true,
      application_name: 'dayfern cache invalidation',
    })
    client = current
    let isOver = false
    const reconnect = (): void => {
      if (isOver || isStopped) return
      isOver = true
      current.end().catch(() => {})
      setTimeout(() => void connect(), reconnectMs).unref()
    }
    current.on('error', reconnect)
    current.on('end', reconnect)
    current.on('notification', ({ payload }) => invalidate(parseTags(payload)))
    try {
      await current.connect()
      await current.query(`listen ${invalidationChannel}`)
      invalidate(['*'])
    } catch {
      reconnect()
    }
  }
  void connect()
  return async () => {
    isStopped = true
    await client?.end().catch(() => {})
  }
}
