'use client'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { ButtonBase, iconButtonClass } from './button'
import { IconDrawing, kitShapes } from './kit-icon'

type DialogRef = RefObject<HTMLDialogElement | null>

/** A dialog that is put into the page when it is first opened. */
export function useModal(): {
  ref: DialogRef
  isInPage: boolean
  open: () => void
  close: () => void
} {
  const ref = useRef<HTMLDialogElement>(null)
  const [isInPage, setInPage] = useState(false)
  return {
    ref,
    isInPage,
    open: () => {
      flushSync(() => setInPage(true))
      ref.current?.showModal()
    },
    close: () => ref.current?.close(),
  }
}

/** Whether a mouse event is on the backdrop. Its target is the dialog for both the backdrop and the padding. */
const isOnBackdrop = (dialog: HTMLDialogElement, event: MouseEvent): boolean => {
  if (event.target !== dialog) return false
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  const { clientX, clientY } = event
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** Calls `onDismiss` for Escape and for a click on the backdrop. The dialog stays open until the caller closes it. */
export function useDismissal(ref: DialogRef, onDismiss: () => void): void {
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // A selection of text that begins inside may end on the backdrop.
    let isPressed = false
    const press = (event: MouseEvent): void => {
      isPressed = isOnBackdrop(dialog, event)
    }
    const click = (event: MouseEvent): void => {
      if (isPressed && isOnBackdrop(dialog, event)) dismiss()
    }
    const cancel = (event: Event): void => {
      // File inputs send `cancel` too.
      if (event.target !== dialog) return
      event.preventDefault()
      dismiss()
    }
    dialog.addEventListener('mousedown', press)
    dialog.addEventListener('click', click)
    dialog.addEventListener('cancel', cancel)
    return () => {
      dialog.removeEventListener('mousedown', press)
      dialog.removeEventListener('click', click)
      dialog.removeEventListener('cancel', cancel)
    }
  }, [ref])
}

/** The class names of a dialog, and the icon of its close button. */
export type DialogTheme = {
  dialog: string
  head: string
  title: string
  close: string
  closeIcon: ReactNode
}
const shopTheme: DialogTheme = {
  dialog: 'sheet max-h-dvh overflow-y-auto overscroll-contain',
  head: 'flex items-start justify-between gap-4',
  title: 'pt-1.5 text-h3',
  close: iconButtonClass('plain', '-mt-1 -mr-2'),
  closeIcon: <IconDrawing shape={kitShapes.x} />,
}

/** Position and entry direction; on phones the panel rises from the lower edge. */
const shapes = {
  dialog: 'm-auto w-[min(27rem,100%-2.5rem)] rounded-sheet p-6.5',
  panel:
    'mx-auto mt-auto mb-0 w-full max-w-none rounded-t-sheet p-6 md:m-auto md:w-[min(30rem,100%-2.5rem)] md:rounded-sheet',
  drawer:
    'my-0 mr-0 ml-auto h-dvh max-h-none w-[min(22rem,100%-2.5rem)] rounded-l-sheet p-5 [--from:16px_0]',
} as const

type Props = {
  ref: DialogRef
  title: string
  /** Shows the wordmark instead of the title. */
  hideTitle?: boolean
  shape?: keyof typeof shapes
  theme?: DialogTheme
  /** Called for Escape, the close button, and a click on the backdrop; without it they close the dialog. */
  onDismiss?: () => void
  onClose?: () => void
  children: ReactNode
}

/**
 * The dialog of both themes, on the native element: the browser keeps the focus inside and returns it afterwards.
 * The caller opens it with `showModal`.
 */
export function Modal({
  ref,
  title,
  hideTitle = false,
  shape = 'dialog',
  theme = shopTheme,
  onDismiss = () => ref.current?.close(),
  onClose,
  children,
}: Props) {
  useDismissal(ref, onDismiss)
  return (
    <dialog
      ref={ref}
      aria-label={title}
      onClose={onClose}
      className={theme === shopTheme ? `${theme.dialog} ${shapes[shape]}` : theme.dialog}
    >
      <div className={theme.head}>
        {hideTitle ? <span className="wordmark h-9" /> : <h2 className={theme.title}>{title}</h2>}
        <ButtonBase className={theme.close} aria-label="Close" onClick={onDismiss}>
          {theme.closeIcon}
        </ButtonBase>
      </div>
      {children}
    </dialog>
  )
}
