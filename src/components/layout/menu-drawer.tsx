'use client'
import { useSelectedLayoutSegment } from 'next/navigation'
import { useRef } from 'react'
import { iconButtonClass } from '../ui/button'
import { Icon } from '../ui/icon'
import { Modal } from '../ui/modal'
import { navLinks } from './nav-links'
import { ThemeToggle } from './theme-toggle'

/** The same links for small screens. Newer browsers open it by the button's command, before any script has run. */
export const MenuDrawer = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  const segment = useSelectedLayoutSegment() ?? ''
  const opener = { command: 'show-modal', commandfor: 'menu' }
  return (
    <div className="lg:hidden">
      <button type="button" className={iconButtonClass('plain', '-ml-2.5')} aria-label="Open menu" aria-haspopup="dialog" {...opener} onClick={() => { if (!dialog.current?.open) dialog.current?.showModal() }}>
        <Icon name="menu" />
      </button>
      <Modal ref={dialog} id="menu" title="Menu" hideTitle shape="drawer">
        <nav aria-label="Menu" className="grid gap-1 pt-3">
          {navLinks.map(({ href, label, segments }) => (
            <a key={href} href={href} aria-current={(segments as readonly string[]).includes(segment) ? 'page' : undefined} className="py-1.5 font-display text-[1.75rem]/tight font-medium aria-[current]:underline aria-[current]:decoration-sun aria-[current]:underline-offset-4">{label}</a>
          ))}
          <div className="mt-3 grid border-t border-line pt-2">
            <a href="/auth" className="py-2.5 font-medium">Login</a>
            <ThemeToggle words />
          </div>
        </nav>
      </Modal>
    </div>
  )
}
