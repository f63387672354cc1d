'use client'
import { useEffect } from 'react'

import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

/** “Try again” loads the page: rendering it again would fail in the same way, as what was fetched for it stays. */
const ShopError = ({ error }: { error: Error }) => {
  useEffect(() => console.error(error), [error])
  return (
    <div className="wrap py-8">
      <EmptyState
        emblem="this-too-moves"
        title="Something went wrong"
        level="h1"
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <Button onClick={() => location.reload()}>Try again</Button>
            <ButtonLink href="/" variant="line">
              Back to home
            </ButtonLink>
          </span>
        }
      >
        <p>It’s our fault, not yours. Your cart is safe on this device.</p>
      </EmptyState>
    </div>
  )
}

export default ShopError
