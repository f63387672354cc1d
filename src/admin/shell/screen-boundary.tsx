'use client'
import { RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { Component, type ReactNode, startTransition } from 'react'

import { Button } from '@/admin/form/button'

const Retry = ({ again }: { again: () => void }) => {
  const router = useRouter()
  return (
    <main className="df-screen">
      <section className="df-panel df-screen-error" role="alert">
        <h1>Couldn’t load this page</h1>
        <p>Something went wrong. Nothing was changed.</p>
        <Button
          variant="solid"
          icon={RotateCw}
          onClick={() =>
            startTransition(() => {
              router.refresh()
              again()
            })
          }
        >
          Try again
        </Button>
      </section>
    </main>
  )
}

/** Next's redirects and not-found signals are errors too. */
const isSignal = (error: unknown): boolean =>
  typeof (error as { digest?: unknown } | null)?.digest === 'string' &&
  /^NEXT_/.test((error as { digest: string }).digest)

export class ScreenBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown) {
    if (isSignal(error)) throw error
    return { error }
  }
  override render() {
    return this.state.error ? (
      <Retry again={() => this.setState({ error: null })} />
    ) : (
      this.props.children
    )
  }
}
