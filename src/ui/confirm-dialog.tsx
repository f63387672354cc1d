'use client'
import type { RefObject } from 'react'

import { Button } from './button'
import { Modal } from './modal'

type Props = {
  dialog: RefObject<HTMLDialogElement | null>
  title: string
  says: string
  yes: string
  onYes: () => void
}

/** Asks once before something is gone for good. */
export function ConfirmDialog({ dialog, title, says, yes, onYes }: Props) {
  return (
    <Modal ref={dialog} title={title}>
      <p className="mt-2 mb-6 text-ink-soft">{says}</p>
      <div className="flex flex-wrap gap-3">
        <Button
          onClick={() => {
            dialog.current?.close()
            onYes()
          }}
        >
          {yes}
        </Button>
        <Button variant="line" onClick={() => dialog.current?.close()}>
          Keep it
        </Button>
      </div>
    </Modal>
  )
}
