'use client'
import { useRouteTransition } from '@payloadcms/ui'
import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useState, useSyncExternalStore } from 'react'

import type { Role } from '@/access/roles'
import { retriable } from '@/admin/retriable'

import { screenForLetter } from './shortcuts'
import { useShortcuts } from './use-shortcuts'

// Fetched when they are first opened: together a tenth of our own script in the admin.
const CommandPalette = dynamic(
  retriable(() => import('./command-palette').then((loaded) => loaded.CommandPalette)),
  { ssr: false },
)
const ShortcutsDialog = dynamic(
  retriable(() => import('./shortcuts-dialog').then((loaded) => loaded.ShortcutsDialog)),
  { ssr: false },
)

const noSubscription = () => () => {}
const readMainKey = (): string => (/mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl')

/** Whether the palette is opening a screen. Not a ref, because the header may be remounted with it. */
let isJumping = false

const newOnThisScreen = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('.df-screen [data-new]')

const SearchButton = ({ mainKey, onClick }: { mainKey: string; onClick: () => void }) => (
  <button
    type="button"
    className="df-search-button"
    aria-label="Search or jump to a page"
    aria-haspopup="dialog"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={onClick}
  >
    <Search aria-hidden size={19} strokeWidth={1.6} />
    <span aria-hidden>Search</span>
    <span className="df-search-button__keys" aria-hidden>
      <kbd>{mainKey}</kbd>
      <kbd>K</kbd>
    </span>
  </button>
)

export function PanelCommands({ role }: { role: Role }) {
  const router = useRouter()
  const { startRouteTransition } = useRouteTransition()
  const [open, setOpen] = useState<
    { kind: 'palette'; initialText: string } | { kind: 'help' } | null
  >(null)
  const main = useSyncExternalStore(noSubscription, readMainKey, () => 'Ctrl')
  const path = usePathname()
  useEffect(() => {
    if (isJumping) document.getElementById('content')?.focus({ preventScroll: true })
    isJumping = false
  }, [path])
  const close = (): void => setOpen(null)
  const openPalette = (initialText = ''): void => setOpen({ kind: 'palette', initialText })
  // A click rather than a push, so that the unsaved-changes guard asks first.
  const go = (href: string): void => {
    close()
    const button = newOnThisScreen()
    if (button?.dataset.new === href) {
      button.click()
      return
    }
    const link = document.createElement('a')
    link.href = href
    link.addEventListener('click', (event) => {
      event.preventDefault()
      isJumping = true
      startRouteTransition(() => router.push(href))
    })
    document.body.append(link)
    link.click()
    link.remove()
  }
  useShortcuts({
    openPalette: () => openPalette(),
    openHelp: () => setOpen({ kind: 'help' }),
    go: (letter) => {
      const screen = screenForLetter(role, letter)
      if (screen) go(screen.href)
    },
    begin: () => {
      const button = newOnThisScreen()
      if (button) button.click()
      else openPalette('New')
    },
  })
  return (
    <>
      <SearchButton mainKey={main} onClick={() => openPalette()} />
      {open?.kind === 'palette' ? (
        <CommandPalette role={role} initialText={open.initialText} onGo={go} onClose={close} />
      ) : null}
      {open?.kind === 'help' ? <ShortcutsDialog role={role} main={main} onClose={close} /> : null}
    </>
  )
}
