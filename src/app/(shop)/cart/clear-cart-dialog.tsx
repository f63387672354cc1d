import { useEffect, useRef } from 'react'

import { Button } from '@/ui/button'
import { Modal } from '@/ui/modal'

export type ClearCartDialogProps = { count: number; onClear: () => void; onClose: () => void }

/** Asks before clearing; the safe answer comes first. Opens when it is rendered. */
export function ClearCartDialog({ count, onClear, onClose }: ClearCartDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = (): void => dialog.current?.close()
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <Modal ref={dialog} title="Clear your cart?" onClose={onClose}>
      <p className="mt-3 text-ink-soft">
        This removes {count === 1 ? '1 item' : `all ${count} items`} from your cart.
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="line" onClick={close}>
          Cancel
        </Button>
        <Button
          onClick={() => {
            close()
            onClear()
          }}
        >
          Clear cart
        </Button>
      </div>
    </Modal>
  )
}
