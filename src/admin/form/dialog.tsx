'use client'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'

import { type DialogTheme, Modal } from '@/ui/modal'

import { Button } from './button'
import { closeModal, openModal } from './modal-stack'

/** A native dialog that is open while it is in the page. The focus begins at `[data-focus]`. */
export function useMountedDialog(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    openModal(dialog)
    dialog.querySelector<HTMLElement>('[data-focus]')?.focus()
    return () => closeModal(dialog)
  }, [])
  return ref
}

const theme: DialogTheme = {
  dialog: 'df-dialog',
  head: 'df-dialog__head',
  title: '',
  close: 'df-icon-button',
  closeIcon: <X aria-hidden size={20} strokeWidth={1.6} />,
}
const wideTheme: DialogTheme = { ...theme, dialog: 'df-dialog df-dialog--wide' }

export type DialogProps = {
  title: string
  /** The caller must remove the dialog from the page. */
  onClose: () => void
  /** Whether something typed would be lost: closing then asks first. */
  isDirty?: boolean
  /** The question to ask then, if it isn't about typed text. */
  ask?: { question: string; verb: string; stay: string }
  size?: 'small' | 'wide'
  children: ReactNode
}

const unsavedQuestion = {
  question: 'You have unsaved changes.',
  verb: 'Leave without saving',
  stay: 'Keep editing',
}

/** A modal dialog, open while it is in the page. */
export function Dialog({
  title,
  onClose,
  isDirty = false,
  ask = unsavedQuestion,
  size = 'small',
  children,
}: DialogProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <Modal
      ref={useMountedDialog()}
      title={title}
      theme={size === 'wide' ? wideTheme : theme}
      onDismiss={() => (isDirty && !isConfirming ? setIsConfirming(true) : onClose())}
    >
      {isConfirming ? (
        <div className="df-dialog__ask" role="alert">
          <p>{ask.question}</p>
          <DialogActions>
            <Button variant="ghost" small onClick={onClose}>
              {ask.verb}
            </Button>
            <Button small ref={focusWhileMounted} onClick={() => setIsConfirming(false)}>
              {ask.stay}
            </Button>
          </DialogActions>
        </div>
      ) : null}
      {children}
    </Modal>
  )
}

/** Focuses a button. When it is removed, the focus goes back to where it was. */
const focusWhileMounted = (button: HTMLElement | null): (() => void) => {
  const before = document.activeElement
  button?.focus()
  return () => {
    if (before instanceof HTMLElement) before.focus()
  }
}

/** The label of the button that leaves a dialog. Beside a verb that says Cancel, another Cancel would be ambiguous. */
export function leaveLabel(verb: string): string {
  return /cancel/i.test(verb) ? 'Go back' : 'Cancel'
}

/** The row of buttons at the end of a dialog; the solid one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <p className="df-dialog__actions">{children}</p>
}
