'use client'
import { Link, toast } from '@payloadcms/ui'
import { RefreshCw } from 'lucide-react'
import { useCall } from '../parts/use-call'

/** Reads the products from Printful; without a connection, says so and where to make one. */
export const SyncProducts = ({ isConnected, settings }: { isConnected: boolean; settings: string | null }) => {
  const { call, isBusy } = useCall()
  const sync = async (): Promise<void> => {
    const answer = await call<{ synced?: number; message?: string }>('POST', '/api/admin/printful/sync', {}, { failed: 'Sync Failed' })
    if (answer) toast.success('Sync Successful', { description: answer.synced === undefined ? answer.message : `${answer.synced} products synced from Printful.`, duration: 5000 })
  }
  if (isConnected)
    return <button type="button" className="df-button df-button--line" aria-busy={isBusy} disabled={isBusy} onClick={() => void sync()}><RefreshCw aria-hidden size={18} strokeWidth={1.6} />{isBusy ? 'Syncing...' : 'Sync from Printful'}</button>
  return <p className="df-soft">Printful is not connected yet.{settings ? <> <Link className="df-plain-link" href={settings} prefetch={false}>Connect it</Link></> : null}</p>
}
