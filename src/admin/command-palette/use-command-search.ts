'use client'
import { useEffect, useState } from 'react'

import type { SearchResult } from '@/modules/shop/queries/admin-search'
import { api, ApiError } from '@/ui/api-client'

const pause = 160
export const minSearchLength = 2
const none: SearchResult[] = []

export type CommandSearch = {
  found: SearchResult[]
  state: 'idle' | 'searching' | 'done' | 'failed'
  trouble: string
}

/** Searches a moment after the last key; late responses are ignored. */
export function useCommandSearch(text: string): CommandSearch {
  const words = text.trim()
  const [answer, setAnswer] = useState<{ words: string; found: SearchResult[]; trouble: string }>({
    words: '',
    found: none,
    trouble: '',
  })
  useEffect(() => {
    if (words.length < minSearchLength) return
    const control = new AbortController()
    const timer = setTimeout(() => {
      api<SearchResult[]>(
        'GET',
        `/api/admin/search?q=${encodeURIComponent(words)}`,
        undefined,
        control.signal,
      ).then(
        (found) => setAnswer({ words, found, trouble: '' }),
        (error: unknown) => {
          if (!control.signal.aborted)
            setAnswer({
              words,
              found: none,
              trouble:
                error instanceof ApiError ? error.sentence : 'The shop could not be reached.',
            })
        },
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [words])
  if (words.length < minSearchLength) return { found: none, state: 'idle', trouble: '' }
  if (answer.words !== words) return { found: answer.found, state: 'searching', trouble: '' }
  return { found: answer.found, state: answer.trouble ? 'failed' : 'done', trouble: answer.trouble }
}
