'use client'
import { type ComponentType, useState } from 'react'

import { iconButtonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'

/** Where the links are without scripts, or without a connection to fetch the menu. */
const footerLinks = '#site-links'
const loadMenu = () => import('./menu-dialog')

/** A touch or a hover comes before the click. A failure shows when the menu is opened. */
const preloadMenu = (): void => {
  loadMenu().catch(() => undefined)
}

/** Opens the same links as the header's on small screens. */
export function MenuDrawer() {
  const [MenuDialog, setDialog] = useState<ComponentType<{ onClose: () => void }> | null>(null)
  const open = (): void =>
    void loadMenu().then(
      (loaded) => setDialog(() => loaded.MenuDialog),
      () => {
        location.hash = footerLinks
      },
    )
  return (
    <div className="lg:hidden">
      <a
        href={footerLinks}
        role="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        className={iconButtonClass('plain', '-ml-2.5')}
        onPointerEnter={preloadMenu}
        onFocus={preloadMenu}
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
      {MenuDialog ? <MenuDialog onClose={() => setDialog(null)} /> : null}
    </div>
  )
}
