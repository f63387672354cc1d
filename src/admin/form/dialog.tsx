'use client'
import { IconButton, Button } from '@/admin/form/button'
import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'

import { closeModal, openModal } from './modal-stack'

type Props = {
  title: string
  /** Asked for by Escape, the cross or the ground beside it; the owner takes the dialog out of the page. */
  onClose: () => void
  /** Whether something typed would be lost: closing then asks first. */
  isDirty?: boolean
  /** What is asked then, where it is not about words that were typed. */
  ask?: { question: string; verb: string }
  size?: 'small' | 'wide'
  children: ReactNode
}

/**
 * A native dialog: focus stays inside and goes back to where it was; it begins at what is marked `data-focus`. Put it into the page to open it. What was typed
 * is not thrown away by a slip of the finger.
 */
export function Dialog({
  title,
  onClose,
  isDirty = false,
  ask = { question: 'What you typed is not saved yet.', verb: 'Leave without saving' },
  size = 'small',
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const id = useId()

  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return
    openModal(shown)
    shown.querySelector<HTMLElement>('[data-focus]')?.focus()
    return () => closeModal(shown)
  }, [])

  const leave = (): void => (isDirty && !isAsking ? setIsAsking(true) : onClose())
  return (
    <dialog
      ref={dialog}
      className={`df-dialog df-dialog--${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      onMouseDown={({ target, currentTarget }) => {
        if (target === currentTarget) leave()
      }}
    >
      <div className="df-dialog__head">
        <h2 id={id}>{title}</h2>
        <IconButton icon={X} iconSize={20} label="Close" onClick={leave} />
      </div>
      {isAsking ? (
        <div className="df-dialog__ask" role="alert">
          <p>{ask.question}</p>
          <p className="df-dialog__ways">
            <Button variant="ghost" small onClick={onClose}>
              {ask.verb}
            </Button>
            <Button small autoFocus onClick={() => setIsAsking(false)}>
              Stay
            </Button>
          </p>
        </div>
      ) : null}
      {children}
    </dialog>
  )
}

/** The row of buttons at the end of a dialog; the solid one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <p className="df-dialog__ways">{children}</p>
}
