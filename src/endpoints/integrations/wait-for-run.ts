import type { PayloadRequest } from 'payload'

import { getSyncRun, type SyncRunView } from '@/modules/integrations/queries/sync-runs'

const lookAgainMs = 400

/**
 * The run once it is over, or as it stands when the caller's patience ends. The recorded calls answer when the work is
 * done; a screen that shows the progress asks with `wait=0`.
 * @param waitSeconds 0 to 25
 */
export async function waitForSyncRun(
  req: PayloadRequest,
  id: number,
  waitSeconds: number,
): Promise<SyncRunView> {
  const giveUp = Date.now() + waitSeconds * 1000
  for (;;) {
    const run = await getSyncRun(req.payload, id)
    if (!run) throw new Error(`Run ${id} is gone`)
    if (!['queued', 'running'].includes(run.status) || Date.now() >= giveUp) return run
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }
}
