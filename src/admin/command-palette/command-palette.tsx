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
import { screensFor } from '@/admin/shell/screens'
import type { SearchKind, SearchResult } from '@/modules/shop/queries/admin-search'
import { pluralize } from '@/platform/pluralize'
import { useDismissal } from '@/ui/modal'

import { actionsFor, shortcutLetter } from './shortcuts'
import { type CommandSearch, minSearchLength, useCommandSearch } from './use-command-search'

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

type Group = [title: string, lines: Line[]]

/** Screens and actions that match the text; their ids are their paths. */
const panelGroups = (role: Role, text: string): Group[] => [
  [
    'Screens',
    screensFor(role)
      .filter(({ label, also = '' }) => matches(`${label} ${also}`, text))
      .map(({ label, href, icon }): Line => {
        const letter = shortcutLetter(href)
        return { id: href, label, icon, href, keys: letter ? ['g', letter] : undefined }
      }),
  ],
  [
    'Create',
    actionsFor(role)
      .filter(({ label }) => matches(label, text))
      .map(({ label, href }): Line => ({ id: href, label, icon: Plus, href })),
  ],
]

const documentGroups = (results: readonly SearchResult[]): Group[] =>
  Object.entries(kinds).map(([kind, [title, icon]]) => {
    return [
      title,
      results
        .filter((result) => result.kind === kind)
        .map(({ id, title: label, note, href }) => ({
          id: `${kind} ${id}`,
          label,
          note,
          icon,
          href,
        })),
    ]
  })

/** The note below the results: nothing found, an error, or a search under way. */
const PaletteEnd = ({
  search: { state, results, error },
  total,
  text,
}: {
  search: CommandSearch
  total: number
  text: string
}) => {
  if (error)
    return (
      <p className="df-palette__end df-palette__end--bad">Some results may be missing. {error}</p>
    )
  if (state === 'searching')
    return results.length === 0 ? (
      <p className="df-palette__end" aria-hidden>
        Searching…
      </p>
    ) : null
  return total === 0 ? (
    <p className="df-palette__end">
      No results
      {text.trim().length < minSearchLength
        ? '. Type two or more letters to search products, orders, content, and users'
        : ''}
      .
    </p>
  ) : null
}

type Props = { role: Role; initialText: string; onGo: (href: string) => void; onClose: () => void }

/** Finds screens and actions right away, and the shop's documents once two letters are typed. */
export function CommandPalette({ role, initialText, onGo, onClose }: Props) {
  const dialog = useMountedDialog()
  useDismissal(dialog, onClose)
  const [text, setText] = useState(initialText)
  const search = useCommandSearch(text)
  const groups = [...documentGroups(search.results), ...panelGroups(role, text)]
  const total = groups.reduce((sum, [, lines]) => sum + lines.length, 0)
  return (
    <dialog ref={dialog} className="df-palette" aria-label="Go to">
      <Command label="Go to" shouldFilter={false} loop>
        <div className="df-palette__field">
          <Search aria-hidden size={20} strokeWidth={1.6} />
          <Command.Input
            value={text}
            onValueChange={setText}
            placeholder="Search pages, orders, people…"
            data-focus
            maxLength={100}
          />
          <IconButton icon={X} iconSize={20} label="Close" onClick={onClose} />
        </div>
        <p className="df-hidden" role="status">
          {search.state === 'searching'
            ? 'Searching…'
            : `${pluralize(total, 'result')}${search.error ? `. ${search.error}` : ''}`}
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
        <PaletteEnd search={search} total={total} text={text} />
      </Command>
    </dialog>
  )
}
