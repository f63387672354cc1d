'use client'
import { Button } from '@/admin/form/button'
import { useState } from 'react'

import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

export function RevokeApiKey({ id, name }: { id: number; name: string }) {
  const { call, isBusy } = useAdminMutation()
  const [isAsking, setIsAsking] = useState(false)
  const revoke = async (): Promise<void> => {
    if (
      await call('DELETE', `/api/admin/api-keys/${id}`, undefined, {
        done: 'Key revoked',
        failed: 'The key could not be revoked',
      })
    )
      setIsAsking(false)
  }
  return (
    <div className="df-row-actions">
      <Button small aria-label={`Revoke ${name}`} onClick={() => setIsAsking(true)}>
        Revoke
      </Button>
      {isAsking ? (
        <ConfirmDialog
          question={`Revoke “${name}”?`}
          verb="Revoke"
          isBusy={isBusy}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => void revoke()}
        >
          The program that uses it stops at its next call. This cannot be undone; a new key can take
          its place.
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
