'use client'
import { Command } from 'cmdk'
import {
  CircleUserRound,
  FileText,
  type LucideIcon,
  Package,
  Plus,
  Search,
  Tag,
  X,
} from 'lucide-react'
import { useState } from 'react'

import type { Role } from '@/access/roles'
import { IconButton } from '@/admin/form/button'
import { useMountedDialog } from '@/admin/form/dialog'
import { pluralize } from '@/admin/shell/pluralize'
import type { SearchKind, SearchResult } from '@/modules/shop/queries/admin-search'
import { useDismissal } from '@/ui/modal'

import { actionsFor, screensFor, shortcutLetter } from './shortcuts'
import { minSearchLength, useCommandSearch } from './use-command-search'

const kinds = {
  product: ['Products', Tag],
  order: ['Orders', Package],
  content: ['Content', FileText],
  user: ['Users', CircleUserRound],
} satisfies Record<SearchKind, [string, LucideIcon]>

const matches = (label: string, query: string): boolean => {
  const name = label.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => name.includes(word))
}

type Line = {
  id: string
  label: string
  note?: string
  keys?: string[]
  icon: LucideIcon
  href: string
}
const Item = ({ line, onGo }: { line: Line; onGo: (href: string) => void }) => (
  <Command.Item value={line.id} onSelect={() => onGo(line.href)} className="df-palette__item">
    <line.icon aria-hidden size={19} strokeWidth={1.6} />
    <span className="df-palette__name">
      {line.label}
      {line.note ? <span className="df-palette__note"> {line.note}</span> : null}
    </span>
    {line.keys ? (
      <span className="df-palette__keys" aria-hidden>
        {line.keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    ) : null}
  </Command.Item>
)
const toLine = ({ kind, id, title, note, href }: SearchResult): Line => ({
  id: `${kind} ${id}`,
  label: title,
  note,
  icon: kinds[kind][1],
  href,
})

/** Finds screens and actions at once, and documents of the shop from two letters on. */
export function CommandPalette({
  role,
  initialText,
  onGo,
  onClose,
}: {
  role: Role
  initialText: string
  onGo: (href: string) => void
  onClose: () => void
}) {
  const dialog = useMountedDialog()
  useDismissal(dialog, onClose)
  const [text, setText] = useState(initialText)
  const { results, state, error } = useCommandSearch(text)

  const screens = screensFor(role)
    .filter(({ label, also = '' }) => matches(`${label} ${also}`, text))
    .map(({ label, href, icon }): Line => {
      const letter = shortcutLetter(href)
      return { id: href, label, icon, href, ...(letter ? { keys: ['g', letter] } : {}) }
    })
  const actions = actionsFor(role)
    .filter(({ label }) => matches(label, text))
    .map(({ label, href }): Line => ({ id: href, label, icon: Plus, href }))
  const groups: [string, Line[]][] = [
    ...(Object.keys(kinds) as SearchKind[]).map((kind): [string, Line[]] => [
      kinds[kind][0],
      results.filter((one) => one.kind === kind).map(toLine),
    ]),
    ['Screens', screens],
    ['Begin', actions],
  ]
  const total = groups.reduce((sum, [, lines]) => sum + lines.length, 0)
  const status =
    state === 'searching'
      ? 'Searching…'
      : `${pluralize(total, 'result')}${error ? `. ${error}` : ''}`
  return (
    <dialog ref={dialog} className="df-palette" aria-label="Go to">
      <Command label="Go to" shouldFilter={false} loop>
        <div className="df-palette__field">
          <Search aria-hidden size={20} strokeWidth={1.6} />
          <Command.Input
            value={text}
            onValueChange={setText}
            placeholder="A screen, an order, a name…"
            data-focus
            maxLength={100}
          />
          <IconButton icon={X} iconSize={20} label="Close" onClick={onClose} />
        </div>
        <p className="df-hidden" role="status">
          {status}
        </p>
        <Command.List label="Results" className="df-palette__list">
          {groups.map(([title, lines]) =>
            lines.length > 0 ? (
              <Command.Group key={title} heading={title}>
                {lines.map((line) => (
                  <Item key={line.id} line={line} onGo={onGo} />
                ))}
              </Command.Group>
            ) : null,
          )}
        </Command.List>
        {total === 0 && state !== 'searching' && !error ? (
          <p className="df-palette__end">
            Nothing is called that
            {text.trim().length < minSearchLength
              ? ' here. From two letters on, products, orders, content and users are looked through too'
              : ''}
            .
          </p>
        ) : null}
        {error ? (
          <p className="df-palette__end df-palette__end--bad">
            Not everything was looked through. {error}
          </p>
        ) : null}
        {state === 'searching' && results.length === 0 ? (
          <p className="df-palette__end" aria-hidden>
            Searching…
          </p>
        ) : null}
      </Command>
    </dialog>
  )
}
