import { closeBreakers } from '../../src/providers/breakers'
import { getProviders } from '../../src/providers/index'
import { forgetPaces } from '../../src/providers/printful/pace'
import { getRun, listRunRows } from '../../src/queries/sync-runs'
import { runSync, startRun } from '../../src/workflows/sync-run'
import { workOf } from '../../src/workflows/sync-work'
import { saveKeys } from '../../src/workflows/connections'
import { getTestPayload, rowsOf, sql } from './payload'

/** Connects Printful's double, as a person would with the keys of sandbox/README.md. */
export const connectPrintful = async (token = 'sandbox-printful-token', storeId?: string): Promise<void> => {
  closeBreakers()
  forgetPaces()
  await saveKeys(await getTestPayload(), { id: 0, role: 'admin' }, 'printful', { token, ...(storeId ? { storeId } : {}) })
}

/** Nothing of these tests is left to others that share the database. */
export const forgetPrintful = async (): Promise<void> => {
  await rowsOf(sql`delete from sync_runs`)
  await rowsOf(sql`delete from connections`)
  await rowsOf(sql`delete from webhook_events where provider = 'printful'`)
  closeBreakers()
  forgetPaces()
}

/**
 * As if these pictures had been copied before: making some 150 takes minutes. Those of the products that `makes` names
 * are left to be made.
 */
export const haveCopiedPictures = async (makes: (place: number) => boolean): Promise<void> => {
  const printful = getProviders().printful({ token: 'sandbox-printful-token' })
  const { products } = await printful.listProducts(0, 100)
  const keys: string[] = []
  for (const [place, { id }] of products.entries()) {
    if (makes(place)) continue
    for (const { picture } of (await printful.getProduct(id))?.variants ?? []) if (picture) keys.push(`printful:${picture.key}`)
  }
  await rowsOf(sql`
    insert into media (source_key, base_name, alt, filename, mime_type, widths)
    select key, 'kept-' || md5(key), 'Kept', 'kept-' || md5(key) || '.webp', 'image/webp', '[320]'::jsonb from (select distinct jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as key) keys on conflict do nothing`)
}

/** One whole run, as the worker does it; `row` finds a line of its report by its label. */
export const runPrintful = async (kind: 'printful-sync' | 'printful-push', { isPreview = false } = {}) => {
  forgetPaces()
  const payload = await getTestPayload()
  const id = await startRun(payload, { provider: 'printful', kind, isPreview, requestedBy: null })
  await runSync(payload, id, (run) => workOf(payload, run))
  return readRun(id)
}

export const readRun = async (id: number) => {
  const payload = await getTestPayload()
  const run = await getRun(payload, id)
  if (!run) throw new Error('No such run')
  const { rows } = await listRunRows(payload, id, { result: '', page: 1, limit: 500 })
  return { ...run, rows, row: (label: string) => rows.find((row) => row.label === label || row.key === label) }
}
