'use client'
import { useEffect, useState } from 'react'
import { api, ApiError } from '../../client/api'
import type { Found } from '../../queries/admin-search'

const pause = 160
export const shortest = 2
const none: Found[] = []

export type Finding = { found: Found[]; state: 'idle' | 'searching' | 'done' | 'failed'; trouble: string }

/** What the shop finds for these words, a moment after the last key; an answer that comes too late is not shown. */
export const useFound = (text: string): Finding => {
  const words = text.trim()
  const [answer, setAnswer] = useState<{ words: string; found: Found[]; trouble: string }>({ words: '', found: none, trouble: '' })
  useEffect(() => {
    if (words.length < shortest) return
    const control = new AbortController()
    const timer = setTimeout(() => {
      api<Found[]>('GET', `/api/admin/search?q=${encodeURIComponent(words)}`, undefined, control.signal).then(
        (found) => setAnswer({ words, found, trouble: '' }),
        (error: unknown) => {
          if (!control.signal.aborted) setAnswer({ words, found: none, trouble: error instanceof ApiError ? error.sentence : 'The shop could not be reached.' })
        },
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [words])
  if (words.length < shortest) return { found: none, state: 'idle', trouble: '' }
  if (answer.words !== words) return { found: answer.found, state: 'searching', trouble: '' }
  return { found: answer.found, state: answer.trouble ? 'failed' : 'done', trouble: answer.trouble }
}
