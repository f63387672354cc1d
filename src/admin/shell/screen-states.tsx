'use client'
import { Button } from '@/admin/form/button'
import { RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { Component, type ReactNode, startTransition } from 'react'

/** What stands there while a screen is read. */
export function ScreenSkeleton() {
  return (
    <main className="df-screen" aria-busy="true" aria-label="Loading">
      <div className="df-skeleton df-skeleton--title" />
      <div className="df-skeleton df-skeleton--line" />
      <div className="df-skeleton df-skeleton--sheet" />
    </main>
  )
}

const Retry = ({ again }: { again: () => void }) => {
  const router = useRouter()
  return (
    <main className="df-screen">
      <section className="df-panel df-trouble" role="alert">
        <h1>This could not be shown</h1>
        <p>Something went wrong while it was read. Nothing was changed.</p>
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

/** Next's own signals (redirect, not found) are errors too, and not ours to catch. */
const isSignal = (error: unknown): boolean =>
  typeof (error as { digest?: unknown } | null)?.digest === 'string' &&
  /^NEXT_/.test((error as { digest: string }).digest)

/** A screen that failed says so in its place, with a way to try again; the panel around it stays. */
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
