'use client'
import { Button } from '@/admin/form/button'
import { useState } from 'react'

import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

export function JobActions({ id, task }: { id: number; task: string }) {
  const { call, isBusy } = useAdminMutation()
  const [isAsking, setIsAsking] = useState(false)
  const act = async (action: 'retry' | 'forget'): Promise<void> => {
    if (
      await call(
        'POST',
        `/api/admin/health/jobs/${id}`,
        { action },
        {
          done: action === 'retry' ? 'It is tried again now' : 'It was let go',
          failed: 'That did not work',
        },
      )
    )
      setIsAsking(false)
  }
  return (
    <div className="df-row-actions">
      <Button
        variant="ghost"
        small
        disabled={isBusy}
        onClick={() => setIsAsking(true)}
        aria-label={`Let ${task} go`}
      >
        Let it go
      </Button>
      <Button
        small
        disabled={isBusy}
        onClick={() => void act('retry')}
        aria-label={`Try ${task} again`}
      >
        Try again
      </Button>
      {isAsking ? (
        <ConfirmDialog
          question="Let this work go?"
          verb="Let it go"
          isBusy={isBusy}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => void act('forget')}
        >
          It will not be tried again. If it was a mail, nobody gets it.
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
