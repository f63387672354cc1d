'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** After 200 px of scrolling the header stays at the top of large screens. */
export function StickyHeader({ children }: { children: ReactNode }) {
  const sentinel = useRef<HTMLSpanElement>(null)
  const [stuck, setStuck] = useState(false)
  useEffect(() => {
    if (!sentinel.current) return undefined
    const watcher = new IntersectionObserver(([entry]) =>
      setStuck(entry !== undefined && !entry.isIntersecting),
    )
    watcher.observe(sentinel.current)
    return () => watcher.disconnect()
  }, [])
  return (
    <>
      <span
        ref={sentinel}
        aria-hidden="true"
        className="pointer-events-none absolute top-0 h-50 w-px"
      />
      <div
        className={
          stuck
            ? 'lg:fixed lg:inset-x-0 lg:top-0 lg:border-b lg:border-line lg:bg-paper lg:animate-[drop_.32s_var(--ease-leaf)]'
            : ''
        }
      >
        {children}
      </div>
    </>
  )
}
