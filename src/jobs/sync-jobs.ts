import type { Payload } from 'payload'

import { pushPrintfulProducts } from '@/modules/fulfillment/actions/push-printful-products'
import { syncPrintfulProducts } from '@/modules/fulfillment/actions/sync-printful-products'
import { importEtsyListings } from '@/modules/integrations/actions/import-etsy-listings'
import { importPosts } from '@/modules/integrations/actions/import-posts'
import { syncMailchimpMembers } from '@/modules/newsletter/actions/sync-mailchimp'
import { mailchimpContext } from '@/modules/newsletter/jobs'
import { requireCredentials } from '@/platform/connections/credentials'
import type { SyncKind } from '@/platform/connections/definitions'
import type { SyncJob, SyncPage, SyncRun } from '@/platform/sync-engine'
import { getProviders } from '@/providers'

/** A sync job of any item type; the engine does not look into items. */
type AnySyncJob = Omit<SyncJob<never>, 'page'> & {
  page: (cursor: unknown) => Promise<SyncPage<unknown>>
}

async function withPrintful(payload: Payload) {
  const { keys } = await requireCredentials(payload.db.drizzle, 'printful')
  return { payload, printful: getProviders().printful(keys) }
}

const syncJobs: Record<SyncKind, (payload: Payload, run: SyncRun) => Promise<AnySyncJob>> = {
  'printful-sync': async (payload, run) => syncPrintfulProducts(await withPrintful(payload), run),
  'printful-push': async (payload, run) => pushPrintfulProducts(await withPrintful(payload), run),
  'etsy-import': (payload, run) => importEtsyListings({ payload, providers: getProviders() }, run),
  'instagram-import': (payload, run) =>
    importPosts({ payload, providers: getProviders() }, run, 'instagram'),
  'tiktok-import': (payload, run) =>
    importPosts({ payload, providers: getProviders() }, run, 'tiktok'),
  'mailchimp-sync': (payload, run) => syncMailchimpMembers(mailchimpContext(payload), run),
}

/** Returns the sync job of a run. @throws AppError conflict if its service isn't connected */
export async function getSyncJob(payload: Payload, run: SyncRun): Promise<SyncJob<unknown>> {
  return (await syncJobs[run.kind](payload, run)) as unknown as SyncJob<unknown>
}
