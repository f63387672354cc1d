'use client'
import { useEffect, useState } from 'react'

import { useSession } from '@/components/account/use-session'
import { SavedItems } from '@/components/saved/saved-items'
import { savedStore } from '@/components/saved/saved-store'
import type { SavedCards } from '@/modules/accounts/queries/saved-items'
import { api } from '@/ui/api-client'

const most = 100

/** What a visitor keeps on this device. Members have it with their account. */
export function DeviceSavedItems() {
  const { user, isLoading } = useSession()
  const [kept, setKept] = useState<SavedCards | 'unanswered' | null>(null)
  const isMember = user !== null
  useEffect(() => {
    if (isLoading) return
    if (isMember) return window.location.replace('/account/saved')
    const { products, content } = savedStore.get()
    const newest = (ids: readonly number[]): number[] => ids.slice(-most).reverse()
    if (products.length + content.length === 0) return setKept({ products: [], content: [] })
    void api<SavedCards>('POST', '/api/saved', {
      products: newest(products),
      content: newest(content),
    }).then(setKept, () => setKept('unanswered'))
  }, [isLoading, isMember])
  return (
    <>
      <p className="mt-3 mb-9 max-w-[38rem] text-lead text-ink-soft">
        Kept on this device, and nowhere else.{' '}
        <a href="/auth?next=%2Faccount%2Fsaved" className="link text-ink">
          Sign in
        </a>{' '}
        to have it with your account.
      </p>
      <div aria-busy={kept === null}>
        {kept === null ? (
          <div className="skeleton h-80">
            <span className="sr-only">Loading</span>
          </div>
        ) : null}
        {kept === 'unanswered' ? (
          <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5">
            That did not reach us.{' '}
            <a href="/saved" className="link">
              Try again
            </a>
          </p>
        ) : null}
        {kept !== null && kept !== 'unanswered' ? <SavedItems {...kept} /> : null}
      </div>
      <noscript>
        <p className="mt-6 rounded-block bg-sun-soft p-4">
          What you keep is in your browser’s own storage, which needs JavaScript to be read.
        </p>
      </noscript>
    </>
  )
}
