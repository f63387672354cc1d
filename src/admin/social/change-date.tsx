'use client'
import { useState } from 'react'
import { fromLocal, toLocal } from '../../domain/zoned-time'
import type { SocialPostRecord } from '../../queries/admin-social'
import { Dialog, DialogWays } from '../parts/dialog'
import { TextField } from '../parts/fields'
import { useCall } from '../parts/use-call'

/** Another moment for a post, typed: the same as dragging it, to the minute. */
export const ChangeDate = ({ post, timeZone, onClose }: { post: SocialPostRecord; timeZone: string; onClose: () => void }) => {
  const { call, isBusy, fields, refusal } = useCall()
  const before = post.scheduledFor ? toLocal(post.scheduledFor, timeZone) : ''
  const [local, setLocal] = useState(before)
  const [isMissing, setIsMissing] = useState(false)
  const save = async (): Promise<void> => {
    const scheduledFor = fromLocal(local, timeZone)
    setIsMissing(!scheduledFor)
    if (scheduledFor && await call('POST', `/api/admin/social/posts/${post.id}/schedule`, { scheduledFor, version: post.updatedAt }, { done: 'Social post updated', failed: 'Error updating social post' })) onClose()
  }
  return (
    <Dialog title="Change date" isDirty={local !== before} onClose={onClose}>
      <form onSubmit={(event) => { event.preventDefault(); void save() }} noValidate>
        <TextField
          label="Goes out" type="datetime-local" required autoFocus value={local} hint={`On the shop’s clock (${timeZone.replaceAll('_', ' ')}).`}
          error={isMissing ? 'Please choose a day and an hour.' : fields.scheduledFor ?? (refusal ? Object.values(fields)[0] ?? refusal : undefined)} onChange={({ currentTarget }) => setLocal(currentTarget.value)}
        />
        <DialogWays>
          <button type="button" className="df-button df-button--ghost" onClick={onClose}>Cancel</button>
          <button type="submit" className="df-button df-button--solid" aria-busy={isBusy} disabled={isBusy}>{isBusy ? 'Saving...' : 'Change date'}</button>
        </DialogWays>
      </form>
    </Dialog>
  )
}
