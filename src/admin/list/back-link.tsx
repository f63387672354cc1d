'use client'
import { Link, useAuth } from '@payloadcms/ui'
import { ChevronLeft } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'

import { createSessionStorageStore } from '@/platform/browser-storage'

type Addresses = Record<string, string>
const isAddresses = (stored: unknown): stored is Addresses =>
  typeof stored === 'object' &&
  stored !== null &&
  Object.values(stored).every((address) => typeof address === 'string')

/** By user and path of a list: its address as last shown in this tab. Searches are private to the user. */
const lastAddresses = createSessionStorageStore<Addresses>('lists', {}, (stored) =>
  isAddresses(stored) ? stored : {},
)

const useListKey = (path: string): string => `${useAuth().user?.id} ${path}`

/** Remembers the filters, order, and page of a list for the way back from its documents. */
export function RememberList({ path, address }: { path: string; address: string }) {
  const key = useListKey(path)
  useEffect(() => {
    lastAddresses.set({ ...lastAddresses.get(), [key]: address })
  }, [key, address])
  return null
}

/** Leads from a document to its list, as it was last shown in this tab. */
export function BackLink({ label, href }: { label: string; href: string }) {
  const key = useListKey(href)
  const addresses = useSyncExternalStore(lastAddresses.subscribe, lastAddresses.get, () => null)
  return (
    <Link className="df-back df-quiet-link" href={addresses?.[key] ?? href} prefetch={false}>
      <ChevronLeft aria-hidden size={17} strokeWidth={1.6} />
      {label}
    </Link>
  )
}
