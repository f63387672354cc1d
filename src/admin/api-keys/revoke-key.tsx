'use client'
import { useState } from 'react'
import { Confirm } from '../parts/confirm'
import { useCall } from '../parts/use-call'

export const RevokeKey = ({ id, name }: { id: number; name: string }) => {
  const { call, isBusy } = useCall()
  const [isAsking, setIsAsking] = useState(false)
  const revoke = async (): Promise<void> => {
    if (await call('DELETE', `/api/admin/api-keys/${id}`, undefined, { done: 'Key revoked', failed: 'The key could not be revoked' })) setIsAsking(false)
  }
  return (
    <div className="df-row-actions">
      <button type="button" className="df-button df-button--line df-button--small" aria-label={`Revoke ${name}`} onClick={() => setIsAsking(true)}>Revoke</button>
      {isAsking ? (
        <Confirm question={`Revoke “${name}”?`} verb="Revoke" isBusy={isBusy} onCancel={() => setIsAsking(false)} onConfirm={() => void revoke()}>
          The program that uses it stops at its next call. This cannot be undone; a new key can take its place.
        </Confirm>
      ) : null}
    </div>
  )
}
