'use client'
import type { ReactNode, RefObject } from 'react'

import { Button } from './button'
import { Modal } from './modal'

type Props = {
  dialog: RefObject<HTMLDialogElement | null>
  question: string
  /** What is lost. */
  children: ReactNode
  /** The verb on the button: 'Delete it'. */
  verb: string
  onConfirm: () => void
}

/** Asks once before something is removed permanently; the safe answer comes first. */
export function ConfirmDialog({ dialog, question, children, verb, onConfirm }: Props) {
  return (
    <Modal ref={dialog} title={question}>
      <p className="mt-2 mb-6 text-ink-soft">{children}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="line" onClick={() => dialog.current?.close()}>
          Keep it
        </Button>
        <Button
          onClick={() => {
            dialog.current?.close()
            onConfirm()
          }}
        >
          {verb}
        </Button>
      </div>
    </Modal>
  )
}
