'use client'
import { Button, IconButton } from '@/admin/form/button'
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
  const { send, isBusy } = useAdminMutation()
  const [asking, setAsking] = useState<'delete' | 'publish' | null>(null)
  const name = short(post.postText)
  const path = `/api/admin/social/posts/${post.id}`
  const restore = (): void =>
    void send({
      path: `${path}/restore`,
      done: 'Social post restored',
      failed: 'Error restoring social post',
    })
  const remove = async (): Promise<void> => {
    if (
      await send({
        method: 'DELETE',
        path,
        done: 'Social post deleted',
        undo: restore,
        failed: 'Error deleting social post',
      })
    )
      setAsking(null)
  }
  const publish = async (): Promise<void> => {
    if (
      await send({
        path: `${path}/publish`,
        done: 'Social post updated',
        doneText: 'It is on its way.',
        failed: 'Error publishing social post',
      })
    )
      setAsking(null)
  }
  if (post.deletedAt)
    return (
      <div className="df-row-actions">
        <Button
          small
          icon={RotateCcw}
          disabled={isBusy}
          aria-label={`Restore “${name}”`}
          onClick={restore}
        >
          Restore
        </Button>
      </div>
    )
  const canChange = isPostEditable(post.status, post.deliveries)
  return (
    <div className="df-content__actions">
      {canChange ? (
        <IconButton
          icon={Send}
          title="Publish now"
          label={`Publish “${name}” now`}
          onClick={() => setAsking('publish')}
        />
      ) : null}
      {canChange ? (
        <IconButton
          icon={Pencil}
          title="Edit"
          label={`Edit “${name}”`}
          onClick={() => edit(post)}
        />
      ) : null}
      <IconButton
        icon={CopyPlus}
        title="Copy as a new post"
        label={`Copy “${name}” as a new post`}
        onClick={() => copy(post)}
      />
      {post.status === 'sending' ? null : (
        <IconButton
          icon={Trash2}
          title="Delete"
          label={`Delete “${name}”`}
          onClick={() => setAsking('delete')}
        />
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
