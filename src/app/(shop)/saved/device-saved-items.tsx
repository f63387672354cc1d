'use client'
import { useEffect, useState } from 'react'

import { useSession } from '@/components/account/use-session'
import { NoScriptNote } from '@/components/no-script-note'
import { SavedItems } from '@/components/saved/saved-items'
import { savedStore } from '@/components/saved/saved-store'
import type { SavedCards } from '@/modules/accounts/queries/saved-items'
import { api } from '@/platform/http/api-client'

const maxIds = 100

export function DeviceSavedItems() {
  const { user, isLoading } = useSession()
  const [saved, setSaved] = useState<SavedCards | 'failed' | null>(null)
  const isMember = user !== null
  useEffect(() => {
    if (isLoading) return
    if (isMember) return window.location.replace('/account/saved')
    const { products, content } = savedStore.get()
    const newest = (ids: readonly number[]): number[] => ids.slice(-maxIds).reverse()
    if (products.length + content.length === 0) return setSaved({ products: [], content: [] })
    void api<SavedCards>('POST', '/api/saved', {
      products: newest(products),
      content: newest(content),
    }).then(setSaved, () => setSaved('failed'))
  }, [isLoading, isMember])
  return (
    <>
      <p className="mt-3 mb-9 max-w-[38rem] text-lead text-ink-soft">
        Saved on this device only.{' '}
        <a href="/auth?next=%2Faccount%2Fsaved" className="link text-ink">
          Sign in
        </a>{' '}
        to save it to your account.
      </p>
      <div aria-busy={saved === null}>
        {saved === null ? (
          <div className="skeleton h-80">
            <span className="sr-only">Loading</span>
          </div>
        ) : null}
        {saved === 'failed' ? (
          <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5">
            Something went wrong.{' '}
            <a href="/saved" className="link">
              Try again
            </a>
          </p>
        ) : null}
        {saved !== null && saved !== 'failed' ? <SavedItems {...saved} /> : null}
      </div>
      <NoScriptNote className="mt-6">
        Saved items are stored in your browser, which needs JavaScript to show them.
      </NoScriptNote>
    </>
  )
}
