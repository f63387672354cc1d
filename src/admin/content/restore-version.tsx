'use client'
import { Button } from '@/admin/form/button'
import { useState } from 'react'

import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

export function RestoreVersion({
  id,
  versionId,
  when,
}: {
  id: number
  versionId: number
  when: string
}) {
  const { call, isBusy } = useAdminMutation()
  const [isAsking, setIsAsking] = useState(false)
  const restore = async (): Promise<void> => {
    if (
      await call(
        'POST',
        `/api/admin/content/${id}/versions/${versionId}/restore`,
        {},
        {
          done: 'Content updated',
          doneText: `As it was on ${when}.`,
          failed: 'Error restoring content',
        },
      )
    )
      setIsAsking(false)
  }
  return (
    <>
      <Button small aria-label={`Restore the version of ${when}`} onClick={() => setIsAsking(true)}>
        Restore
      </Button>
      {isAsking ? (
        <ConfirmDialog
          question={`Bring back the version of ${when}?`}
          verb="Restore"
          isBusy={isBusy}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => void restore()}
        >
          <p>
            Its words, pictures and tags replace the present ones, which stay in this list. Address,
            status and dates stay as they are.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
