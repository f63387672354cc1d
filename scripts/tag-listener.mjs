// Keeps this process's page cache true: every change in the database names the tags it makes stale
// (src/hooks/drop-tags.ts), and PostgreSQL tells all processes after the commit.
import pg from 'pg'
import { dropTags } from './page-cache.mjs'

const channel = 'dayfern_drop_tags'
const secondSweepMs = 3000

/** Listens until stopped. While the line is down nothing can be heard, so each new line begins by dropping all. */
export function listenForDroppedTags(connectionString) {
  let client
  let stopped = false
  const connect = async () => {
    if (stopped) return
    client = new pg.Client({ connectionString, keepAlive: true, application_name: 'dayfern tag listener' })
    let over = false
    const again = () => {
      if (over || stopped) return
      over = true
      client.end().catch(() => {})
      setTimeout(connect, 1000).unref()
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', ({ payload }) => {
      const tags = JSON.parse(payload ?? '[]')
      dropTags(tags)
      // A page whose rendering began before the commit may be stored after it: once more, a moment later.
      setTimeout(() => dropTags(tags), secondSweepMs).unref()
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      dropTags(['*'])
    } catch {
      again()
    }
  }
  void connect()
  return async () => {
    stopped = true
    await client?.end().catch(() => {})
  }
}
