'use client'
import { CopyPlus, Pencil, RotateCcw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { SocialPostRecord } from '@/modules/social/queries/social-posts'
import { isPostEditable } from '@/modules/social/rules/social-post'

import { usePostEditor } from './post-editor-provider'

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)

/** What can be done to one post. */
export function PostActions({ post }: { post: SocialPostRecord }) {
  const { edit, copy } = usePostEditor()
  const { call, isBusy } = useAdminMutation()
  const [asking, setAsking] = useState<'delete' | 'publish' | null>(null)
  const name = short(post.postText)
  const path = `/api/admin/social/posts/${post.id}`
  const restore = (): void =>
    void call(
      'POST',
      `${path}/restore`,
      {},
      { done: 'Social post restored', failed: 'Error restoring social post' },
    )
  const remove = async (): Promise<void> => {
    if (
      await call('DELETE', path, undefined, {
        done: 'Social post deleted',
        undo: restore,
        failed: 'Error deleting social post',
      })
    )
      setAsking(null)
  }
  const publish = async (): Promise<void> => {
    if (
      await call(
        'POST',
        `${path}/publish`,
        {},
        {
          done: 'Social post updated',
          doneText: 'It is on its way.',
          failed: 'Error publishing social post',
        },
      )
    )
      setAsking(null)
  }
  if (post.deletedAt)
    return (
      <div className="df-row-actions">
        <button
          type="button"
          className="df-button df-button--line df-button--small"
          disabled={isBusy}
          aria-label={`Restore “${name}”`}
          onClick={restore}
        >
          <RotateCcw aria-hidden size={16} strokeWidth={1.7} />
          Restore
        </button>
      </div>
    )
  const canChange = isPostEditable(post.status, post.deliveries)
  return (
    <div className="df-content__actions">
      {canChange ? (
        <button
          type="button"
          className="df-icon-button"
          title="Publish now"
          aria-label={`Publish “${name}” now`}
          onClick={() => setAsking('publish')}
        >
          <Send aria-hidden size={18} strokeWidth={1.6} />
        </button>
      ) : null}
      {canChange ? (
        <button
          type="button"
          className="df-icon-button"
          title="Edit"
          aria-label={`Edit “${name}”`}
          onClick={() => edit(post)}
        >
          <Pencil aria-hidden size={18} strokeWidth={1.6} />
        </button>
      ) : null}
      <button
        type="button"
        className="df-icon-button"
        title="Copy as a new post"
        aria-label={`Copy “${name}” as a new post`}
        onClick={() => copy(post)}
      >
        <CopyPlus aria-hidden size={18} strokeWidth={1.6} />
      </button>
      {post.status === 'sending' ? null : (
        <button
          type="button"
          className="df-icon-button"
          title="Delete"
          aria-label={`Delete “${name}”`}
          onClick={() => setAsking('delete')}
        >
          <Trash2 aria-hidden size={18} strokeWidth={1.6} />
        </button>
      )}
      {asking === 'delete' ? (
        <ConfirmDialog
          question="Are you sure you want to delete this post?"
          verb="Delete"
          isBusy={isBusy}
          onCancel={() => setAsking(null)}
          onConfirm={() => void remove()}
        >
          <p>
            {post.status === 'published'
              ? 'What is out stays on the networks; delete it there if it should go. '
              : post.status === 'scheduled'
                ? 'It will not go out. '
                : ''}
            It goes to the trash and can be brought back.
          </p>
        </ConfirmDialog>
      ) : null}
      {asking === 'publish' ? (
        <ConfirmDialog
          question="Publish this post now?"
          verb="Publish Now"
          isBusy={isBusy}
          onCancel={() => setAsking(null)}
          onConfirm={() => void publish()}
        >
          <p>It goes to every network it is written for, within a minute.</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
