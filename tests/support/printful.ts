import { getSyncJob } from '@/jobs/sync-jobs'
import { getSyncRun, listSyncRows } from '@/modules/integrations/queries/sync-runs'
import { saveConnectionKeys } from '@/platform/connections/credentials'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { runSync, startSyncRun } from '@/platform/sync-engine'
import { getProviders } from '@/providers'
import { resetRateLimits } from '@/providers/printful/rate-limiter'

import { getTestPayload, rowsOf, sql } from './payload'

/** Connects the sandbox's Printful with a token from sandbox/README.md. */
export async function connectPrintful(
  token = 'sandbox-printful-token',
  storeId?: string,
): Promise<void> {
  resetCircuitBreakers()
  resetRateLimits()
  await saveConnectionKeys(await getTestPayload(), { id: 0, role: 'admin' }, 'printful', {
    token,
    ...(storeId ? { storeId } : {}),
  })
}

/** Removes the data of these tests, because other tests share the database. */
export async function forgetPrintful(): Promise<void> {
  await rowsOf(sql`delete from sync_runs`)
  await rowsOf(sql`delete from connections`)
  await rowsOf(sql`delete from webhook_events where provider = 'printful'`)
  resetCircuitBreakers()
  resetRateLimits()
}

/**
 * Inserts media rows as if the images had been imported before, because processing about 150 of
 * them takes minutes. Skips the products at the indexes for which `processes` returns true.
 */
export async function haveCopiedPictures(processes: (index: number) => boolean): Promise<void> {
  const printful = getProviders().printful({ token: 'sandbox-printful-token' })
  const { products } = await printful.listProducts(0, 100)
  const keys: string[] = []
  for (const [index, { id }] of products.entries()) {
    if (processes(index)) continue
    for (const { picture } of (await printful.getProduct(id))?.variants ?? [])
      if (picture) keys.push(`printful:${picture.key}`)
  }
  await rowsOf(sql`
    insert into media (source_key, base_name, alt, filename, mime_type, widths)
    select key, 'copied-' || md5(key), 'Copied', 'copied-' || md5(key) || '.webp', 'image/webp', '[320]'::jsonb from (select distinct jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as key) keys on conflict do nothing`)
}

/** Runs a whole sync job as the worker does. `row` finds a report row by its label or key. */
export async function runPrintful(
  kind: 'printful-sync' | 'printful-push',
  { isPreview = false } = {},
) {
  resetRateLimits()
  const payload = await getTestPayload()
  const id = await startSyncRun(payload, {
    provider: 'printful',
    kind,
    isPreview,
    requestedBy: null,
  })
  await runSync(payload, id, (run) => getSyncJob(payload, run))
  return readRun(id)
}

export async function readRun(id: number) {
  const payload = await getTestPayload()
  const run = await getSyncRun(payload, id)
  if (!run) throw new Error('No such run')
  const { rows } = await listSyncRows(payload, id, { result: '', page: 1, limit: 500 })
  return {
    ...run,
    rows,
    row: (label: string) => rows.find((row) => row.label === label || row.key === label),
  }
}
