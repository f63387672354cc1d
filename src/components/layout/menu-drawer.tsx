'use client'
import { useSelectedLayoutSegment } from 'next/navigation'

import { iconButtonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { Modal, useModal } from '@/ui/modal'

import { AccountLinks } from './account-links'
import { navLinks } from './nav-links'
import { QuickExit } from './quick-exit'
import { ThemeToggle } from './theme-toggle'

const Links = () => {
  const segment = useSelectedLayoutSegment() ?? ''
  return (
    <nav aria-label="Menu" className="grid gap-1 pt-3">
      {navLinks.map(({ href, label, segments }) => (
        <a
          key={href}
          href={href}
          aria-current={(segments as readonly string[]).includes(segment) ? 'page' : undefined}
          className="py-1.5 font-display text-[1.75rem]/tight font-medium aria-[current]:underline aria-[current]:decoration-sun aria-[current]:underline-offset-4"
        >
          {label}
        </a>
      ))}
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
}

/** The same links for small screens. Without scripts the button leads to those at the foot of the page. */
export function MenuDrawer() {
  const { ref, isInPage, open } = useModal()
  return (
    <div className="lg:hidden">
      <a
        href="#site-links"
        role="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        className={iconButtonClass('plain', '-ml-2.5')}
        onClick={(event) => {
          event.preventDefault()
          open()
        }}
        onKeyDown={(event) => {
          if (event.key !== ' ') return
          event.preventDefault()
          open()
        }}
      >
        <Icon name="menu" />
      </a>
      {isInPage ? (
        <Modal ref={ref} title="Menu" hideTitle shape="drawer">
          <Links />
        </Modal>
      ) : null}
    </div>
  )
}
