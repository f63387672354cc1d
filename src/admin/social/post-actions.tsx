'use client'
import { CopyPlus, Pencil, RotateCcw, Send, Trash2 } from 'lucide-react'

import { ActionButton, ConfirmAction } from '@/admin/form/actions'
import { IconButton } from '@/admin/form/button'
import type { SocialPostRecord } from '@/modules/social/queries/social-posts'
import { isPostEditable } from '@/modules/social/rules/social-post'

import { usePostEditor } from './post-editor-provider'
import { shorten } from './post-form-values'

type Props = { post: SocialPostRecord }

const pathOf = ({ id }: SocialPostRecord): string => `/api/admin/social/posts/${id}`
const nameOf = ({ postText }: SocialPostRecord): string => `“${shorten(postText, 40)}”`
const restoreRequest = (post: SocialPostRecord) => ({
  path: `${pathOf(post)}/restore`,
  done: 'Social post restored',
  failed: 'Error restoring social post',
})

const PublishAction = ({ post }: Props) => (
  <ConfirmAction
    icon={Send}
    label={`Publish ${nameOf(post)} now`}
    title="Publish now"
    question="Publish this post now?"
    verb="Publish now"
    request={{
      path: `${pathOf(post)}/publish`,
      done: 'Social post updated',
      doneText: 'Your post is being sent.',
      failed: 'Error publishing social post',
    }}
  >
    <p>It’ll be sent to every selected network within a minute.</p>
  </ConfirmAction>
)

const DeleteAction = ({ post }: Props) => (
  <ConfirmAction
    icon={Trash2}
    label={`Delete ${nameOf(post)}`}
    title="Delete"
    question="Are you sure you want to delete this post?"
    verb="Delete"
    request={{
      method: 'DELETE',
      path: pathOf(post),
      done: 'Social post deleted',
      undo: restoreRequest(post),
      failed: 'Error deleting social post',
    }}
  >
    <p>
      {post.status === 'published'
        ? 'Published posts stay on the networks; delete them there if needed. '
        : post.status === 'scheduled'
          ? 'It won’t be published. '
          : ''}
      It moves to the trash, and you can restore it later.
    </p>
  </ConfirmAction>
)

export function PostActions({ post }: Props) {
  const { edit, copy } = usePostEditor()
  const name = nameOf(post)
  if (post.deletedAt)
    return (
      <div className="df-row-actions">
        <ActionButton
          small
          icon={RotateCcw}
          label={`Restore ${name}`}
          request={restoreRequest(post)}
        >
          Restore
        </ActionButton>
      </div>
    )
  return (
    <div className="df-content__actions">
      {isPostEditable(post.status, post.deliveries) ? (
        <>
          <PublishAction post={post} />
          <IconButton
            icon={Pencil}
            title="Edit"
            label={`Edit ${name}`}
            onClick={() => edit(post)}
          />
        </>
      ) : null}
      <IconButton
        icon={CopyPlus}
        title="Duplicate post"
        label={`Duplicate ${name}`}
        onClick={() => copy(post)}
      />
      {post.status === 'sending' ? null : <DeleteAction post={post} />}
    </div>
  )
}
