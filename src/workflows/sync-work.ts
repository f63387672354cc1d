import type { Payload } from 'payload'
import type { SyncKind } from '../domain/integration'
import type { SyncRun, SyncWork } from './sync-run'

// Each kind of work knows its own things; the running does not look into them.
type AnyWork = SyncWork<never>

/** What each kind of run does. */
const works: Partial<Record<SyncKind, (payload: Payload, run: SyncRun) => Promise<AnyWork>>> = {
}

/** @throws Error for a kind that nobody wrote */
export const workOf = async (payload: Payload, run: SyncRun): Promise<SyncWork<unknown>> => {
  const work = works[run.kind]
  if (!work) throw new Error(`Nothing does ${run.kind}`)
  return await work(payload, run) as unknown as SyncWork<unknown>
}
