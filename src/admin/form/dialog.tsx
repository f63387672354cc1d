'use client'
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
        <button type="button" className="df-icon-button" aria-label="Close" onClick={leave}>
          <X aria-hidden size={20} strokeWidth={1.6} />
        </button>
      </div>
      {isAsking ? (
        <div className="df-dialog__ask" role="alert">
          <p>{ask.question}</p>
          <p className="df-dialog__ways">
            <button
              type="button"
              className="df-button df-button--ghost df-button--small"
              onClick={onClose}
            >
              {ask.verb}
            </button>
            <button
              type="button"
              className="df-button df-button--line df-button--small"
              autoFocus
              onClick={() => setIsAsking(false)}
            >
              Stay
            </button>
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
