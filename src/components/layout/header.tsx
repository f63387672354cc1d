'use client'
import { useSelectedLayoutSegment } from 'next/navigation'

import { CartLink } from '@/components/cart/cart-link'

import { AccountLinks } from './account-links'
import { HeaderSearch } from './header-search'
import { MenuDrawer } from './menu-drawer'
import { NavLinks } from './nav-links'
import { StickyHeader } from './sticky-header'
import { ThemeToggle } from './theme-toggle'

/**
 * Has no background of its own: on the home and tribe pages, the picture extends behind it. The tribe's picture is dark
 * in both themes.
 */
export function Header() {
  return (
    <header
      data-theme={useSelectedLayoutSegment() === 'tribe' ? 'dusk' : undefined}
      className="relative z-20 h-16 text-ink lg:h-20"
    >
      <StickyHeader>
        <div className="relative">
          <div className="wrap grid min-h-16 grid-cols-[1fr_auto_1fr] items-center lg:min-h-20">
            <div>
              <MenuDrawer />
              <nav aria-label="Main" className="flex gap-7.5 text-base font-[550] max-lg:hidden">
                <NavLinks className="border-b-2 border-transparent py-2.5 hover:border-sun aria-[current]:border-sun" />
              </nav>
            </div>
            <a
              href="/"
              aria-label="Dayfern, home"
              className="wordmark block h-[min(2.35rem,max(37px,9.6vw))] lg:h-12"
            />
            <div className="flex items-center justify-end gap-1 max-lg:-mr-2.5">
              <HeaderSearch />
              <ThemeToggle className="max-lg:hidden" />
              <div className="flex text-base max-lg:hidden">
                <AccountLinks className="px-3 py-2.5 font-[550] hover:underline hover:decoration-sun hover:decoration-2 hover:underline-offset-8" />
              </div>
              <CartLink />
            </div>
          </div>
        </div>
      </StickyHeader>
    </header>
  )
}
