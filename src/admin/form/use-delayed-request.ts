'use client'
import { useEffect, useEffectEvent, useState } from 'react'

import { errorSentence } from '@/platform/http/api-client'

type State<Result> = { key: string | null; result: Result | null; error: string | null }

/**
 * Sends a request `delayMs` after `key` last changed, and ignores responses to earlier keys. The last result stays
 * until the next one, so that nothing flickers while someone types.
 */
export function useDelayedRequest<Result>(
  key: string,
  request: () => Promise<Result>,
  delayMs: number,
) {
  const [state, setState] = useState<State<Result>>({ key: null, result: null, error: null })
  const send = useEffectEvent(request)
  useEffect(() => {
    let isLatest = true
    const update = (next: (before: State<Result>) => State<Result>): void => {
      if (isLatest) setState(next)
    }
    const timer = setTimeout(() => {
      send().then(
        (result) => update(() => ({ key, result, error: null })),
        (error: unknown) => update((before) => ({ ...before, key, error: errorSentence(error) })),
      )
    }, delayMs)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [key, delayMs])
  return { result: state.result, error: state.error, isBehind: state.key !== key }
}
