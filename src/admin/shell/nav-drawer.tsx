'use client'
import { Menu, X } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { IconButton } from '@/admin/form/button'
import { closeModal, openModal } from '@/admin/form/modal-stack'
import { useDismissal } from '@/ui/modal'

/** The navigation on narrow screens. */
export function NavDrawer({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const path = usePathname()
  const close = (): void => dialog.current?.close()
  useDismissal(dialog, close)

  useEffect(close, [path])
  // Another page may replace the header while the drawer is open.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    return () => closeModal(element)
  }, [])

  const open = (): void => {
    setIsOpen(true)
    if (dialog.current) openModal(dialog.current)
  }
  return (
    <>
      <IconButton
        icon={Menu}
        iconSize={22}
        className="df-menu"
        label="Open menu"
        aria-haspopup="dialog"
        onClick={open}
      />
      <dialog
        ref={dialog}
        className="df-drawer"
        aria-label="Menu"
        onClose={({ currentTarget }) => {
          setIsOpen(false)
          closeModal(currentTarget)
        }}
      >
        {isOpen ? (
          <>
            <IconButton
              icon={X}
              iconSize={22}
              className="df-drawer__close"
              label="Close menu"
              onClick={close}
            />
            {children}
            <p className="df-drawer__end">
              <a href="/">Customer View</a>
              <a href="/api/logout">Logout</a>
            </p>
          </>
        ) : null}
      </dialog>
    </>
  )
}
