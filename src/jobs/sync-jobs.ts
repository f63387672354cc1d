import type { Payload } from 'payload'

import { pushPrintfulProducts } from '@/modules/fulfillment/actions/push-printful-products'
import { syncPrintfulProducts } from '@/modules/fulfillment/actions/sync-printful-products'
import { importEtsyListings } from '@/modules/integrations/actions/import-etsy-listings'
import { importPosts } from '@/modules/integrations/actions/import-posts'
import { syncMailchimpMembers } from '@/modules/newsletter/actions/sync-mailchimp'
import { requireCredentials } from '@/platform/connections/credentials'
import type { SyncKind } from '@/platform/connections/definitions'
import type { SyncJob, SyncPage, SyncRun } from '@/platform/sync-engine'
import { getProviders } from '@/providers'

// Each kind of work knows its own things; the running does not look into them.
type AnyWork = Omit<SyncJob<never>, 'page'> & {
  page: (cursor: unknown) => Promise<SyncPage<unknown>>
}

async function withPrintful(payload: Payload) {
  const { keys } = await requireCredentials(payload.db.drizzle, 'printful')
  return { payload, printful: getProviders().printful(keys) }
}

/** What each kind of run does. */
const works: Partial<Record<SyncKind, (payload: Payload, run: SyncRun) => Promise<AnyWork>>> = {
  'printful-sync': async (payload, run) => syncPrintfulProducts(await withPrintful(payload), run),
  'printful-push': async (payload, run) => pushPrintfulProducts(await withPrintful(payload), run),
  'etsy-import': (payload, run) => importEtsyListings({ payload, providers: getProviders() }, run),
  'instagram-import': (payload, run) =>
    importPosts({ payload, providers: getProviders() }, run, 'instagram'),
  'tiktok-import': (payload, run) =>
    importPosts({ payload, providers: getProviders() }, run, 'tiktok'),
  'mailchimp-sync': syncMailchimpMembers,
}

/** @throws Error for a kind that nobody wrote */
export async function getSyncJob(payload: Payload, run: SyncRun): Promise<SyncJob<unknown>> {
  const work = works[run.kind]
  if (!work) throw new Error(`Nothing does ${run.kind}`)
  return (await work(payload, run)) as unknown as SyncJob<unknown>
}
