'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { useUnsavedChanges } from '@/ui/use-unsaved-changes'

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
  const allowLeaving = useUnsavedChanges(isDirty, setTarget)
  if (target === null) return null
  const leave = (): void => {
    const url = new URL(target)
    setTarget(null)
    onLeave?.()
    allowLeaving()
    router.push(url.origin === window.location.origin ? `${url.pathname}${url.search}` : target)
  }
  return (
    <ConfirmDialog
      question="Leave without saving?"
      verb="Leave"
      onCancel={() => setTarget(null)}
      onConfirm={leave}
    >
      You have unsaved changes.
    </ConfirmDialog>
  )
}
