'use client'
import { type MouseEvent, useEffect } from 'react'

/** A page that gives nothing away. */
const elsewhere = 'https://www.weather.gov/'
const twiceWithinMs = 1000

/** Replaces this page in the history, so that "back" does not lead here. Only the recently viewed products are forgotten. */
const leave = (): void => {
  try {
    localStorage.removeItem('recently-viewed')
  } catch {
    /* no storage */
  }
  document.documentElement.style.visibility = 'hidden'
  location.replace(elsewhere)
}

type Props = {
  className?: string
  /** Whether this one also listens for Escape pressed twice. Only one per page does. */
  listens?: boolean
}

/** Leaves the site at once. Without scripts it is a plain link that sends no referrer. */
export function QuickExit({ className, listens = false }: Props) {
  useEffect(() => {
    if (!listens) return undefined
    let pressedAt = -Infinity
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.repeat) return
      // The first one may be closing something.
      if (document.querySelector('dialog:modal')) return
      if (event.timeStamp - pressedAt < twiceWithinMs) leave()
      pressedAt = event.timeStamp
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [listens])
  return (
    <a
      href={elsewhere}
      rel="noreferrer nofollow"
      className={className}
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        leave()
      }}
    >
      Quick exit
    </a>
  )
}
