'use client'
import { useEffect, useRef } from 'react'

import { Modal } from '@/ui/modal'

import { AccountLinks } from './account-links'
import { NavLinks } from './nav-links'
import { QuickExit } from './quick-exit'
import { ThemeToggle } from './theme-toggle'

const Links = () => (
  <nav aria-label="Menu" className="grid gap-1 pt-3">
    <NavLinks className="py-1.5 font-display text-[1.75rem]/tight font-medium aria-[current]:underline aria-[current]:decoration-sun aria-[current]:underline-offset-4" />
    <div className="mt-3 grid border-t border-line pt-2">
      <AccountLinks className="py-2.5 font-medium" adminLabel="Admin Portal" />
      <a href="/saved" className="py-2.5 font-medium">
        Saved items
      </a>
      <ThemeToggle withLabel />
      <QuickExit className="py-2.5 font-medium" />
    </div>
  </nav>
)

/** The menu of small screens; its own file, because it is fetched when someone opens it. */
export function MenuDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <Modal ref={dialog} title="Menu" hideTitle shape="drawer" onClose={onClose}>
      <Links />
    </Modal>
  )
}
