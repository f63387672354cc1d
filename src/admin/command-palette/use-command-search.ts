'use client'
import { useEffect, useState } from 'react'

import type { SearchResult } from '@/modules/shop/queries/admin-search'
import { api, ApiError } from '@/platform/http/api-client'

const delayMs = 160
export const minSearchLength = 2
const noResults: SearchResult[] = []

export type CommandSearch = {
  results: SearchResult[]
  state: 'idle' | 'searching' | 'done' | 'failed'
  error: string
}

/** Searches a moment after the last key; late responses are ignored. */
export function useCommandSearch(text: string): CommandSearch {
  const query = text.trim()
  const [response, setResponse] = useState<{
    query: string
    results: SearchResult[]
    error: string
  }>({ query: '', results: noResults, error: '' })
  useEffect(() => {
    if (query.length < minSearchLength) return
    const control = new AbortController()
    const timer = setTimeout(() => {
      api<SearchResult[]>(
        'GET',
        `/api/admin/search?q=${encodeURIComponent(query)}`,
        undefined,
        control.signal,
      ).then(
        (results) => setResponse({ query, results, error: '' }),
        (error: unknown) => {
          if (!control.signal.aborted)
            setResponse({
              query,
              results: noResults,
              error: error instanceof ApiError ? error.sentence : 'Couldn’t reach the shop.',
            })
        },
      )
    }, delayMs)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [query])
  if (query.length < minSearchLength) return { results: noResults, state: 'idle', error: '' }
  if (response.query !== query) return { results: response.results, state: 'searching', error: '' }
  return {
    results: response.results,
    state: response.error ? 'failed' : 'done',
    error: response.error,
  }
}
