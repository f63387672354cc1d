import type { Payload } from 'payload'
import type { SyncKind } from '../domain/integration'
import { importListings } from './import-listings'
import { importReflections } from './import-reflections'
import { pushProducts } from './push-products'
import { syncProducts } from './sync-products'
import type { SyncPage, SyncRun, SyncWork } from './sync-run'
import { syncSubscribers } from './sync-subscribers'

// Each kind of work knows its own things; the running does not look into them.
type AnyWork = Omit<SyncWork<never>, 'page'> & { page: (cursor: unknown) => Promise<SyncPage<unknown>> }

/** What each kind of run does. */
const works: Partial<Record<SyncKind, (payload: Payload, run: SyncRun) => Promise<AnyWork>>> = {
  'printful-sync': syncProducts,
  'printful-push': pushProducts,
  'etsy-import': importListings,
  'instagram-import': importReflections,
  'tiktok-import': importReflections,
  'mailchimp-sync': syncSubscribers,
}

/** @throws Error for a kind that nobody wrote */
export const workOf = async (payload: Payload, run: SyncRun): Promise<SyncWork<unknown>> => {
  const work = works[run.kind]
  if (!work) throw new Error(`Nothing does ${run.kind}`)
  return await work(payload, run) as unknown as SyncWork<unknown>
}
