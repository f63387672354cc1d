'use client'
import { useState } from 'react'

import { FormDialog } from '@/admin/form/form-dialog'
import { ScheduleField } from '@/admin/form/schedule-field'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { SocialPostRecord } from '@/modules/social/queries/social-posts'
import { fromZonedDateTime, toZonedDateTime } from '@/platform/time-zones'

type Props = { post: SocialPostRecord; timeZone: string; onClose: () => void }

export function RescheduleDialog({ post, timeZone, onClose }: Props) {
  const mutation = useAdminMutation()
  const { fields, refusal } = mutation
  const before = post.scheduledFor ? toZonedDateTime(post.scheduledFor, timeZone) : ''
  const [local, setLocal] = useState(before)
  const [isMissing, setIsMissing] = useState(false)
  const save = async (): Promise<void> => {
    const scheduledFor = fromZonedDateTime(local, timeZone)
    setIsMissing(!scheduledFor)
    if (!scheduledFor) return
    const saved = await mutation.send({
      path: `/api/admin/social/posts/${post.id}/schedule`,
      body: { scheduledFor, version: post.updatedAt },
      done: 'Social post updated',
      failed: 'Error updating social post',
    })
    if (saved) onClose()
  }
  return (
    <FormDialog
      title="Change date"
      isDirty={local !== before}
      mutation={{ ...mutation, theirs: null }}
      submit="Change date"
      hidesError
      onSubmit={save}
      onClose={onClose}
    >
      <ScheduleField
        label="Scheduled for"
        data-focus
        value={local}
        timeZone={timeZone}
        error={
          isMissing
            ? 'Please choose a date and time.'
            : (fields.scheduledFor ?? Object.values(fields)[0] ?? refusal ?? undefined)
        }
        onChange={setLocal}
      />
    </FormDialog>
  )
}
