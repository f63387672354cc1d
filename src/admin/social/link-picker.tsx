'use client'
import { Link2, Search } from 'lucide-react'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { Dialog } from '@/admin/form/dialog'
import { RemoveTokenButton } from '@/admin/form/fields'
import { useDelayedRequest } from '@/admin/form/use-delayed-request'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'

import type { LinkedDocument } from './post-form-values'

type Kind = 'content' | 'product'
type Match = LinkedDocument & { note: string }

const labels = {
  content: {
    title: 'Link to an article',
    search: 'Search articles',
    none: 'No articles match your search.',
    choose: 'Choose an article',
  },
  product: {
    title: 'Link to a product',
    search: 'Search products',
    none: 'No products match your search.',
    choose: 'Choose a product',
  },
} satisfies Record<Kind, unknown>

const statusNotes: Record<string, string> = {
  published: 'Published',
  scheduled: 'Scheduled: publish the post after it goes live',
}

const searchDocuments = async (kind: Kind, search: string): Promise<Match[]> => {
  const query = new URLSearchParams({ limit: '12', ...(search ? { search } : {}) }).toString()
  if (kind === 'product') {
    const products = await api<{ id: number; name: string }[]>('GET', `/api/products?${query}`)
    return products.map(({ id, name }) => ({ id, title: name, note: 'For sale' }))
  }
  const documents = await api<(LinkedDocument & { status: string })[]>(
    'GET',
    `/api/admin/content?${query}`,
  )
  return documents.map(({ id, title, status }) => ({
    id,
    title,
    note: statusNotes[status] ?? 'Not published, so a post about it won’t go out',
  }))
}

const SearchDialog = ({
  kind,
  onSelect,
  onClose,
}: {
  kind: Kind
  onSelect: (document: LinkedDocument) => void
  onClose: () => void
}) => {
  const [search, setSearch] = useState('')
  const { result: matches, error } = useDelayedRequest(
    search.trim(),
    () => searchDocuments(kind, search.trim()),
    search ? 250 : 0,
  )
  return (
    <Dialog title={labels[kind].title} onClose={onClose}>
      <div className="df-form">
        <div className="df-tools__search">
          <Search aria-hidden size={18} strokeWidth={1.6} />
          <input
            type="search"
            className="df-control"
            aria-label={labels[kind].search}
            maxLength={100}
            data-focus
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        </div>
        <FormError>{error}</FormError>
        {matches === null && !error ? (
          <p className="df-soft" role="status">
            Searching…
          </p>
        ) : null}
        {matches?.length === 0 ? <p className="df-soft">{labels[kind].none}</p> : null}
        <ul className="df-things">
          {matches?.map(({ id, title, note }) => (
            <li key={id}>
              <button type="button" onClick={() => onSelect({ id, title })}>
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

type Props = {
  kind: Kind
  label: string
  value: LinkedDocument | null
  error?: string
  onChange: (value: LinkedDocument | null) => void
}

/** The document or the product that a post links to. */
export function LinkPicker({ kind, label, value, error, onChange }: Props) {
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
            <RemoveTokenButton
              label={`Remove the link to ${value.title}`}
              onClick={() => onChange(null)}
            />
          </span>
        ) : null}
        <Button small icon={Link2} onClick={() => setIsOpen(true)}>
          {value ? 'Change' : labels[kind].choose}
        </Button>
      </div>
      {error ? <p className="df-field__error">{error}</p> : null}
      {isOpen ? (
        <SearchDialog
          kind={kind}
          onClose={() => setIsOpen(false)}
          onSelect={(document) => {
            setIsOpen(false)
            onChange(document)
          }}
        />
      ) : null}
    </div>
  )
}
