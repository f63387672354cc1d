import { getSyncJob } from '@/jobs/sync-jobs'
import { getSyncRun, listSyncRows } from '@/modules/integrations/queries/sync-runs'
import { saveConnectionKeys } from '@/platform/connections/credentials'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { runSync, startSyncRun } from '@/platform/sync-engine'
import { getProviders } from '@/providers'
import { resetRateLimits } from '@/providers/printful/rate-limiter'

import { getTestPayload, rowsOf, sql } from './payload'

/** Connects Printful's double, as a person would with the keys of sandbox/README.md. */
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

/** Nothing of these tests is left to others that share the database. */
export async function forgetPrintful(): Promise<void> {
  await rowsOf(sql`delete from sync_runs`)
  await rowsOf(sql`delete from connections`)
  await rowsOf(sql`delete from webhook_events where provider = 'printful'`)
  resetCircuitBreakers()
  resetRateLimits()
}

/**
 * As if these pictures had been copied before: making some 150 takes minutes. Those of the products that `makes` names
 * are left to be made.
 */
export async function haveCopiedPictures(makes: (place: number) => boolean): Promise<void> {
  const printful = getProviders().printful({ token: 'sandbox-printful-token' })
  const { products } = await printful.listProducts(0, 100)
  const keys: string[] = []
  for (const [place, { id }] of products.entries()) {
    if (makes(place)) continue
    for (const { picture } of (await printful.getProduct(id))?.variants ?? [])
      if (picture) keys.push(`printful:${picture.key}`)
  }
  await rowsOf(sql`
    insert into media (source_key, base_name, alt, filename, mime_type, widths)
    select key, 'kept-' || md5(key), 'Kept', 'kept-' || md5(key) || '.webp', 'image/webp', '[320]'::jsonb from (select distinct jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as key) keys on conflict do nothing`)
}

/** One whole run, as the worker does it; `row` finds a line of its report by its label. */
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
