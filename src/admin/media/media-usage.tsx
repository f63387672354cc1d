'use client'
import { useEffect, useState } from 'react'

import { TextLink } from '@/admin/form/button'
import { api } from '@/platform/http/api-client'

type Use = { kind: 'product' | 'content' | 'page' | 'social'; id: number; title: string }

const kinds = {
  product: ['Product', '/admin/products/'],
  content: ['Content', '/admin/content/'],
  page: ['Page', '/admin/pages/'],
  social: ['Social post', '/admin/social?edit='],
} satisfies Record<Use['kind'], [label: string, href: string]>

/** Loaded on demand. */
export function MediaUsage({ id }: { id: number }) {
  const [uses, setUses] = useState<Use[] | 'unknown' | null>(null)
  useEffect(() => {
    let isShown = true
    api<{ uses: Use[] }>('GET', `/api/admin/media/${id}`).then(
      (file) => {
        if (isShown) setUses(file.uses)
      },
      () => {
        if (isShown) setUses('unknown')
      },
    )
    return () => {
      isShown = false
    }
  }, [id])
  if (uses === null)
    return (
      <p className="df-soft" aria-busy="true">
        Checking where it’s used…
      </p>
    )
  if (uses === 'unknown') return <p className="df-soft">Couldn’t check where this file is used.</p>
  if (uses.length === 0) return <p className="df-soft">Not used anywhere.</p>
  return (
    <div className="df-media-uses">
      <p>Used in:</p>
      <ul>
        {uses.map((use) => (
          <li key={`${use.kind}-${use.id}`}>
            {kinds[use.kind][0]}:{' '}
            <TextLink href={`${kinds[use.kind][1]}${use.id}`}>{use.title}</TextLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
