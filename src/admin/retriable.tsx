'use client'
import { type ComponentType, useEffect, useState } from 'react'

import { Button } from '@/admin/form/button'

/**
 * Loads a client component that has a script of its own. If that fails, such as without a connection, a note takes its
 * place, and the rest of the page stays. The component is loaded again by its button, when the connection is back, and
 * when it is next opened.
 */
export function retriable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): () => Promise<ComponentType<Props>> {
  const Unloaded = (props: Props) => {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null)
    const retry = (): void =>
      void load().then(
        (loaded) => setPart(() => loaded),
        () => undefined,
      )
    useEffect(() => {
      retry()
      window.addEventListener('online', retry)
      return () => window.removeEventListener('online', retry)
    }, [])
    return Part ? (
      <Part {...props} />
    ) : (
      <p className="df-note df-unloaded" role="alert">
        Couldn’t load this part. Check your connection and try again.
        <Button small onClick={retry}>
          Try again
        </Button>
      </p>
    )
  }
  return () => load().catch(() => Unloaded)
}
