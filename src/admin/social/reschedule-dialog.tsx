'use client'
import { Button } from '@/admin/form/button'
import { useState } from 'react'

import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextField } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { SocialPostRecord } from '@/modules/social/queries/social-posts'
import { fromZonedDateTime, toZonedDateTime } from '@/platform/time-zones'

/** Another moment for a post, typed: the same as dragging it, to the minute. */
export function RescheduleDialog({
  post,
  timeZone,
  onClose,
}: {
  post: SocialPostRecord
  timeZone: string
  onClose: () => void
}) {
  const { send, isBusy, fields, refusal } = useAdminMutation()
  const before = post.scheduledFor ? toZonedDateTime(post.scheduledFor, timeZone) : ''
  const [local, setLocal] = useState(before)
  const [isMissing, setIsMissing] = useState(false)
  const save = async (): Promise<void> => {
    const scheduledFor = fromZonedDateTime(local, timeZone)
    setIsMissing(!scheduledFor)
    if (
      scheduledFor &&
      (await send({
        path: `/api/admin/social/posts/${post.id}/schedule`,
        body: { scheduledFor, version: post.updatedAt },
        done: 'Social post updated',
        failed: 'Error updating social post',
      }))
    )
      onClose()
  }
  return (
    <Dialog title="Change date" isDirty={local !== before} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        noValidate
      >
        <TextField
          label="Goes out"
          type="datetime-local"
          required
          autoFocus
          value={local}
          hint={`On the shop’s clock (${timeZone.replaceAll('_', ' ')}).`}
          error={
            isMissing
              ? 'Please choose a day and an hour.'
              : (fields.scheduledFor ??
                (refusal ? (Object.values(fields)[0] ?? refusal) : undefined))
          }
          onChange={({ currentTarget }) => setLocal(currentTarget.value)}
        />
        <DialogActions>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="solid" isBusy={isBusy}>
            {isBusy ? 'Saving...' : 'Change date'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
