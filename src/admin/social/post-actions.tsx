'use client'
import { CopyPlus, Pencil, RotateCcw, Send, Trash2 } from 'lucide-react'

import { ActionButton, ConfirmAction } from '@/admin/form/actions'
import { IconButton } from '@/admin/form/button'
import type { SocialPostRecord } from '@/modules/social/queries/social-posts'
import { isPostEditable } from '@/modules/social/rules/social-post'

import { usePostEditor } from './post-editor-provider'
import { shorten } from './post-form-values'

/** The actions of one post. */
export function PostActions({ post }: { post: SocialPostRecord }) {
  const { edit, copy } = usePostEditor()
  const name = shorten(post.postText, 40)
  const path = `/api/admin/social/posts/${post.id}`
  const restore = {
    path: `${path}/restore`,
    done: 'Social post restored',
    failed: 'Error restoring social post',
  }
  if (post.deletedAt)
    return (
      <div className="df-row-actions">
        <ActionButton small icon={RotateCcw} label={`Restore “${name}”`} request={restore}>
          Restore
        </ActionButton>
      </div>
    )
  return (
    <div className="df-content__actions">
      {isPostEditable(post.status, post.deliveries) ? (
        <>
          <ConfirmAction
            icon={Send}
            label={`Publish “${name}” now`}
            title="Publish now"
            question="Publish this post now?"
            verb="Publish Now"
            request={{
              path: `${path}/publish`,
              done: 'Social post updated',
              doneText: 'It is on its way.',
              failed: 'Error publishing social post',
            }}
          >
            <p>It goes to every network it is written for, within a minute.</p>
          </ConfirmAction>
          <IconButton
            icon={Pencil}
            title="Edit"
            label={`Edit “${name}”`}
            onClick={() => edit(post)}
          />
        </>
      ) : null}
      <IconButton
        icon={CopyPlus}
        title="Copy as a new post"
        label={`Copy “${name}” as a new post`}
        onClick={() => copy(post)}
      />
      {post.status === 'sending' ? null : (
        <ConfirmAction
          icon={Trash2}
          label={`Delete “${name}”`}
          title="Delete"
          question="Are you sure you want to delete this post?"
          verb="Delete"
          request={{
            method: 'DELETE',
            path,
            done: 'Social post deleted',
            undo: restore,
            failed: 'Error deleting social post',
          }}
        >
          <p>
            {post.status === 'published'
              ? 'What is out stays on the networks; delete it there if it should go. '
              : post.status === 'scheduled'
                ? 'It will not go out. '
                : ''}
            It goes to the trash and can be brought back.
          </p>
        </ConfirmAction>
      )}
    </div>
  )
}
