'use client'
import { useRef } from 'react'

import { Button } from '@/ui/button'
import { Modal } from '@/ui/modal'

/** Asks before clearing; the safe answer comes first. */
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
          This removes {count === 1 ? '1 item' : `all ${count} items`} from your cart.
        </p>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="ghost" size="sm" onClick={close}>
            Cancel
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
