'use client'
import { X } from 'lucide-react'
import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'

import { Button, IconButton } from './button'
import { closeModal, openModal } from './modal-stack'

/**
 * Opens a native dialog while it is in the page: focus stays inside, begins at `[data-focus]`, and returns afterwards.
 * @param onLeave called for Escape and for a click beside the dialog; the caller removes it from the page
 */
export function useModalDialog(onLeave: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const leave = useEffectEvent(onLeave)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const cancel = (event: Event): void => {
      if (event.target !== dialog) return
      event.preventDefault()
      leave()
    }
    const press = ({ target }: MouseEvent): void => {
      if (target === dialog) leave()
    }
    dialog.addEventListener('cancel', cancel)
    dialog.addEventListener('mousedown', press)
    openModal(dialog)
    dialog.querySelector<HTMLElement>('[data-focus]')?.focus()
    return () => {
      dialog.removeEventListener('cancel', cancel)
      dialog.removeEventListener('mousedown', press)
      closeModal(dialog)
    }
  }, [])
  return ref
}

export type DialogProps = {
  title: string
  /** The caller removes the dialog from the page. */
  onClose: () => void
  /** Whether something typed would be lost: closing then asks first. */
  isDirty?: boolean
  /** The question asked then, where it is not about typed text. */
  ask?: { question: string; verb: string }
  size?: 'small' | 'wide'
  children: ReactNode
}

/** A modal dialog, open while it is in the page. */
export function Dialog({
  title,
  onClose,
  isDirty = false,
  ask = { question: 'What you typed is not saved yet.', verb: 'Leave without saving' },
  size = 'small',
  children,
}: DialogProps) {
  const [isAsking, setIsAsking] = useState(false)
  const id = useId()
  const leave = (): void => (isDirty && !isAsking ? setIsAsking(true) : onClose())
  const ref = useModalDialog(leave)
  return (
    <dialog ref={ref} className={`df-dialog df-dialog--${size}`} aria-labelledby={id}>
      <div className="df-dialog__head">
        <h2 id={id}>{title}</h2>
        <IconButton icon={X} iconSize={20} label="Close" onClick={leave} />
      </div>
      {isAsking ? (
        <div className="df-dialog__ask" role="alert">
          <p>{ask.question}</p>
          <DialogActions>
            <Button variant="ghost" small onClick={onClose}>
              {ask.verb}
            </Button>
            <Button small ref={focusOnMount} onClick={() => setIsAsking(false)}>
              Stay
            </Button>
          </DialogActions>
        </div>
      ) : null}
      {children}
    </dialog>
  )
}

const focusOnMount = (element: HTMLElement | null): void => element?.focus()

/** The row of buttons at the end of a dialog; the solid one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <p className="df-dialog__ways">{children}</p>
}
