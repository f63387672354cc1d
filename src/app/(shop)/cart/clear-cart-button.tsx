'use client'
import { useRef } from 'react'

import { Button } from '@/ui/button'
import { Modal } from '@/ui/modal'

/** Asks first; the gentle answer comes first. */
export function ClearCartButton({ count, onClear }: { count: number; onClear: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = (): void => dialog.current?.close()
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-mr-4 font-medium"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        Clear cart
      </Button>
      <Modal ref={dialog} title="Clear your cart?">
        <p className="mt-3 text-ink-soft">
          {count === 1 ? 'One item' : `${count} items`} will be removed. You can always find{' '}
          {count === 1 ? 'it' : 'them'} again in the shop.
        </p>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="ghost" size="sm" onClick={close}>
            {count === 1 ? 'Keep it' : 'Keep them'}
          </Button>
          <Button
            size="sm"
            onClick={() => {
              close()
              onClear()
            }}
          >
            Clear cart
          </Button>
        </div>
      </Modal>
    </>
  )
}
