'use client'
import { ExternalLink, Eye, History, Pencil, RotateCcw, Share2, Trash2 } from 'lucide-react'

import { ActionButton, ConfirmAction } from '@/admin/form/actions'
import { IconLink } from '@/admin/form/button'

import { DuplicateButton } from './duplicate-button'

type Props = { id: number; title: string; slug: string; isPublished: boolean; isDeleted: boolean }

const restoreRequest = (id: number) => ({
  path: `/api/admin/content/${id}/restore`,
  done: 'Content restored',
  failed: 'Error restoring content',
})

const ViewLinks = ({ id, title, slug, isPublished }: Omit<Props, 'isDeleted'>) =>
  isPublished ? (
    <>
      <IconLink
        icon={ExternalLink}
        href={`/blog/${slug}`}
        newTab
        label={`View ${title} in the shop, in a new tab`}
        title="View"
      />
      <IconLink
        icon={Share2}
        href={`/admin/social/share/${id}`}
        label={`Share ${title} everywhere`}
        title="Share everywhere"
      />
    </>
  ) : (
    <IconLink
      icon={Eye}
      href={`/preview/content/${id}`}
      newTab
      label={`Preview ${title}, in a new tab`}
      title="Preview"
    />
  )

export function ContentActions({ isDeleted, ...content }: Props) {
  const { id, title, isPublished } = content
  if (isDeleted)
    return (
      <div className="df-row-actions">
        <ActionButton
          small
          icon={RotateCcw}
          label={`Restore ${title}`}
          request={restoreRequest(id)}
        >
          Restore
        </ActionButton>
      </div>
    )
  return (
    <div className="df-content__actions">
      <ViewLinks {...content} />
      <IconLink icon={Pencil} href={`/admin/content/${id}`} label={`Edit ${title}`} title="Edit" />
      <DuplicateButton id={id} title={title} />
      <IconLink
        icon={History}
        href={`/admin/content/${id}/versions`}
        label={`Versions of ${title}`}
        title="Versions"
      />
      <ConfirmAction
        icon={Trash2}
        label={`Delete ${title}`}
        title="Delete"
        question={`Delete “${title}”?`}
        verb="Delete"
        request={{
          method: 'DELETE',
          path: `/api/admin/content/${id}`,
          done: 'Content deleted',
          undo: restoreRequest(id),
          failed: 'Error deleting content',
        }}
      >
        <p>
          {isPublished
            ? 'It’ll be removed from the shop right away, and links to it will stop working. '
            : ''}
          It moves to the trash, and you can restore it later.
        </p>
      </ConfirmAction>
    </div>
  )
}
