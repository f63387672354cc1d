'use client'
import { useState } from 'react'
import { Confirm } from '../parts/confirm'
import { ConflictNote } from '../parts/conflict-note'
import { Dialog, DialogWays } from '../parts/dialog'
import { TextArea } from '../parts/fields'
import { useCall } from '../parts/use-call'

type Props = { id: number; updatedAt: string; note: string; mayRefuse: boolean; statusHref: string }

export const RequestActions = ({ id, updatedAt, note, mayRefuse, statusHref }: Props) => {
  const { call, isBusy, refusal, theirs } = useCall()
  const [open, setOpen] = useState<'note' | 'refuse' | null>(null)
  const [text, setText] = useState(note)
  const save = async (body: { note?: string | null; status?: 'refused' }): Promise<void> => {
    if (await call('PUT', `/api/admin/data-requests/${id}`, { ...body, version: theirs ?? updatedAt }, { done: 'The request was changed', failed: 'The request could not be changed' })) setOpen(null)
  }
  return (
    <div className="df-row-actions">
      <a className="df-button df-button--ghost df-button--small" href={statusHref} target="_blank" rel="noopener">What the person sees</a>
      <button type="button" className="df-button df-button--line df-button--small" onClick={() => { setText(note); setOpen('note') }}>Note</button>
      {mayRefuse ? <button type="button" className="df-button df-button--line df-button--small" onClick={() => setOpen('refuse')}>Not verified</button> : null}
      {open === 'note' ? (
        <Dialog title="Note" onClose={() => setOpen(null)} isDirty={text !== note}>
          <form className="df-form" onSubmit={(event) => { event.preventDefault(); void save({ note: text.trim() || null }) }}>
            <TextArea label="For the team" maxLength={2000} value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} error={refusal ?? undefined} hint="It goes with the person when they are erased." />
            {theirs === null ? null : <p className="df-note">There it says now: “{note || 'nothing'}”.</p>}
            <ConflictNote theirs={theirs} />
            <DialogWays>
              <button type="button" className="df-button df-button--ghost" onClick={() => setOpen(null)}>Cancel</button>
              <button type="submit" className="df-button df-button--solid" disabled={isBusy}>{isBusy ? 'Saving...' : 'Save'}</button>
            </DialogWays>
          </form>
        </Dialog>
      ) : null}
      {open === 'refuse' ? (
        <Confirm question="Close this request as not verified?" verb="Close it" isBusy={isBusy} onCancel={() => setOpen(null)} onConfirm={() => void save({ status: 'refused' })}>
          Nothing is erased. The person can ask again at any time.
        </Confirm>
      ) : null}
    </div>
  )
}
