'use client'
import { Suspense, useState } from 'react'

import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'

import type { ClearCartDialogProps } from './clear-cart-dialog'

const clearCart = lazyDialog<ClearCartDialogProps>(() =>
  import('./clear-cart-dialog').then((loaded) => loaded.ClearCartDialog),
)

export function ClearCartButton(props: { count: number; onClear: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-mr-4 font-medium"
        aria-haspopup="dialog"
        onPointerEnter={clearCart.preload}
        onFocus={clearCart.preload}
        onClick={() => void clearCart.isReady().then(setOpen)}
      >
        Clear cart
      </Button>
      {isOpen ? (
        <Suspense>
          <clearCart.Dialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
