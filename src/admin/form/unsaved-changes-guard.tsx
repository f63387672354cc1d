'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'

import { ConfirmDialog } from './confirm-dialog'

/** Asks before a link discards unsaved input; the browser asks when the window closes. */
export function UnsavedChangesGuard({
  isDirty,
  onLeave,
}: {
  isDirty: boolean
  onLeave?: () => void
}) {
  const router = useRouter()
  const [target, setTarget] = useState<string | null>(null)
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    const intercept = (event: MouseEvent): void => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (
        !link ||
        link.target === '_blank' ||
        link.hasAttribute('download') ||
        link.getAttribute('href')?.startsWith('#')
      )
        return
      event.preventDefault()
      event.stopPropagation()
      setTarget(link.href)
    }
    window.addEventListener('beforeunload', warn)
    // Before the router's listener starts the navigation.
    window.addEventListener('click', intercept, true)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('click', intercept, true)
    }
  }, [isDirty])

  if (target === null) return null
  const leave = (): void => {
    const url = new URL(target)
    setTarget(null)
    onLeave?.()
    router.push(url.origin === window.location.origin ? `${url.pathname}${url.search}` : target)
  }
  return (
    <ConfirmDialog
      question="Leave without saving?"
      verb="Leave"
      onCancel={() => setTarget(null)}
      onConfirm={leave}
    >
      What you changed here is not saved yet.
    </ConfirmDialog>
  )
}
