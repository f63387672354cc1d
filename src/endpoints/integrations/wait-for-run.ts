import type { PayloadRequest } from 'payload'

import { getSyncRun, type SyncRunView } from '@/modules/integrations/queries/sync-runs'

const pollIntervalMs = 400

/**
 * Returns the run once it has ended, or its current state after `waitSeconds` (0 to 25). Screens that
 * show the progress don't wait.
 */
export async function waitForSyncRun(
  req: PayloadRequest,
  id: number,
  waitSeconds: number,
): Promise<SyncRunView> {
  const deadline = Date.now() + waitSeconds * 1000
  for (;;) {
    const run = await getSyncRun(req.payload, id)
    if (!run) throw new Error(`Run ${id} is gone`)
    if (!['queued', 'running'].includes(run.status) || Date.now() >= deadline) return run
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
}
