import { ConfirmAction } from '@/admin/form/actions'
import { Time } from '@/admin/shell/time'
import type { OrderNoteView } from '@/modules/orders/queries/order-history'

import { EditOrderNote } from './order-note-form'

type Props = {
  orderId: number
  notes: OrderNoteView[]
  /** Who may edit their own notes; null for nobody. */
  userId: number | null
}

/** The dated notes of staff, newest first. */
export function OrderNotes({ orderId, notes, userId }: Props) {
  if (notes.length === 0) return <p className="df-panel__text">No notes yet.</p>
  return (
    <ol className="df-timeline df-notes">
      {notes.map(({ id, text, author, authorId, createdAt, updatedAt }) => {
        const path = `/api/admin/orders/${orderId}/notes/${id}`
        return (
          <li key={id}>
            <p className="df-notes__text">{text}</p>
            <p className="df-timeline__meta">
              {author} · <Time at={createdAt} />
              {updatedAt > createdAt ? ' · edited' : ''}
            </p>
            {userId !== null && authorId === userId ? (
              <div className="df-row-actions">
                <EditOrderNote path={path} text={text} />
                <ConfirmAction
                  variant="ghost"
                  text="Delete"
                  label="Delete note"
                  question="Delete this note?"
                  verb="Delete note"
                  request={{
                    method: 'DELETE',
                    path,
                    done: 'Order updated',
                    failed: 'Error updating order',
                  }}
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
