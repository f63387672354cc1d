'use client'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { iconButtonClass } from './button'
import { Icon } from './icon'

/** A dialog that is put into the page when it is first asked for. */
export function useModal(): {
  ref: RefObject<HTMLDialogElement | null>
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

/** Where it stands and where it comes from; on phones the panel rises from the lower edge. */
const shapes = {
  dialog: 'm-auto w-[min(27rem,100%-2.5rem)] rounded-sheet p-6.5',
  panel:
    'mx-auto mt-auto mb-0 w-full max-w-none rounded-t-sheet p-6 md:m-auto md:w-[min(30rem,100%-2.5rem)] md:rounded-sheet',
  drawer:
    'my-0 mr-0 ml-auto h-dvh max-h-none w-[min(22rem,100%-2.5rem)] rounded-l-sheet p-5 [--from:16px_0]',
} as const

/** A click on the dialog itself is on its padding or on the ground behind it. */
const isOutside = (dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean => {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

type Props = {
  ref: RefObject<HTMLDialogElement | null>
  id?: string
  title: string
  hideTitle?: boolean
  shape?: keyof typeof shapes
  onClose?: () => void
  children: ReactNode
}

/** A native dialog: the browser keeps the focus inside, closes it on Escape and gives the focus back. Open it with `showModal`. */
export function Modal({
  ref,
  id,
  title,
  hideTitle = false,
  shape = 'dialog',
  onClose,
  children,
}: Props) {
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const closeOutside = (event: MouseEvent): void => {
      if (event.target === dialog && isOutside(dialog, event)) dialog.close()
    }
    dialog.addEventListener('click', closeOutside)
    return () => dialog.removeEventListener('click', closeOutside)
  }, [ref])
  return (
    <dialog
      ref={ref}
      id={id}
      aria-label={title}
      onClose={onClose}
      className={`sheet max-h-dvh overflow-y-auto overscroll-contain ${shapes[shape]}`}
    >
      <div className="flex items-start justify-between gap-4">
        {hideTitle ? (
          <span className="wordmark h-9" />
        ) : (
          <h2 className="pt-1.5 text-h3">{title}</h2>
        )}
        <button
          type="button"
          className={iconButtonClass('plain', '-mt-1 -mr-2')}
          onClick={() => ref.current?.close()}
          aria-label="Close"
        >
          <Icon name="x" />
        </button>
      </div>
      {children}
    </dialog>
  )
}
