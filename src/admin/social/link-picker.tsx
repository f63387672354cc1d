'use client'
import { errorSentence } from '@/ui/api-client'
import { FormError } from '@/admin/form/form-error'
import { Button } from '@/admin/form/button'
import { Link2, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { Dialog } from '@/admin/form/dialog'
import { api } from '@/ui/api-client'

import type { LinkedDocument } from './post-form-values'

type Kind = 'content' | 'product'
type Found = LinkedDocument & { note: string }

const words = {
  content: {
    title: 'Link to a piece',
    search: 'Search pieces',
    none: 'No piece fits these words.',
    choose: 'Choose a piece',
  },
  product: {
    title: 'Link to a product',
    search: 'Search products',
    none: 'No product fits these words.',
    choose: 'Choose a product',
  },
} satisfies Record<Kind, unknown>

const find = async (kind: Kind, search: string): Promise<Found[]> => {
  const query = new URLSearchParams({ limit: '12', ...(search ? { search } : {}) }).toString()
  if (kind === 'content')
    return (
      await api<{ id: number; title: string; status: string }[]>(
        'GET',
        `/api/admin/content?${query}`,
      )
    ).map(({ id, title, status }) => ({
      id,
      title,
      note:
        status === 'published'
          ? 'Published'
          : status === 'scheduled'
            ? 'Scheduled: the post has to go out after it'
            : 'Not published: a post about it does not go out',
    }))
  return (
    await api<{ id: number; name: string; price?: string }[]>('GET', `/api/products?${query}`)
  ).map(({ id, name }) => ({ id, title: name, note: 'For sale' }))
}

const Finder = ({
  kind,
  onChoose,
  onClose,
}: {
  kind: Kind
  onChoose: (thing: LinkedDocument) => void
  onClose: () => void
}) => {
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<Found[] | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const latest = useRef(0)
  useEffect(() => {
    const asked = (latest.current += 1)
    const timer = setTimeout(
      () => {
        find(kind, search.trim()).then(
          (things) => {
            if (asked === latest.current) {
              setFound(things)
              setTrouble(null)
            }
          },
          (error: unknown) => {
            if (asked === latest.current) setTrouble(errorSentence(error))
          },
        )
      },
      search ? 250 : 0,
    )
    return () => clearTimeout(timer)
  }, [kind, search])
  return (
    <Dialog title={words[kind].title} onClose={onClose}>
      <div className="df-form">
        <div className="df-tools__search">
          <Search aria-hidden size={18} strokeWidth={1.6} />
          <input
            type="search"
            className="df-control"
            aria-label={words[kind].search}
            maxLength={100}
            autoFocus
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        </div>
        <FormError>{trouble}</FormError>
        {found === null && !trouble ? (
          <p className="df-soft" role="status">
            Looking...
          </p>
        ) : null}
        {found?.length === 0 ? <p className="df-soft">{words[kind].none}</p> : null}
        <ul className="df-things">
          {(found ?? []).map(({ id, title, note }) => (
            <li key={id}>
              <button type="button" onClick={() => onChoose({ id, title })}>
                <b>{title}</b>
                <span>{note}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

/** What a post points to: one piece or one product, found by words. */
export function LinkPicker({
  kind,
  label,
  value,
  error,
  onChange,
}: {
  kind: Kind
  label: string
  value: LinkedDocument | null
  error?: string
  onChange: (value: LinkedDocument | null) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="df-field" role="group" aria-label={label}>
      <span className="df-field__label">
        {label}
        <span> optional</span>
      </span>
      <div className="df-thing">
        {value ? (
          <span className="df-token">
            {value.title}
            <button
              type="button"
              aria-label={`Take the link to ${value.title} away`}
              onClick={() => onChange(null)}
            >
              <X aria-hidden size={15} strokeWidth={1.8} />
            </button>
          </span>
        ) : null}
        <Button small icon={Link2} onClick={() => setIsOpen(true)}>
          {value ? 'Another' : words[kind].choose}
        </Button>
      </div>
      {error ? <p className="df-field__error">{error}</p> : null}
      {isOpen ? (
        <Finder
          kind={kind}
          onClose={() => setIsOpen(false)}
          onChoose={(thing) => {
            setIsOpen(false)
            onChange(thing)
          }}
        />
      ) : null}
    </div>
  )
}
