import { connectToDatabase } from '@/platform/database/wait-for-database'
import { isDemoMode } from '@/platform/env'

import { assertNoPublishedPasswords } from './published-passwords'

const maxMs = 60_000

/**
 * Checks, before the web process listens, that no published demo password opens a shop with PayPal keys (src/server/web.ts).
 * Does nothing in demo mode. While the database can't be reached it tries again for a minute, so that a web process that
 * restarts during a short outage doesn't give up.
 * @throws CannotStartError when a demo password is in use; the database's error when it can't be checked
 */
export async function checkBeforeServing(): Promise<void> {
  if (isDemoMode) return
  const client = await connectToDatabase(maxMs)
  try {
    await assertNoPublishedPasswords((text, values) => client.query(text, values))
  } finally {
    await client.end().catch(() => {})
  }
}
