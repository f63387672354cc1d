'use client'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** A dialog that is put into the page when it is first asked for. */
export const useModal = (): { ref: RefObject<HTMLDialogElement | null>; isInPage: boolean; open: () => void; close: () => void } => {
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
