'use client'
import { useState } from 'react'

import { useDelayedRequest } from '@/admin/form/use-delayed-request'
import { api } from '@/platform/http/api-client'

const delayMs = 200

type Search<Found> = {
  /** The list call that is searched: '/api/admin/products'. */
  path: string
  limit: number
  /** False for results that can't be chosen. */
  isOffered?: (found: Found) => boolean
  onChoose: (found: Found) => void
}

/**
 * A field that searches as staff type. Enter chooses the first result and never submits the form around the field.
 * @returns the props of its input, and what `FoundList` shows below it
 */
export function useSearchChoice<Found>({
  path,
  limit,
  isOffered = () => true,
  onChoose,
}: Search<Found>) {
  const [text, setText] = useState('')
  const search = text.trim()
  const { result, error, isBehind } = useDelayedRequest(
    search,
    async () =>
      search === ''
        ? []
        : api<Found[]>('GET', `${path}?limit=${limit}&search=${encodeURIComponent(search)}`),
    delayMs,
  )
  // After a failure `result` is that of an earlier search.
  const choices = search === '' || isBehind ? null : ((!error && result) || []).filter(isOffered)
  const choose = (one: Found): void => {
    setText('')
    onChoose(one)
  }
  const input = {
    value: text,
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setText(event.currentTarget.value),
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      const first = choices?.[0]
      if (first !== undefined) choose(first)
    },
  }
  return { input, found: choices, failure: error, choose }
}

/** The results of `useSearchChoice` as buttons. Nothing while `found` is null. */
export function FoundList<Found extends { id: number }>({
  label,
  found,
  failure,
  none,
  nameOf,
  onChoose,
}: {
  label: string
  found: readonly Found[] | null
  /** Why the search failed. */
  failure: string | null
  /** Shown without results. */
  none: string
  nameOf: (found: Found) => string
  onChoose: (found: Found) => void
}) {
  if (!found) return null
  return (
    <ul className="df-search-results" aria-label={label}>
      {found.map((one) => (
        <li key={one.id}>
          <button type="button" className="df-text-button" onClick={() => onChoose(one)}>
            {nameOf(one)}
          </button>
        </li>
      ))}
      {found.length === 0 ? <li className="df-soft">{failure ?? none}</li> : null}
    </ul>
  )
}
