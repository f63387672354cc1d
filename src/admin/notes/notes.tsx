import { ConfirmAction } from '@/admin/form/actions'
import { Time } from '@/admin/shell/time'
import type { NoteView } from '@/modules/orders/queries/order-history'

import { EditNote, type NoteTarget } from './note-form'

type Props = {
  target: NoteTarget
  notes: readonly NoteView[]
  /** The staff member who may edit their own notes; null for none. */
  userId: number | null
}

export function Notes({ target, notes, userId }: Props) {
  if (notes.length === 0) return <p className="df-panel__text">No notes yet.</p>
  return (
    <ol className="df-timeline df-notes">
      {notes.map(({ id, text, author, authorId, createdAt, updatedAt }) => {
        const path = `${target.path}/${id}`
        return (
          <li key={id}>
            <p className="df-notes__text">{text}</p>
            <p className="df-timeline__meta">
              {author} · <Time at={createdAt} />
              {updatedAt > createdAt ? ' · edited' : ''}
            </p>
            {userId !== null && authorId === userId ? (
              <div className="df-row-actions">
                <EditNote target={{ ...target, path }} text={text} />
                <ConfirmAction
                  variant="ghost"
                  text="Delete"
                  label="Delete note"
                  question="Delete this note?"
                  verb="Delete note"
                  request={{ method: 'DELETE', path, done: target.done, failed: target.failed }}
                >
                  It can’t be restored.
                </ConfirmAction>
              </div>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}
